import { createReadStream, createWriteStream, globSync, statSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'

/** Every file below a folder, as paths with slashes, sorted. */
export const filesBelow = (folder: string): string[] =>
  globSync('**/*', { cwd: folder })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .sort()

// The time that npm writes; with sorted names and without owners the same files give the same bytes.
const mtime = new Date('1985-10-26T08:15:00.000Z')

/** Writes a folder as npm does: a gzipped tar with everything under `package/`. */
export async function writeArchive(folder: string, file: string): Promise<void> {
  const entries = pack()
  const written = pipeline(entries, createGzip({ level: 9 }), createWriteStream(file))
  for (const path of filesBelow(folder))
    entries.entry({ name: `package/${path}`, mode: 0o644, mtime }, await readFile(join(folder, path)))
  entries.finalize()
  await written
}

/**
 * Unpacks an archive of {@link writeArchive}. For one's own archives: the installation reads those of others, with its
 * own checks.
 */
export async function readArchive(file: string, folder: string): Promise<void> {
  const entries = extract()
  const read = pipeline(createReadStream(file), createGunzip(), entries)
  for await (const entry of entries) {
    const path = join(folder, entry.header.name.replace(/^package\//, ''))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await buffer(entry))
  }
  await read
}
