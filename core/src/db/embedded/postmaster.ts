import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A PostgreSQL that already runs on a cluster. */
export interface Postmaster {
  readonly pid: number
  /** Undefined while it is starting. */
  readonly port: number | undefined
  /** The Recado that started it is gone (killed, crashed): nobody will stop it but us. */
  readonly orphaned: boolean
}

/** The command-line setting by which a later start recognises who started a postmaster. */
export const ownerSetting = (): string => `recado.owner=${process.pid}`

/** Of `postmaster.pid`; the port is in the fourth. */
const portLine = 3

/**
 * Finds the PostgreSQL in `postmaster.pid`. A pid that is alive but is some other program (after a reboot, or in a
 * fresh container) would make PostgreSQL refuse to start, so the file is removed; a dead pid it heals itself.
 */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const file = join(cluster, 'postmaster.pid')
  const lines = readIfThere(file)?.split('\n') ?? []
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!(pid > 0)) {
    rmSync(file, { force: true })
    return undefined
  }
  const running = processOf(pid)
  if (!running) return undefined
  if (!running.command.includes(` -D ${cluster} `)) {
    rmSync(file, { force: true })
    return undefined
  }
  const owner = Number(/ recado\.owner=(\d+)/.exec(running.command)?.[1])
  // The kernel gives an orphan another parent, so this holds even when the owner's pid was taken by somebody else
  // since.
  return { pid, port: Number(lines[portLine]) || undefined, orphaned: running.parent !== owner }
}

/** Ends an orphaned postmaster: fast shutdown, and after `patienceMs` an immediate one (its next start recovers). */
export async function endPostmaster(pid: number, patienceMs = 8_000): Promise<void> {
  const deadline = Date.now() + patienceMs
  process.kill(pid, 'SIGINT')
  for (let insisted = false; processOf(pid) !== undefined;) {
    if (!insisted && Date.now() > deadline) {
      process.kill(pid, 'SIGQUIT')
      insisted = true
    }
    await delay(20)
  }
}

/** Whether a process of this pid exists, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Parent and command line of a living process; undefined when there is none or it only waits to be reaped. */
function processOf(pid: number): { parent: number; command: string } | undefined {
  if (process.platform === 'linux') {
    const command = readIfThere(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ')
    const stat = readIfThere(`/proc/${pid}/stat`)
    if (!command || !stat) return undefined
    return { command, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }
  }
  try {
    const line = execFileSync('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [, parent, command] = /^\s*(\d+)\s+(.*)$/m.exec(line) ?? []
    return command ? { parent: Number(parent), command: `${command} ` } : undefined
  } catch {
    return undefined
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
