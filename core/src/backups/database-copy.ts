import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { extract, type Extract } from 'tar-stream'
import * as z from 'zod'
import { BackupError } from './backup-error.ts'
import { baseBackup, type BaseBackupPiece } from './base-backup.ts'
import { writeChecked, type CheckedFile } from './checked-file.ts'

export interface DatabaseCopyOptions {
  /** Address of an account that may replicate. */
  readonly url: string
  /** New folder that becomes a data folder of PostgreSQL. */
  readonly folder: string
  readonly signal?: AbortSignal | undefined
  /** Between 0 and 1, now and then. */
  readonly onProgress?: (share: number) => void
}

/** Written files and folders, by their paths in the data folder. */
export interface DatabaseCopy {
  readonly files: ReadonlyMap<string, CheckedFile>
  readonly folders: readonly string[]
}

const manifestName = 'backup_manifest'
/** The part of PostgreSQL's manifest that is checked here; pg_verifybackup knows the rest. */
const ServerFile = z.object({
  Path: z.string(),
  Size: z.int(),
  'Checksum-Algorithm': z.literal('SHA256'),
  Checksum: z.string(),
})
const ServerManifest = z.object({ Files: z.array(ServerFile) })

/**
 * Copies a running PostgreSQL into a data folder that starts by itself, and compares each file that was written with
 * the sum that the server states for it.
 * @throws BackupError when one differs or is missing, or when data lies in tablespaces outside of the folder
 */
export async function copyDatabase({ url, folder, signal, onProgress }: DatabaseCopyOptions): Promise<DatabaseCopy> {
  await mkdir(folder, { mode: 0o700 })
  const pieces = baseBackup(url, signal)
  const tar = extract()
  const manifest: Buffer[] = []
  const [written] = await Promise.all([unpack(tar, folder), pipeline(archiveOf(pieces, manifest, onProgress), tar)])
  const text = Buffer.concat(manifest)
  const { Files: listed } = ServerManifest.parse(JSON.parse(text.toString('utf8')))
  for (const { Path: path, Size: bytes, Checksum: sha256 } of listed) {
    const file = written.files.get(path)
    if (file?.bytes === bytes && file.sha256 === sha256) continue
    throw new BackupError(`PostgreSQL sent ${path} otherwise than its manifest says.`)
  }
  written.files.set(manifestName, await writeChecked(join(folder, manifestName), [text]))
  return written
}

/** The bytes of the one archive; the piece after it is put into `manifest`. */
async function* archiveOf(
  pieces: AsyncIterable<BaseBackupPiece>,
  manifest: Buffer[],
  onProgress: DatabaseCopyOptions['onProgress'],
): AsyncGenerator<Buffer> {
  let archives = 0
  let inArchive = true
  for await (const piece of pieces) {
    if (piece.kind === 'progress') onProgress?.(Math.min(piece.done / piece.total, 1))
    else if (piece.kind === 'manifest') inArchive = false
    else if (piece.kind === 'archive') {
      if (++archives === 1) continue
      throw new BackupError('The database uses tablespaces; back it up with the tools of PostgreSQL.')
    } else if (inArchive) yield piece.bytes
    else manifest.push(piece.bytes)
  }
}

async function unpack(tar: Extract, folder: string): Promise<{ files: Map<string, CheckedFile>; folders: string[] }> {
  const files = new Map<string, CheckedFile>()
  const folders: string[] = []
  for await (const entry of tar) {
    const path = entry.header.name.replace(/^\.\//, '').replace(/\/$/, '')
    if (entry.header.type === 'directory') {
      folders.push(path)
      await mkdir(join(folder, path), { recursive: true, mode: 0o700 })
      entry.resume()
    } else if (entry.header.type === 'file') {
      files.set(path, await writeChecked(join(folder, path), entry as AsyncIterable<Uint8Array>))
    } else throw new BackupError(`PostgreSQL sent ${path}, which is a ${entry.header.type}.`)
  }
  return { files, folders }
}
