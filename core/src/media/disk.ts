import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { BlobStore } from './media.ts'

/** Keys are ours: ids in lower case, separated by slashes. Anything else is a fault, not an input. */
const keyPattern = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/

/**
 * Path of a blob in the folder of all blobs.
 * @throws Error for an invalid key
 */
export function pathOfBlob(folder: string, key: string): string {
  if (!keyPattern.test(key)) throw new Error('not a key of a blob')
  return join(folder, `${key}.bin`)
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
      const file = await open(pathOf(key), 'r')
      return Readable.toWeb(
        file.createReadStream(range && { start: range.start, end: range.end }),
      ) as unknown as ReadableStream<Uint8Array>
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
