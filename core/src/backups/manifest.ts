import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { BackupError } from './backup-error.ts'

/** Written last: a backup without it is not complete. */
const manifestFile = 'manifest.json'
/** Of the folder's layout. One that is not known here was made by a newer Recado. */
const format = 1

const instant = z.iso.datetime()

/**
 * Manifest of a backup. Its layout: `database/` is a PostgreSQL data folder, `files/` the other content of `DATA_DIR`.
 */
const BackupManifest = z.object({
  format: z.literal(format),
  /** Version of the product that made it. */
  version: z.string(),
  /** A data folder of PostgreSQL is read on the same kind of machine by the same major version alone. */
  platform: z.string(),
  postgres: z.string(),
  startedAt: instant,
  /** Everything that was accepted before this moment is there, and some of what came until the end. */
  completeUntil: instant,
  finishedAt: instant,
  /** Fingerprint of the secret that this installation encrypts with. */
  secretFingerprint: z.string(),
  /** Whether `files/secret` is among the files. */
  holdsSecret: z.boolean(),
  /** Folders that PostgreSQL wants, also where they are empty. */
  databaseFolders: z.array(z.string()),
  sums: z.object({ files: z.int(), bytes: z.int(), sha256: z.string() }),
})
export type BackupManifest = z.infer<typeof BackupManifest>

/** On which kind of machine a data folder of PostgreSQL can be read. */
export const platform = `${process.platform}-${process.arch}`

export async function writeManifest(backup: string, manifest: Omit<BackupManifest, 'format'>): Promise<void> {
  const file = join(backup, manifestFile)
  const text = `${JSON.stringify({ format, ...manifest }, undefined, 2)}\n`
  await writeFile(`${file}.part`, text, { mode: 0o600, flush: true })
  await rename(`${file}.part`, file)
}

/** @throws BackupError when the folder holds no complete backup, or one of a newer Recado */
export async function readManifest(backup: string): Promise<BackupManifest> {
  const file = join(backup, manifestFile)
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const sentence = `${backup} holds no complete backup: ${manifestFile}, which is written last, is not there.`
    throw new BackupError(sentence, { cause })
  })
  const read = BackupManifest.safeParse(jsonOf(text))
  if (read.success) return read.data
  const made = z.object({ format: z.int().gt(format), version: z.string() }).safeParse(jsonOf(text))
  throw new BackupError(
    made.success
      ? `${backup} was made by Recado ${made.data.version}; restore it with that version or a newer one.`
      : `${file} is damaged.`,
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
