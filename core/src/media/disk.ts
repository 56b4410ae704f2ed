import { randomUUID } from 'node:crypto'
import { glob, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { MissingBlob, type BlobStore } from './media.ts'

/** Keys are ours: ids in lower case, separated by slashes. Anything else is a fault, not an input. */
const keyPattern = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/
const ending = '.bin'
const isKey = (text: string): boolean => keyPattern.test(text)
const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Path of a blob in the folder of all blobs.
 * @throws Error for an invalid key
 */
export function pathOfBlob(folder: string, key: string): string {
  if (!isKey(key)) throw new Error('not a key of a blob')
  return join(folder, `${key}${ending}`)
}

/**
 * Blobs in a folder. A blob appears whole or not at all: bytes go to a temporary file, reach the disk and are then
 * renamed. A source that fails or is aborted leaves nothing behind.
 */
export function diskBlobs(folder: string): BlobStore {
  const pathOf = (key: string): string => pathOfBlob(folder, key)
  return {
    async write(key, source) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const temporary = `${path}.${randomUUID()}.part`
      const file = await open(temporary, 'wx', 0o600)
      let bytes = 0
      try {
        for await (const piece of source) {
          await file.writeFile(piece)
          bytes += piece.length
        }
        await file.sync()
        await file.close()
        await rename(temporary, path)
      } catch (error) {
        await file.close().catch(() => undefined)
        await rm(temporary, { force: true })
        throw error
      }
      return { bytes }
    },
    async read(key, range) {
      const file = await open(pathOf(key), 'r').catch((error: unknown) => {
        throw isAbsent(error) ? new MissingBlob({ cause: error }) : error
      })
      return Readable.toWeb(
        file.createReadStream(range && { start: range.start, end: range.end }),
      ) as unknown as ReadableStream<Uint8Array>
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async size(key) {
      try {
        return (await stat(pathOf(key))).size
      } catch (error) {
        if (isAbsent(error)) return undefined
        throw error
      }
    },
    async *keys() {
      for await (const path of glob(`**/*${ending}`, { cwd: folder })) {
        const key = path.slice(0, -ending.length).replaceAll(sep, '/')
        if (isKey(key)) yield key
      }
    },
  }
}
