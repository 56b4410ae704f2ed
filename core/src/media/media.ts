import type { MediaId, MediaInfo } from '@recado/contracts'
import type { Tx } from '../db/database.ts'

/** Store of the bytes: the local disk, or a bucket. Keys are made by the server. */
export interface BlobStore {
  /** The blob appears whole or not at all. A source that fails leaves nothing behind. */
  write(key: string, source: AsyncIterable<Uint8Array>): Promise<{ bytes: number }>
  /**
   * Both ends of the range included.
   *
   * @throws MissingBlob
   */
  read(key: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array>>
  /** Removing what is not there succeeds. */
  remove(key: string): Promise<void>
  /** Bytes of a blob; undefined when there is none. */
  size(key: string): Promise<number | undefined>
  /** The keys of all blobs, in no order; what is written or removed meanwhile may be among them or not. */
  keys(): AsyncIterable<string>
}

/** There is no blob with that key. */
export class MissingBlob extends Error {
  override readonly name = 'MissingBlob'
  constructor(options?: ErrorOptions) {
    super('there is no such blob', options)
  }
}

/** Where the files of an installation are written: the folder `media` of `DATA_DIR`, or the bucket. */
export type MediaPlace = 'disk' | 's3'

/** The stores of an installation as one: written to one of them, read from both. */
export interface PlacedBlobs extends Omit<BlobStore, 'write' | 'keys'> {
  /** Says where it wrote the blob. */
  write(key: string, source: AsyncIterable<Uint8Array>): Promise<{ bytes: number; place: MediaPlace }>
  /** Where files are written until the transaction ends: it cannot change before. */
  holdPlace(tx: Tx): Promise<MediaPlace>
  /** Brings a blob that was written elsewhere to that place. */
  bring(key: string, place: MediaPlace): Promise<void>
  /**
   * An address from which a browser downloads the blob, as a file of that name and without its type, for the next
   * minute; undefined where browsers do not reach the store, or the blob is not there.
   */
  downloadAddress(key: string, disposition: string): Promise<string | undefined>
  /** Whether the store in which files are written can be used. The disk always can. */
  isUp(): Promise<boolean>
}

/** Files of tenants: sniffed, limited, described in the database, served by signed paths. */
export interface MediaStore {
  /** `along` is written in the transaction that describes the file: neither stands without the other. */
  put(
    tenantId: string,
    source: AsyncIterable<Uint8Array> | Uint8Array,
    meta: { name?: string; mime?: string; maxBytes?: number },
    along?: (tx: Tx, id: MediaId) => Promise<unknown>,
  ): Promise<MediaInfo>
  open(tenantId: string, media: string): Promise<MediaInfo & { stream: ReadableStream<Uint8Array> }>
  info(tenantId: string, media: string): Promise<MediaInfo | undefined>
  /** `/media/<tenant>/<id>/<name>?e=…&s=…`, valid until `ttlMs` from now, rounded so that browsers can cache. */
  sign(tenantId: string, media: string, ttlMs: number, name?: string | null): string
  /** Gives files to the sweep of uploads, which removes them after a day where nothing holds them. */
  release(tenantId: string, media: readonly MediaId[]): Promise<void>
}
