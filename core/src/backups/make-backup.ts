import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { restoringMark, secretFile } from '../base/config.ts'
import { postgresMajor } from '../db/embedded/binaries.ts'
import { secretFingerprint } from '../security/secret-fingerprint.ts'
import { BackupError } from './backup-error.ts'
import { syncBelow } from './checked-file.ts'
import { copyDatabase } from './database-copy.ts'
import { FileCopy } from './file-copy.ts'
import { platform, writeManifest } from './manifest.ts'
import { isFree, isWithin } from './places.ts'
import { inMegabytes, rarely } from './progress.ts'
import { SumsWriter } from './sums.ts'

export interface BackupOptions {
  /** Data folder of the installation. */
  readonly dataDir: string
  /** Folder that becomes the backup: new, or empty. */
  readonly target: string
  /** Address of its running PostgreSQL, as the owner of the cluster. */
  readonly databaseUrl: string
  readonly secret: string
  /** False leaves the file of the secret out. */
  readonly withSecret: boolean
  /** Of the product. */
  readonly version: string
  /** False for throw-away data of tests: nothing waits for the disk. Default true. */
  readonly durable?: boolean
  /** Gives the backup up. */
  readonly signal?: AbortSignal | undefined
  /** Sentences for the person who waits. */
  readonly say: (line: string) => void
}

export interface BackupOutcome {
  readonly files: number
  readonly bytes: number
  readonly holdsSecret: boolean
  readonly completeUntil: string
}

/** The cluster, whole or unfinished; the copy of the database stands for it. */
const isOfDatabase = (name: string): boolean => name === 'postgres' || name.startsWith('postgres.')

/**
 * Makes a backup of a running installation. A file is stored before the row that names it: the files, then the
 * database, then the files that came meanwhile make a copy in which every row finds its file. A failure leaves nothing
 * behind.
 * @throws BackupError when the target is in use or lies in the data folder
 */
export async function makeBackup(options: BackupOptions): Promise<BackupOutcome> {
  const { target, dataDir } = options
  if (isWithin(target, dataDir)) {
    throw new BackupError(`${target} lies in the data folder itself; choose a folder outside of it.`)
  }
  if (!(await isFree(target))) throw new BackupError(`${target} is not empty; nothing is overwritten.`)
  const existed = existsSync(target)
  await mkdir(target, { recursive: true, mode: 0o700 })
  const sums = await SumsWriter.create(target)
  try {
    return await write(options, sums)
  } catch (error) {
    for (const name of await readdir(target)) await rm(join(target, name), { recursive: true, force: true })
    if (!existed) await rm(target, { recursive: true, force: true })
    throw error
  } finally {
    await sums.close()
  }
}

async function write(options: BackupOptions, sums: SumsWriter): Promise<BackupOutcome> {
  const { dataDir, target, databaseUrl, secret, signal, say } = options
  const startedAt = new Date().toISOString()
  const copy = new FileCopy({ from: dataDir, to: target, sums, signal, say })

  // Most of what there is to copy comes first, so that the state of the database is one near the end.
  say('Copying files …')
  await copy.folder('media')
  say(`Copied ${sums.files} files, ${inMegabytes(sums.bytes)}. Copying the database …`)
  const sayRarely = rarely(say)
  const completeUntil = new Date().toISOString()
  const database = await copyDatabase({
    url: databaseUrl,
    folder: join(target, 'database'),
    signal,
    onProgress: (share) => sayRarely(`Copying the database: ${Math.floor(share * 100)} %`),
  })
  for (const [path, copied] of database.files) await sums.add(`database/${path}`, copied)

  const holdsSecret = options.withSecret && keptSecret(dataDir) === secret
  for (const name of await readdir(dataDir)) {
    if (isOfDatabase(name) || name === restoringMark || (name === secretFile && !holdsSecret)) continue
    // A link to a folder is how people keep files on another disk.
    const kind = statSync(join(dataDir, name), { throwIfNoEntry: false })
    if (kind?.isDirectory()) await copy.folder(name)
    else if (kind?.isFile()) await copy.file(name)
  }
  const total = await sums.finish()
  if (options.durable !== false) await syncBelow(target)
  await writeManifest(target, {
    version: options.version,
    platform,
    postgres: postgresMajor,
    startedAt,
    completeUntil,
    finishedAt: new Date().toISOString(),
    secretFingerprint: secretFingerprint(secret),
    holdsSecret,
    databaseFolders: [...database.folders],
    sums: total,
  })
  return { files: sums.files, bytes: sums.bytes, holdsSecret, completeUntil }
}

/** The secret that lies in the data folder, which may be another one than is in use. */
function keptSecret(dataDir: string): string | undefined {
  const file = join(dataDir, secretFile)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}
