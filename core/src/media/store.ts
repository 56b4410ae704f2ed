import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal, type MediaId, type MediaInfo } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import { derivedKey } from '../security/keys.ts'
import type { MediaPlace, MediaStore, PlacedBlobs } from './media.ts'
import { safeName } from '../files/name.ts'
import { headBytes, sniff } from '../files/sniff.ts'

export const defaultMaxBytes = 10_000_000
/** Signed paths of one file stay the same for at least this long, so that a browser keeps what it has. */
const shortestStepMs = 60_000

/** Content of a signed path, unchecked. */
export interface SignedPath {
  readonly tenantId: string
  readonly mediaId: string
  readonly name: string
  readonly expires: string
  readonly signature: string
}

/** The part of the store that serves files to browsers. */
export interface SignedMedia {
  /**
   * The file a path was signed for, with the seconds it stays valid; undefined when anything about the path is wrong.
   */
  resolve(path: SignedPath): Promise<(MediaInfo & { secondsLeft: number }) | undefined>
  /** Its bytes, both ends of the range included. */
  read(tenantId: string, mediaId: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array>>
  /** See {@link PlacedBlobs.downloadAddress}. */
  downloadAddress(tenantId: string, mediaId: string, disposition: string): Promise<string | undefined>
}

export interface MediaOptions {
  readonly db: Database
  readonly blobs: PlacedBlobs
  readonly secret: string
  readonly clock: Clock
}

/** Key of a file's bytes in the blob store. */
export const blobOf = (tenantId: string, mediaId: string): string => `${tenantId}/${mediaId}`

/** Files of tenants on a blob store, described in core.media. The key of a blob is made of ids alone. */
export function createMediaStore({ db, blobs, secret, clock }: MediaOptions): MediaStore & SignedMedia {
  const signingKey = derivedKey(secret, 'media paths v1')
  const signatureOf = (tenantId: string, mediaId: string, name: string, expires: string): Buffer =>
    createHmac('sha256', signingKey)
      .update(JSON.stringify([tenantId, mediaId, name, expires]))
      .digest()
      .subarray(0, 16)

  const info = async (tenantId: string, mediaId: string): Promise<MediaInfo | undefined> => {
    const [rows] = await db.read(tenantId, (sql) => [
      sql<{
        id: MediaId
        mime: string
        bytes: string
        name: string | null
      }>`select id, mime, bytes, name from core.media where tenant_id = ${tenantId} and id = ${mediaId}`,
    ])
    return rows[0] && { ...rows[0], bytes: Number(rows[0].bytes) }
  }

  return {
    info,
    async put(tenantId, source, meta, along) {
      const id = newId<MediaId>()
      const key = blobOf(tenantId, id)
      const head: Uint8Array[] = []
      const { bytes, place } = await blobs.write(key, measured(source, meta.maxBytes ?? defaultMaxBytes, head))
      try {
        const mime = await sniff(Buffer.concat(head), meta.mime)
        const name = safeName(meta.name)
        const describe = (liesAt: MediaPlace): Promise<MediaPlace> =>
          db.tenant(tenantId, async (tx) => {
            const wanted = await blobs.holdPlace(tx)
            if (wanted !== liesAt) return wanted
            await tx.execute(sql`
              insert into core.media (id, tenant_id, name, mime, bytes)
              values (${id}, ${tenantId}, ${name}, ${mime}, ${bytes})`)
            await along?.(tx, id)
            return wanted
          })
        // Files move elsewhere from this moment on: this one, which nobody knows yet, is taken along.
        let liesAt = place
        for (let wanted = await describe(liesAt); wanted !== liesAt; wanted = await describe(liesAt)) {
          await blobs.bring(key, wanted)
          liesAt = wanted
        }
        return { id, mime, bytes, name }
      } catch (error) {
        await blobs.remove(key)
        throw error
      }
    },
    async open(tenantId, mediaId) {
      const found = await info(tenantId, mediaId)
      if (!found) throw new Refusal('ERR_NO_MEDIA_FOUND')
      return { ...found, stream: await blobs.read(blobOf(tenantId, mediaId)) }
    },
    sign(tenantId, mediaId, ttlMs, name) {
      const step = Math.max(shortestStepMs, ttlMs / 4)
      const expires = String(Math.round((Math.ceil((clock.now().getTime() + ttlMs) / step) * step) / 1000))
      const shown = safeName(name) ?? 'file'
      const signature = signatureOf(tenantId, mediaId, shown, expires).toString('base64url')
      return `/media/${tenantId}/${mediaId}/${encodeURIComponent(shown)}?e=${expires}&s=${signature}`
    },
    async release(tenantId, media) {
      if (media.length === 0) return
      await db.tenant(tenantId, (tx) =>
        tx.execute(sql`
          insert into core.upload (tenant_id, media_id)
          select m.tenant_id, m.id from core.media m
           where m.tenant_id = ${tenantId} and m.id = any (${sql.param([...media])}::uuid[])
          on conflict (tenant_id, media_id) do update set created_at = now()`),
      )
    },
    async resolve({ tenantId, mediaId, name, expires, signature }) {
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(tenantId, mediaId, name, expires)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const secondsLeft = Math.floor(Number(expires) - clock.now().getTime() / 1000)
      if (!(secondsLeft > 0)) return undefined
      const found = await info(tenantId, mediaId)
      return found && { ...found, secondsLeft }
    },
    read: (tenantId, mediaId, range) => blobs.read(blobOf(tenantId, mediaId), range),
    downloadAddress: (tenantId, mediaId, disposition) => blobs.downloadAddress(blobOf(tenantId, mediaId), disposition),
  }
}

/** The source, ended with a refusal where it grows too large; its beginning is kept for sniffing. */
async function* measured(
  source: AsyncIterable<Uint8Array> | Uint8Array,
  limit: number,
  head: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const piece of source instanceof Uint8Array ? [source] : source) {
    if (seen < headBytes) head.push(piece.subarray(0, headBytes - seen))
    seen += piece.length
    if (seen > limit) throw new Refusal('ERR_FILE_TOO_LARGE', { limit })
    yield piece
  }
}
