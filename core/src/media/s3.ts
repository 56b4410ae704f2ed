import { Readable } from 'node:stream'
import { Refusal } from '@recado/contracts'
import type * as S3 from '@aws-sdk/client-s3'
import type { S3Settings } from '../base/config.ts'
import { MissingBlob, type BlobStore } from './media.ts'

/** Blobs in a bucket, and what a bucket can do beside. */
export interface BucketBlobs extends BlobStore {
  /** Rejects when the bucket cannot be reached or used. */
  check(): Promise<void>
  /** See {@link PlacedBlobs.downloadAddress}; does not look whether there is a blob. */
  downloadAddress(key: string, disposition: string): Promise<string | undefined>
}

/** Most files fit into one part. S3 wants 5 MiB at least. */
const partBytes = 8 * 1024 * 1024
const partsAtOnce = 2
const connectWithinMs = 3_000
/** For a socket on which nothing moves, and for the beginning of an answer. */
const silentMs = 20_000
/** A node that is told so tries again after this time. */
const retryAfterSeconds = 5
const addressSeconds = 60
/** A browser that reads the bucket directly is given no type that it could run, and no place to show it. */
const stored = { ContentType: 'application/octet-stream', ContentDisposition: 'attachment' } as const

/**
 * Blobs in a bucket. The library is loaded with the first call. A server that is away, or refuses, makes every call
 * reject with ERR_UNAVAILABLE, after the library has tried three times.
 */
export function s3Blobs(settings: S3Settings): BucketBlobs {
  const { bucket } = settings
  const load = async (): Promise<{ s3: typeof S3; client: S3.S3Client }> => {
    const s3 = await import('@aws-sdk/client-s3')
    return { s3, client: new s3.S3Client(clientOptions(settings, settings.endpoint)) }
  }
  let loading: ReturnType<typeof load> | undefined
  const library = (): ReturnType<typeof load> => (loading ??= load())
  let signing: S3.S3Client | undefined
  const objectOf = (key: string): { Bucket: string; Key: string } => ({ Bucket: bucket, Key: key })

  return {
    async write(key, source) {
      const { client } = await library()
      const { Upload } = await import('@aws-sdk/lib-storage')
      const counted = new CountedSource(source)
      const upload = new Upload({
        client,
        params: { ...objectOf(key), ...stored, Body: Readable.from(counted.pieces()) },
        partSize: partBytes,
        queueSize: partsAtOnce,
      })
      try {
        await upload.done()
      } catch (error) {
        if (counted.failure) throw counted.failure.error
        throw unavailable(error)
      }
      return { bytes: counted.bytes }
    },
    async read(key, range) {
      const { s3, client } = await library()
      const asked = range && { Range: `bytes=${range.start}-${range.end}` }
      const { Body } = await client
        .send(new s3.GetObjectCommand({ ...objectOf(key), ...asked }))
        .catch((error: unknown) => {
          throw isMissing(error) ? new MissingBlob({ cause: error }) : unavailable(error)
        })
      return Body!.transformToWebStream()
    },
    async remove(key) {
      const { s3, client } = await library()
      await client.send(new s3.DeleteObjectCommand(objectOf(key))).catch((error: unknown) => {
        if (!isMissing(error)) throw unavailable(error)
      })
    },
    async size(key) {
      const { s3, client } = await library()
      try {
        return (await client.send(new s3.HeadObjectCommand(objectOf(key)))).ContentLength ?? 0
      } catch (error) {
        if (isMissing(error)) return undefined
        throw unavailable(error)
      }
    },
    async *keys() {
      const { s3, client } = await library()
      try {
        for await (const page of s3.paginateListObjectsV2({ client }, { Bucket: bucket }))
          for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key
      } catch (error) {
        throw unavailable(error)
      }
    },
    async check() {
      const { s3, client } = await library()
      await client.send(new s3.HeadBucketCommand({ Bucket: bucket }))
    },
    async downloadAddress(key, disposition) {
      if (settings.publicEndpoint === undefined) return undefined
      const { s3 } = await library()
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      signing ??= new s3.S3Client(clientOptions(settings, settings.publicEndpoint))
      const command = new s3.GetObjectCommand({
        ...objectOf(key),
        ResponseContentDisposition: disposition,
        ResponseContentType: stored.ContentType,
        ResponseCacheControl: 'private, no-store',
      })
      return getSignedUrl(signing, command, { expiresIn: addressSeconds })
    },
  }
}

/** Names the bucket, for comparing what nodes use; without credentials. */
export const bucketName = ({ endpoint, bucket }: S3Settings): string => `${endpoint ?? 'amazon'} ${bucket}`

/**
 * Since 2025 the library adds checksums of its own, which many servers that speak S3 refuse; those with an address of
 * their own rarely have names of buckets in their host name either.
 */
const clientOptions = ({ region, credentials }: S3Settings, endpoint: string | undefined) =>
  ({
    region,
    ...(credentials && { credentials }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: connectWithinMs, socketTimeout: silentMs, requestTimeout: silentMs },
  }) as const

/** The pieces of a source, counted; its own failure is told apart from one of the server. */
class CountedSource {
  bytes = 0
  failure: { readonly error: unknown } | undefined
  readonly #source: AsyncIterable<Uint8Array>
  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of this.#source) {
        this.bytes += piece.length
        yield piece
      }
    } catch (error) {
      this.failure = { error }
      throw error
    }
  }
}

const isMissing = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound'].includes((error as { name?: string }).name ?? '')

const unavailable = (error: unknown): Refusal => new Refusal('ERR_UNAVAILABLE', { retryAfterSeconds }, { cause: error })
