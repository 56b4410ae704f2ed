import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres, { type Sql } from 'postgres'
import { openDatabase } from '../../core/src/db/database.ts'
import { houseSets } from '../../core/src/db/house.ts'
import { migrate } from '../../core/src/db/migrate.ts'
import { roleUrl } from '../../core/src/db/roles.ts'
import { migrateJobs } from '../../core/src/jobs/migrate-jobs.ts'
import { dataRoot } from './data-root.ts'
import type { TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { onPath } from './programs.ts'

/* A PostgreSQL 18 with pgvector, which the embedded one does not have: Debian's packages, unpacked, not installed. */

const run = promisify(execFile)
/** The first suite of Debian with version 18. */
const suite = 'forky'
const binaries = '/usr/lib/postgresql/18/bin'
/** PostgreSQL refuses to run as root. */
const user = 10001
const secret = 'the secret of an installation with pgvector'

/** What this machine lacks for it; nothing where it can run. */
export const lacksForPgvector = (): string[] => [
  ...(process.getuid?.() === 0 ? [] : ['root']),
  ...['mmdebstrap', 'chroot'].filter((program) => !onPath(program)),
]

/** The packages could not be had: the suite is not released, so that it moves and may be away for a day. */
export class PackagesAway extends Error {}

export interface PgvectorServer {
  /** As a superuser, in the product's database. */
  readonly superuser: Sql
  readonly superuserUrl: string
  /** The product's database, with its owner of the rights that the documentation asks for. */
  readonly database: TestDatabase
  close(): Promise<void>
}

export async function startPgvector(): Promise<PgvectorServer> {
  const folder = mkdtempSync(join(dataRoot, 'recado-pgvector-'))
  const root = join(folder, 'root')
  const port = await freePort()
  const inside = (...command: readonly string[]): readonly [string, string[]] => [
    onPath('chroot')!,
    [`--userspec=${user}:${user}`, root, ...command],
  ]
  let server: ChildProcess | undefined
  const close = async (...clients: readonly Sql[]): Promise<void> => {
    await Promise.all(clients.map((client) => client.end({ timeout: 5 })))
    const ended = server && new Promise((resolve) => server!.once('close', resolve))
    server?.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await unpack(root)
    await run(
      ...inside(`${binaries}/initdb`, '-D', '/data/db', '-U', 'postgres', '--no-sync', '-A', 'trust', '-E', 'UTF8'),
    )
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'jit=off']
    const flags = settings.flatMap((setting) => ['-c', setting])
    const [program, words] = inside(`${binaries}/postgres`, '-D', '/data/db', '-p', String(port), ...flags)
    server = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] })
    await ready(server)
    const at = (name: string, role: string): string => `postgres://${role}@127.0.0.1:${port}/${name}`
    const maker = postgres(at('postgres', 'postgres'), { max: 1, onnotice: () => undefined })
    await maker.unsafe(`create role recado_owner login createrole bypassrls`)
    await maker.unsafe(`create database recado owner recado_owner`)
    await maker.end()
    const superuserUrl = at('recado', 'postgres')
    const superuser = postgres(superuserUrl, { max: 1, onnotice: () => undefined })
    const ownerUrl = at('recado', 'recado_owner')
    const roles = await migrate(ownerUrl, secret, houseSets())
    await migrateJobs(ownerUrl, roles)
    const appUrl = roleUrl(ownerUrl, secret, roles.app)
    const db = openDatabase({ url: appUrl, poolSize: 6 })
    const owner = postgres(ownerUrl, { max: 4, onnotice: () => undefined })
    const drop = async (): Promise<void> => {
      await Promise.all([db.close(), owner.end({ timeout: 5 })])
    }
    return {
      superuser,
      superuserUrl,
      database: { secret, ownerUrl, roles, appUrl, db, owner, drop },
      close: () => close(superuser),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * The packages without what installing them would run: a tenth of the time.
 * @throws PackagesAway
 */
async function unpack(root: string): Promise<void> {
  // A suite that is not released yet is signed for days only, and mirrors that stand still keep it longer.
  const unpacking = run('mmdebstrap', [
    '--quiet',
    '--variant=extract',
    '--aptopt=Acquire::Check-Valid-Until "false"',
    '--include=postgresql-18-pgvector,dash',
    suite,
    root,
    await mirror(),
  ])
  await unpacking.catch((error: unknown) => {
    throw new PackagesAway(`${suite} has no PostgreSQL 18 with pgvector for us now`, { cause: error })
  })
  for (const name of ['bin', 'sbin', 'lib', 'lib64'])
    if (!existsSync(join(root, name))) symlinkSync(`usr/${name}`, join(root, name))
  writeFileSync(join(root, 'etc/passwd'), `recado:x:${user}:${user}::/:/bin/sh\n`)
  mkdirSync(join(root, 'data'))
  chownSync(join(root, 'data'), user, user)
}

/** Where this machine has its own packages from. */
async function mirror(): Promise<string> {
  const targets = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages', 'Label: Debian']
  const { stdout } = await run('apt-get', targets).catch(() => ({ stdout: '' }))
  return stdout.split('\n')[0]?.trim() || 'http://deb.debian.org/debian'
}

const ready = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ''
    server.once('close', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)))
    server.stderr!.on('data', (text: Buffer) => {
      said += text.toString()
      if (said.includes('database system is ready to accept connections')) resolve()
    })
  })
