import { spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { canEnter, unprivilegedAccount, type Account } from './account.ts'
import { binariesFor, postgresMajor, sharedHome } from './binaries.ts'
import { EmbeddedPostgresError } from './error.ts'
import { isAlive } from './postmaster.ts'

/** A complete data folder, the account that owns it and the binaries that serve it. */
export interface Cluster {
  readonly folder: string
  readonly account: Account | undefined
  readonly binaries: string
}

export interface ClusterOptions {
  readonly dataDir: string
  /** Name and password of the cluster's owner, set when the folder is made. */
  readonly owner: string
  readonly password: string
  readonly durable: boolean
  readonly log: (line: string) => void
}

/** Environment of every PostgreSQL process: nothing of ours, and messages in one language because they are read. */
export const clusterEnvironment = { LC_ALL: 'C', PATH: process.env['PATH'] }

/**
 * Opens `<dataDir>/postgres`, or makes it. A folder is made beside its final place and renamed when complete, so that
 * an interrupted start leaves nothing half-written under the final name. As root inside a closed folder (a checkout in
 * /root) the data lies in /var/lib/recado instead and `<dataDir>/postgres` links to it.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const place = join(options.dataDir, 'postgres')
  sweepInterrupted(options.dataDir)
  if (existsSync(place)) setAsideIncomplete(place, options.log)
  else if (lstatSync(place, { throwIfNoEntry: false })) rmSync(place)
  const account = unprivilegedAccount(place)
  const binaries = binariesFor(account)
  if (!existsSync(place)) await createCluster(place, binaries, account, options)
  const folder = realpathSync(place)
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== postgresMajor)
    throw new EmbeddedPostgresError(
      `${folder} was made by PostgreSQL ${version}, and this Recado brings PostgreSQL ${postgresMajor}. Dump it ` +
        `with PostgreSQL ${version} and restore it into a new folder, or set DATA_DIR to another folder.`,
    )
  if (account && !canEnter(folder, account))
    throw new EmbeddedPostgresError(
      `PostgreSQL runs under uid ${account.uid}, which cannot enter ${folder}. Make the folders above it ` +
        'enterable (chmod o+x), or set DATA_DIR to another folder.',
    )
  return { folder, account, binaries }
}

/** Workshops of starts that ended before their folder was complete; those of a living start are left to it. */
function sweepInterrupted(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(/^postgres\.new-(\d+)-/.exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/**
 * A folder no PostgreSQL can start from holds no conversation, yet nothing is deleted: it is renamed, and that is said.
 */
function setAsideIncomplete(place: string, log: (line: string) => void): void {
  if (existsSync(join(place, 'PG_VERSION')) && existsSync(join(place, 'global', 'pg_control'))) return
  if (readdirSync(place).length === 0) return rmSync(place, { recursive: true })
  const aside = `${place}.incomplete-${new Date().toISOString().replaceAll(':', '')}`
  renameSync(place, aside)
  log(`${place} was not a complete database; it was moved to ${aside} and a new one is made`)
}

async function createCluster(
  place: string,
  binaries: string,
  account: Account | undefined,
  options: ClusterOptions,
): Promise<void> {
  await settleCluster(place, account, options, async (folder) => {
    options.log('Making a PostgreSQL database in the data folder (once) …')
    const passwordFile = `${folder}.password`
    writeFileSync(passwordFile, options.password, { mode: 0o600 })
    if (account) chownSync(passwordFile, account.uid, account.gid)
    await run(
      join(binaries, 'initdb'),
      [
        `--pgdata=${folder}`,
        `--username=${options.owner}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        // The password is 256 random bits: rounds of hashing would only make each connection dearer.
        '--set=scram_iterations=1',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        // Trigrams of accented letters need a character type that knows them; macOS has no C.UTF-8 of its own.
        `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
        ...(options.durable ? [] : ['--no-sync']),
      ],
      account,
    )
    rmSync(passwordFile)
  })
}

/** Target folder and log of moving a data folder into place. */
type Settling = Pick<ClusterOptions, 'dataDir' | 'log'>

/**
 * Makes a data folder beside its final place, by `fill`, which writes all of it into a folder that does not exist yet
 * but may be made by the account, and moves it there.
 */
async function settleCluster(
  place: string,
  account: Account | undefined,
  { dataDir, log }: Settling,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const isReachable = !account || canEnter(dataDir, account)
  const workshop = mkdtempSync(join(dataDir, `postgres.new-${process.pid}-`))
  const site = isReachable ? workshop : homeElsewhere(place, log)
  try {
    const folder = join(site, 'data')
    if (account) chownSync(site, account.uid, account.gid)
    await fill(folder)
    if (isReachable) renameSync(folder, place)
    else symlinkSync(folder, place)
  } catch (error) {
    if (!isReachable) rmSync(site, { recursive: true, force: true })
    // Another start was faster; its folder is as good.
    if (!existsSync(join(place, 'PG_VERSION'))) throw error
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/**
 * Makes `<dataDir>/postgres` of a data folder that `fill` writes, as the account it will run under may use it. For
 * restoring a backup into a data folder that has no cluster.
 */
export async function installCluster(options: Settling, fill: (folder: string) => Promise<void>): Promise<void> {
  const place = join(options.dataDir, 'postgres')
  const account = unprivilegedAccount(place)
  await settleCluster(place, account, options, async (folder) => {
    await fill(folder)
    if (account) giveAway(folder, account)
  })
}

/** Removes the cluster of a data folder that nobody serves, also where it lies elsewhere with a link in its place. */
export function removeCluster(dataDir: string): void {
  const place = join(dataDir, 'postgres')
  const isElsewhere = existsSync(place) && lstatSync(place).isSymbolicLink()
  if (isElsewhere) rmSync(dirname(realpathSync(place)), { recursive: true, force: true })
  rmSync(place, { recursive: true, force: true })
}

function giveAway(folder: string, { uid, gid }: Account): void {
  lchownSync(folder, uid, gid)
  for (const name of readdirSync(folder, { recursive: true })) lchownSync(join(folder, String(name)), uid, gid)
}

function homeElsewhere(place: string, log: (line: string) => void): string {
  mkdirSync(sharedHome, { recursive: true, mode: 0o755 })
  const home = mkdtempSync(join(sharedHome, 'data-'))
  log(`${place} lies where only root may enter and PostgreSQL does not run as root, so the data is kept in ${home}`)
  return home
}

function run(program: string, args: string[], account: Account | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      env: clusterEnvironment,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let complaints = ''
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaints += chunk))
    child.on('error', (cause) =>
      reject(new EmbeddedPostgresError(`${program} cannot be run: ${cause.message}.`, { cause })),
    )
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new EmbeddedPostgresError(`The database could not be created:\n${complaints.trim()}`)),
    )
  })
}
