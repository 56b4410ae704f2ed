import { Refusal } from '@recado/contracts'
import { BriefCache } from '../base/brief-cache.ts'
import type { Database } from '../db/database.ts'
import { MissingBlob, type BlobStore, type MediaPlace, type PlacedBlobs } from './media.ts'
import { holdPlace, readPlace } from './place.ts'
import type { BucketBlobs } from './s3.ts'

/** A file that is written to where files were written a moment ago is brought along before it is described. */
const keptMs = 2_000
/** However often probes and pages ask, the server of the bucket is asked once in so many milliseconds. */
const lookEveryMs = 3_000

export interface PlacedBlobsOptions {
  readonly db: Pick<Database, 'raw'>
  readonly disk: BlobStore
  readonly bucket: BucketBlobs
}

/** The stores of an installation without a bucket: its disk. */
export const diskAlone = (disk: BlobStore): PlacedBlobs => ({
  ...disk,
  write: async (key, source) => ({ ...(await disk.write(key, source)), place: 'disk' }),
  holdPlace: async () => 'disk',
  bring: async () => undefined,
  downloadAddress: async () => undefined,
  isUp: async () => true,
})

/**
 * The stores of an installation with a bucket. Files are written where the database says, and read from there or from
 * the other store: they may be moved at any moment (decision 185).
 */
export function placedBlobs({ db, disk, bucket }: PlacedBlobsOptions): PlacedBlobs {
  const stores: Readonly<Record<MediaPlace, BlobStore>> = { disk, s3: bucket }
  const known = new BriefCache<MediaPlace>(keptMs, 1)
  const place = (): Promise<MediaPlace> => known.get('place', () => readPlace(db))
  const other = (of: MediaPlace): MediaPlace => (of === 'disk' ? 's3' : 'disk')
  /** In the order in which a blob is found soonest. */
  const inOrder = async (): Promise<readonly [BlobStore, BlobStore]> => {
    const first = await place()
    return [stores[first], stores[other(first)]]
  }
  const reached = new BriefCache<boolean>(lookEveryMs, 1)
  const look = async (): Promise<boolean> =>
    (await place()) === 'disk' ||
    (await bucket.check().then(
      () => true,
      () => false,
    ))
  const read: BlobStore['read'] = async (key, range) => {
    const [first, second] = await inOrder()
    try {
      return await first.read(key, range)
    } catch (error) {
      return await second.read(key, range).catch((next: unknown) => {
        // It is said that a blob is not there only if both say so.
        throw error instanceof MissingBlob ? next : error
      })
    }
  }
  return {
    read,
    async write(key, source) {
      const at = await place()
      return { ...(await stores[at].write(key, source)), place: at }
    },
    // A mover that copies the blob at this moment removes its copy when the original is gone (see moveBlob). The bucket
    // comes first and last, so that whichever is the original, the copy goes after it.
    async remove(key) {
      await bucket.remove(key)
      await disk.remove(key)
      await bucket.remove(key)
    },
    async size(key) {
      const [first, second] = await inOrder()
      return (await first.size(key)) ?? second.size(key)
    },
    async holdPlace(tx) {
      const at = await holdPlace(tx)
      if (at !== (await place())) known.clear()
      return at
    },
    async bring(key, to) {
      await stores[to].write(key, await stores[other(to)].read(key))
      await stores[other(to)].remove(key)
    },
    isUp: () => reached.get('bucket', look),
    async downloadAddress(key, disposition) {
      try {
        if ((await place()) !== 's3' || (await bucket.size(key)) === undefined) return undefined
        return await bucket.downloadAddress(key, disposition)
      } catch (error) {
        // The server serves the file itself, or says what is wrong.
        if (Refusal.is(error)) return undefined
        throw error
      }
    },
  }
}
