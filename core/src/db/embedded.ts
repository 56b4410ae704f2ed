import { spawn, type ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { hostOf, listeningSettings, sweepSockets } from './embedded/address.ts'
import { clusterEnvironment, openCluster, type Cluster } from './embedded/cluster.ts'
import { EmbeddedPostgresError } from './embedded/error.ts'
import { endPostmaster, findPostmaster, ownerSetting } from './embedded/postmaster.ts'

export { EmbeddedPostgresError } from './embedded/error.ts'

export interface EmbeddedOptions {
  /** Existing folder; the cluster lies in `<dataDir>/postgres` and stays there. */
  readonly dataDir: string
  /** The installation's secret; the owner's password follows from it. */
  readonly secret: string
  /** False for throw-away data of tests: no fsync, no synchronous commit. Default true. */
  readonly durable?: boolean
  /** Further settings of the server, each as `name=value`; for tests and benchmarks. */
  readonly settings?: readonly string[]
  /** Notices for a person (a new folder is being made, a crash was recovered from). */
  readonly log?: (line: string) => void
  /** Called with every line that PostgreSQL writes into its own log, warnings and worse. */
  readonly onLine?: (line: string) => void
  /** PostgreSQL ended on its own and could not be brought back; the process had better end too. */
  readonly onLost?: (error: Error) => void
}

export interface EmbeddedPostgres {
  /** Address of the database `recado` as the cluster's owner: for migrations, never for requests. */
  readonly url: string
  /** Whether this start made the data folder. */
  readonly fresh: boolean
  /** Fast shutdown; resolves when PostgreSQL has ended and its files are closed. May be called twice. */
  stop(): Promise<void>
}

const owner = 'recado'
const readyLine = 'database system is ready to accept connections'
const settings = ['jit=off', 'log_min_messages=warning']
const throwAway = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
]

/**
 * Runs the PostgreSQL that comes with Recado on a free port of the loopback interface and on a Unix socket in its
 * folder, as root or not. Repairs what a killed predecessor left behind (a stale lock, its still running PostgreSQL, an
 * interrupted initdb) and explains a state that it cannot repair with an {@link EmbeddedPostgresError}. A PostgreSQL
 * that dies while Recado runs is started again on the same port.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined)
  const password = ownerPassword(options.secret)
  const fresh = !existsSync(join(options.dataDir, 'postgres', 'PG_VERSION'))
  const cluster = await openCluster({
    dataDir: options.dataDir,
    owner,
    password,
    durable: options.durable ?? true,
    log,
  })
  await takeOver(cluster, log)

  let stopping = false
  let server: ChildProcess
  const flags = [
    ...settings,
    ...listeningSettings(cluster.folder),
    ownerSetting(),
    ...(options.durable === false ? throwAway : []),
    ...(options.settings ?? []),
  ]
  const launch = async (port: number): Promise<void> => {
    const starting = serve(cluster, port, flags, options.onLine)
    // Known before it accepts connections: a stop in between has to end it too.
    server = starting.server
    await starting.accepting
    server.once('exit', () => {
      if (!stopping) void bringBack(port).catch((error: unknown) => options.onLost?.(error as Error))
    })
  }
  const bringBack = async (port: number): Promise<void> => {
    log('PostgreSQL ended on its own; it is being started again')
    // Its remaining processes keep the shared memory for a moment, and refuse a new postmaster as long.
    for (let attempt = 1; !stopping; attempt++) {
      try {
        return await launch(port)
      } catch (error) {
        if (attempt === 40) throw error
        await delay(250)
      }
    }
  }

  const port = await launchOnFreePort(launch)
  const endWithUs = (): void => void server.kill('SIGINT')
  process.once('exit', endWithUs)
  const stop = async (): Promise<void> => {
    stopping = true
    await end(server)
    process.off('exit', endWithUs)
  }
  try {
    const url = addressOf(cluster.folder, port, password)
    await ensureDatabase(url, cluster)
    return { url, fresh, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The owner's password follows from the secret, so that it is nowhere stored. */
const ownerPassword = (secret: string): string =>
  createHmac('sha256', secret).update('embedded postgres owner').digest('base64url')

const addressOf = (folder: string, port: number, password: string): string =>
  `postgres://${owner}:${password}@${hostOf(folder)}:${port}/recado`

/**
 * Address of the embedded PostgreSQL that serves a data folder at this moment, as the cluster's owner; undefined when
 * none does. For commands that run beside the product.
 */
export function runningEmbedded({ dataDir, secret }: Pick<EmbeddedOptions, 'dataDir' | 'secret'>): string | undefined {
  const place = join(dataDir, 'postgres')
  if (!existsSync(place)) return undefined
  const folder = realpathSync(place)
  const running = findPostmaster(folder)
  return running?.port === undefined ? undefined : addressOf(folder, running.port, ownerPassword(secret))
}

/** Makes sure nobody else serves the folder: an orphan of a killed Recado is ended, a living Recado is respected. */
async function takeOver(cluster: Cluster, log: (line: string) => void): Promise<void> {
  const running = findPostmaster(cluster.folder)
  if (running && !running.orphaned) throw inUse(cluster)
  if (running) {
    log('Ending the PostgreSQL of a Recado that was killed')
    await endPostmaster(running.pid)
  }
  sweepSockets(cluster.folder)
}

const inUse = (cluster: Cluster): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    `Another Recado is running on ${cluster.folder}. Stop it first, or set DATA_DIR to another folder.`,
  )

/** Another program may take the port between the moment it is found free and the moment PostgreSQL binds it. */
async function launchOnFreePort(launch: (port: number) => Promise<void>): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      await launch(port)
      return port
    } catch (error) {
      if (attempt === 5 || !(error as Error).message.includes('could not bind')) throw error
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

/**
 * Starts the server. `accepting` resolves when it accepts connections, and rejects with what it said when it gives up.
 */
function serve(
  cluster: Cluster,
  port: number,
  flags: readonly string[],
  onLine?: (line: string) => void,
): { readonly server: ChildProcess; readonly accepting: Promise<void> } {
  const args = ['-D', cluster.folder, ...[`port=${port}`, ...flags].flatMap((flag) => ['-c', flag])]
  // A group of its own: Ctrl-C in the terminal must reach Recado, which drains before it stops the database.
  const child = spawn(join(cluster.binaries, 'postgres'), args, {
    ...cluster.account,
    cwd: '/',
    env: clusterEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const accepting = new Promise<void>((resolve, reject) => {
    const said: string[] = []
    const giveUp = (): void => {
      const text = said.join('\n')
      reject(
        text.includes('lock file "postmaster.pid" already exists')
          ? inUse(cluster)
          : new EmbeddedPostgresError(`PostgreSQL did not start on ${cluster.folder}:\n${text}`),
      )
    }
    child.once('error', (cause) =>
      reject(new EmbeddedPostgresError(`PostgreSQL cannot be run: ${cause.message}.`, { cause })),
    )
    child.once('close', giveUp)
    createInterface({ input: child.stderr }).on('line', (line) => {
      onLine?.(line)
      if (said.length < 50) said.push(line)
      if (!line.includes(readyLine)) return
      child.off('close', giveUp)
      resolve()
    })
  })
  return { server: child, accepting }
}

function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const insist = setTimeout(() => server.kill('SIGQUIT'), 20_000)
    server.once('exit', () => {
      clearTimeout(insist)
      resolve()
    })
    server.kill('SIGINT')
  })
}

async function ensureDatabase(url: string, cluster: Cluster): Promise<void> {
  if (await answers(url, cluster)) return
  const sql = postgres(url.replace(/\/recado$/, '/postgres'), { max: 1, onnotice: () => undefined })
  try {
    await sql`create database recado`
  } finally {
    await sql.end()
  }
}

/** Whether the database is there. A refused password means that the folder was made under another secret. */
async function answers(url: string, cluster: Cluster): Promise<boolean> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    await sql`select 1`
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '3D000') return false
    if (code === '28P01')
      throw new EmbeddedPostgresError(
        `${cluster.folder} was made under another secret. Set RECADO_SECRET as it was then (or restore the file ` +
          '"secret" of the data folder), or set DATA_DIR to another folder.',
        { cause: error },
      )
    throw new EmbeddedPostgresError(
      `PostgreSQL runs on ${cluster.folder} but cannot be used: ${(error as Error).message}.`,
      { cause: error },
    )
  } finally {
    await sql.end()
  }
}
