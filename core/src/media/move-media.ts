import postgres, { type Sql } from 'postgres'
import { ConfigError } from '../base/config.ts'
import type { BlobStore, MediaPlace } from './media.ts'
import { copyBlobs, moveBlobs, type Moved } from './move-blobs.ts'
import { changePlace } from './place.ts'
import type { BucketBlobs } from './s3.ts'

export interface MediaMove {
  /** Of the owner of the database. */
  readonly ownerUrl: string
  readonly disk: BlobStore
  readonly bucket: BucketBlobs
  /** As the nodes have registered it, see `bucketName`. */
  readonly bucketName: string
  readonly to: MediaPlace
  readonly say: (line: string) => void
  /** Called whenever files were copied or moved. */
  readonly told?: (moved: Moved) => void
}

/** So long after its last heartbeat a node counts as gone. */
const silentAfter = '8 seconds'

/**
 * Moves the files of an installation to its other store while it runs. Copies what is there, then lets everything new
 * be written to the new store, then compares and removes what the old one has. Nodes read from both all the time. It
 * can be ended at any moment and run again, in either direction.
 *
 * @throws ConfigError when a node is not configured with this bucket
 */
export async function moveMedia(move: MediaMove): Promise<Moved> {
  const { ownerUrl, disk, bucket, to, say, told } = move
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined })
  const stores = to === 's3' ? { from: disk, to: bucket } : { from: bucket, to: disk }
  try {
    await bucket.check().catch((error: unknown) => {
      throw new ConfigError('The bucket cannot be reached, or its key is refused', { cause: error })
    })
    await requireBucketOnEveryNode(owner, move.bucketName)
    const copied = await copyBlobs(stores, told)
    say(`Copied ${copied.files} files.`)
    await requireBucketOnEveryNode(owner, move.bucketName)
    await changePlace(owner, to)
    say(`New files are written to ${to === 's3' ? 'the bucket' : 'the disk'} from now on.`)
    const moved = { files: 0, bytes: 0 }
    // Files that were written during a round, by nodes that had begun before the change, are found by the next.
    for (;;) {
      const round = await moveBlobs(stores, told)
      moved.files += round.files
      moved.bytes += round.bytes
      if (round.files === 0) return moved
    }
  } finally {
    await owner.end()
  }
}

async function requireBucketOnEveryNode(owner: Sql, bucket: string): Promise<void> {
  const without = await owner<{ name: string }[]>`
    select name from platform.node
     where seen_at > clock_timestamp() - ${silentAfter}::interval and bucket is distinct from ${bucket}`
  if (without.length === 0) return
  const names = without.map(({ name }) => name).join(', ')
  throw new ConfigError(`Start these nodes with the same S3_BUCKET and S3_ENDPOINT first: ${names}`)
}
