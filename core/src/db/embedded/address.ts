import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './postmaster.ts'

/** Longest path of a Unix socket on Linux and macOS, in bytes. */
const longestPath = 103
/** Name of the file beside a server's socket, whose first line is the server's pid. */
const lockName = /^(\.s\.PGSQL\.\d+)\.lock$/

/**
 * Whether the server of this folder can have its socket there: a socket costs a quarter less than TCP for a small
 * statement. Windows and folders with long names have none, nor those with a comma, which separates hosts in addresses.
 */
const hasSocket = (folder: string): boolean =>
  process.platform !== 'win32' &&
  !folder.includes(',') &&
  Buffer.byteLength(join(folder, '.s.PGSQL.65535')) <= longestPath

/** The command-line settings that say where the server listens: on the loopback interface, and on its socket. */
export const listeningSettings = (folder: string): readonly string[] => [
  'listen_addresses=127.0.0.1',
  `unix_socket_directories=${hasSocket(folder) ? `"${folder.replaceAll('"', '""')}"` : ''}`,
]

/** Host of an address of that server, as libpq writes it: the folder of its socket, or the loopback interface. */
export const hostOf = (folder: string): string => (hasSocket(folder) ? encodeURIComponent(folder) : '127.0.0.1')

/** Removes the sockets of servers that were killed. */
export function sweepSockets(folder: string): void {
  for (const name of readdirSync(folder)) {
    const socket = lockName.exec(name)?.[1]
    if (socket === undefined || isAlive(Number.parseInt(readFileSync(join(folder, name), 'utf8'), 10))) continue
    for (const left of [socket, name]) rmSync(join(folder, left), { force: true })
  }
}
