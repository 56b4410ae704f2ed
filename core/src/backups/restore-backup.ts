import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { restoringMark, secretFile } from '../base/config.ts'
import { postgresMajor } from '../db/embedded/binaries.ts'
import { installCluster, removeCluster } from '../db/embedded/cluster.ts'
import { secretFingerprint } from '../security/secret-fingerprint.ts'
import { BackupError } from './backup-error.ts'
import { readChecked, syncBelow, writeChecked, type CheckedFile } from './checked-file.ts'
import { inParallel } from '../base/in-parallel.ts'
import { platform, readManifest, type BackupManifest } from './manifest.ts'
import { isFree, isWithin } from './places.ts'
import { inMegabytes, rarely } from './progress.ts'
import { readSums, type ListedFile } from './sums.ts'

export interface RestoreOptions {
  /** Folder that a backup was made in. */
  readonly backup: string
  /** Data folder that is made of it: new, or empty. */
  readonly dataDir: string
  /** `RECADO_SECRET`, unless the backup holds the secret. */
  readonly secret: string | undefined
  /** Verifies the restored data; an exception removes all of it again. */
  readonly prove: (secret: string) => Promise<void>
  /** False for throw-away data of tests: nothing waits for the disk. Default true. */
  readonly durable?: boolean
  /** Sentences for the person who waits. */
  readonly say: (line: string) => void
}

const filesAtOnce = 8
const databasePrefix = 'database/'
const filesPrefix = 'files/'

/**
 * Reads all of a backup and compares it with its sums. Answers what it says of itself.
 * @throws BackupError for the first file that is missing or was changed
 */
export async function checkBackup(backup: string, say: (line: string) => void): Promise<BackupManifest> {
  const manifest = await readManifest(backup)
  await eachFile(backup, manifest, say, async (file) => {
    const content = createReadStream(join(backup, file.path))
    const found = await readChecked(content).catch((cause: unknown) => {
      throw unreadable(backup, file, cause)
    })
    requireSum(backup, file, found)
  })
  return manifest
}

/**
 * Makes a data folder of a backup: each file is compared with its sum while it is written. Until all of it is there and
 * proven, the product does not start on the folder; a failure leaves nothing behind.
 * @throws BackupError when the data folder is in use, the backup does not fit to machine or secret, or was changed
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { backup, dataDir, say } = options
  const manifest = await readManifest(backup)
  requireReadable(backup, manifest)
  const secret = await secretFor(options, manifest)
  await requireFree(dataDir, backup)
  await mkdir(dataDir, { recursive: true })
  try {
    await requireSpace(dataDir, manifest.sums.bytes)
    await writeFile(join(dataDir, restoringMark), '')
    say(`Restoring ${manifest.sums.files} files, ${inMegabytes(manifest.sums.bytes)} …`)
    await installCluster({ dataDir, log: say }, (folder) => writeDatabase(options, manifest, folder))
    await eachFile(backup, manifest, say, async (file) => {
      if (!file.path.startsWith(filesPrefix)) return
      await writeFrom(backup, file, join(dataDir, file.path.slice(filesPrefix.length)))
    })
    if (options.durable !== false) await syncBelow(dataDir)
    await options.prove(secret)
    await rm(join(dataDir, restoringMark))
  } catch (error) {
    await clear(dataDir)
    throw error
  }
  return manifest
}

function requireReadable(backup: string, { platform: made, postgres, version }: BackupManifest): void {
  if (made !== platform) {
    throw new BackupError(`${backup} was made on ${made} and holds a database that cannot be read on ${platform}.`)
  }
  if (postgres === postgresMajor) return
  const has = `${backup} holds a database of PostgreSQL ${postgres}, and this Recado brings ${postgresMajor}`
  throw new BackupError(`${has}. Restore it with Recado ${version}.`)
}

async function requireFree(dataDir: string, backup: string): Promise<void> {
  if (isWithin(dataDir, backup) || isWithin(backup, dataDir)) {
    throw new BackupError('The backup and the data folder must not lie in each other; set DATA_DIR to another folder.')
  }
  if (await isFree(dataDir)) return
  throw new BackupError(`${dataDir} is not empty; nothing is overwritten. Set DATA_DIR to a new folder.`)
}

/** The secret that the backup needs: the given one, or the one in it. */
async function secretFor({ backup, secret: given }: RestoreOptions, manifest: BackupManifest): Promise<string> {
  const file = join(backup, filesPrefix, secretFile)
  const secret = given ?? (manifest.holdsSecret ? (await readFile(file, 'utf8')).trim() : undefined)
  if (secret === undefined) {
    throw new BackupError(`${backup} does not hold the secret of the installation; set RECADO_SECRET to it.`)
  }
  if (secretFingerprint(secret) === manifest.secretFingerprint) return secret
  throw new BackupError(
    given === undefined
      ? `The secret in ${backup} was changed and is not the one of the installation.`
      : `RECADO_SECRET is not the secret of the installation that ${backup} was made of.`,
  )
}

async function requireSpace(dataDir: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  if (free >= bytes) return
  throw new BackupError(`There are ${inMegabytes(free)} left for ${dataDir}, and the backup has ${inMegabytes(bytes)}.`)
}

/** Does the same with each file of a backup. */
async function eachFile(
  backup: string,
  { sums }: BackupManifest,
  say: (line: string) => void,
  work: (file: ListedFile) => Promise<void>,
): Promise<void> {
  const sayRarely = rarely(say)
  let done = 0
  await inParallel(readSums(backup, sums), filesAtOnce, async (file) => {
    await work(file)
    done++
    sayRarely(`${done} of ${sums.files} files …`)
  })
}

async function writeDatabase(
  { backup, durable, say }: RestoreOptions,
  manifest: BackupManifest,
  folder: string,
): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  for (const path of manifest.databaseFolders) await mkdir(join(folder, path), { recursive: true, mode: 0o700 })
  await eachFile(backup, manifest, say, async (file) => {
    if (!file.path.startsWith(databasePrefix)) return
    await writeFrom(backup, file, join(folder, file.path.slice(databasePrefix.length)), 0o600)
  })
  if (durable !== false) await syncBelow(folder)
}

/** @param mode rights of the new file; by default those that it has in the backup */
async function writeFrom(backup: string, file: ListedFile, place: string, mode?: number): Promise<void> {
  const source = await open(join(backup, file.path), 'r').catch((cause: unknown) => {
    throw unreadable(backup, file, cause)
  })
  try {
    await mkdir(dirname(place), { recursive: true })
    const rights = mode ?? (await source.stat()).mode & 0o777
    requireSum(backup, file, await writeChecked(place, source.createReadStream({ autoClose: false }), rights))
  } finally {
    await source.close()
  }
}

function requireSum(backup: string, { path, sha256 }: ListedFile, found: CheckedFile): void {
  if (found.sha256 === sha256) return
  throw new BackupError(`${join(backup, path)} was changed after the backup had been made.`)
}

const unreadable = (backup: string, { path }: ListedFile, cause: unknown): BackupError =>
  new BackupError(`${join(backup, path)} cannot be read: ${(cause as Error).message}.`, { cause })

/** Takes away what was written; the folder was empty before. */
async function clear(dataDir: string): Promise<void> {
  removeCluster(dataDir)
  for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true })
}
