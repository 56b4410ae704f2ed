import { createHash } from 'node:crypto'
import { inParallel } from '../base/in-parallel.ts'
import { MissingBlob, type BlobStore } from './media.ts'

/** A copy differs from its original, and was removed. */
export class DamagedCopy extends Error {
  override readonly name = 'DamagedCopy'
}

export interface Moved {
  readonly files: number
  readonly bytes: number
}

interface Stores {
  readonly from: BlobStore
  readonly to: BlobStore
}

const atOnce = 8

/**
 * Copies what `to` does not have yet; blobs of the same size count as copied, so that it can be repeated. Originals
 * stay. Answers what it copied.
 */
export async function copyBlobs(stores: Stores, told?: (moved: Moved) => void): Promise<Moved> {
  return each(stores.from, told, async (key) => {
    const bytes = await stores.from.size(key)
    if (bytes === undefined || (await stores.to.size(key)) === bytes) return undefined
    await copyBlob(stores, key)
    return bytes
  })
}

/**
 * Moves what is left in `from`: each blob is copied where it is not there yet, both are read to their end and compared
 * by their SHA-256, and only then the original is removed. Answers what it moved.
 *
 * @throws DamagedCopy for a copy that differs; the original is still there
 */
export async function moveBlobs(stores: Stores, told?: (moved: Moved) => void): Promise<Moved> {
  return each(stores.from, told, async (key) => {
    const bytes = await stores.from.size(key)
    if (bytes === undefined) return undefined
    if ((await stores.to.size(key)) !== bytes) await copyBlob(stores, key)
    const [original, copy] = await Promise.all([sumOf(stores.from, key), sumOf(stores.to, key)])
    if (original === undefined) return undefined
    if (original !== copy) {
      await stores.to.remove(key)
      throw new DamagedCopy(`the copy of ${key} differs from the original; it was removed, run it again`)
    }
    await stores.from.remove(key)
    return bytes
  })
}

/** The product may remove the original meanwhile, and the copy before it is there: the copy is removed then. */
async function copyBlob({ from, to }: Stores, key: string): Promise<void> {
  try {
    await to.write(key, await from.read(key))
  } catch (error) {
    if (!(error instanceof MissingBlob)) throw error
  }
  if ((await from.size(key)) === undefined) await to.remove(key)
}

/** SHA-256 of a blob; undefined when there is none. */
async function sumOf(store: BlobStore, key: string): Promise<string | undefined> {
  try {
    const sum = createHash('sha256')
    for await (const piece of await store.read(key)) sum.update(piece)
    return sum.digest('hex')
  } catch (error) {
    if (error instanceof MissingBlob) return undefined
    throw error
  }
}

async function each(
  from: BlobStore,
  told: ((moved: Moved) => void) | undefined,
  work: (key: string) => Promise<number | undefined>,
): Promise<Moved> {
  const moved = { files: 0, bytes: 0 }
  await inParallel(from.keys(), atOnce, async (key) => {
    const bytes = await work(key)
    if (bytes === undefined) return
    moved.files++
    moved.bytes += bytes
    told?.(moved)
  })
  return moved
}
