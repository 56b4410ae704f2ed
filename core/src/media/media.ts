import type { MediaId, MediaInfo } from '@recado/contracts'
import type { Tx } from '../db/database.ts'

/** Store of the bytes. The local disk is one driver; an object store can be another. Keys are made by the server. */
export interface BlobStore {
  write(key: string, source: AsyncIterable<Uint8Array>): Promise<{ bytes: number }>
  read(key: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array>>
  remove(key: string): Promise<void>
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
}
