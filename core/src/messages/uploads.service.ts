import {
  canSeeTicket,
  Refusal,
  type MediaId,
  type StoredUpload,
  type UploadedFile,
  type Viewer,
} from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import type { FileRemoval } from '../media/file-removal.ts'
import type { MediaStore } from '../media/media.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { factsOf } from '../tickets/ticket-lock.ts'
import { composeMessages, requireImages } from './outgoing.ts'
import { sendingTarget } from './sending-target.ts'
import { upload } from '../tables/upload.table.ts'

/** Time for which an upload can be sent. Half of the grace: no upload that may still be sent is swept. */
export const sendableMs = 12 * 3_600_000
/** Age from which an upload is checked. */
export const graceMs = 2 * sendableMs
/** For so long after its last change a draft keeps its files, so that an answer can be gone on with after a weekend. */
export const draftedMs = 7 * 86_400_000
const atOnce = 200

export interface UploadsDeps {
  readonly db: Database
  readonly media: Pick<MediaStore, 'put' | 'sign'>
  readonly settings: Pick<SettingsReader, 'visibility'>
  readonly channels: ChannelCatalogue
  readonly removeFiles: FileRemoval
  readonly clock: Clock
}

/** A store whose files are looked at by {@link Uploads.sweep}: one that nothing came to hold goes after a day. */
export const sweptMedia = (media: MediaStore): MediaStore => ({
  ...media,
  put: (tenantId, source, meta, along) =>
    media.put(tenantId, source, meta, async (tx, mediaId) => {
      await tx.insert(upload).values({ tenantId, mediaId, userId: null })
      await along?.(tx, mediaId)
    }),
})

interface OldUpload extends Record<string, unknown> {
  tenant_id: string
  media_id: MediaId
  created_at: string
}

/**
 * Files that are there before the message they go along with, each in a request of its own: one that fails takes no
 * other with it.
 */
export class Uploads {
  readonly #deps: UploadsDeps
  constructor(deps: UploadsDeps) {
    this.#deps = deps
  }

  /**
   * Stores a file for a message of this ticket. Checked by its bytes now, so that a refusal comes before the message.
   * @throws Refusal ERR_NO_FILE_UPLOADED, ERR_NO_TICKET_FOUND, ERR_CHANNEL_UNSUPPORTED, ERR_FILE_TOO_LARGE,
   * ERR_INVALID_IMAGE
   */
  async add(
    viewer: Viewer,
    ticketId: string,
    [file]: readonly UploadedFile[],
    voice: boolean | undefined,
  ): Promise<StoredUpload> {
    const { media, settings } = this.#deps
    if (!file) throw new Refusal('ERR_NO_FILE_UPLOADED')
    const { tenantId, userId } = viewer
    const visibility = await settings.visibility(tenantId)
    const { capabilities } = await sendingTarget(this.#deps, tenantId, ticketId, {
      sees: (ticket) => canSeeTicket(viewer, factsOf(ticket), visibility),
    })
    requireImages([file])
    composeMessages(
      { text: '', files: [{ id: userId, mime: file.mime, bytes: file.bytes.byteLength, name: file.name }], voice },
      capabilities,
    )
    const { id, mime, bytes, name } = await media.put(
      tenantId,
      file.bytes,
      { name: file.name, mime: file.mime },
      (tx, mediaId) => tx.insert(upload).values({ tenantId, mediaId, userId }),
    )
    return { id, mime, bytes, name, path: media.sign(tenantId, id, sendableMs, name) }
  }

  /**
   * Removes an upload that its author does not send. A file that is held meanwhile stays. @throws Refusal
   * ERR_NO_MEDIA_FOUND
   */
  async remove({ tenantId, userId }: Viewer, mediaId: MediaId): Promise<void> {
    const { db, removeFiles } = this.#deps
    const [own] = await db.tenant(tenantId, (tx) =>
      tx
        .select({ mediaId: upload.mediaId })
        .from(upload)
        .where(and(eq(upload.tenantId, tenantId), eq(upload.mediaId, mediaId), eq(upload.userId, userId))),
    )
    if (!own) throw new Refusal('ERR_NO_MEDIA_FOUND')
    // A plugin that cannot say whether it holds the file is asked again by the sweep.
    await removeFiles(tenantId, [mediaId])
  }

  /**
   * Removes uploads that nothing came to hold: a message, one that waits, a draft, a picture of somebody, or a plugin.
   * Any number of nodes may sweep. An upload of which a plugin could not say whether it holds it is looked at again by
   * the next sweep.
   */
  async sweep(): Promise<void> {
    const { db, clock } = this.#deps
    const [before, drafted] = [graceMs, draftedMs].map((ms) => new Date(clock.now().getTime() - ms).toISOString())
    for (let after = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }; ;) {
      const old = await db.platform((tx) =>
        tx.execute<OldUpload>(sql`
        select tenant_id, media_id, created_at::text
          from core.old_uploads(${before}::timestamptz, ${drafted}::timestamptz, ${after.at}::timestamptz,
            ${after.id}::uuid, ${atOnce})`),
      )
      for (const [tenantId, files] of Map.groupBy(old, (row) => row.tenant_id))
        await this.#settle(
          tenantId,
          files.map((row) => row.media_id),
        )
      if (old.length < atOnce) return
      after = { at: old.at(-1)!.created_at, id: old.at(-1)!.media_id }
    }
  }

  async #settle(tenantId: string, media: readonly MediaId[]): Promise<void> {
    const unsure = await this.#deps.removeFiles(tenantId, media)
    if (unsure.length > 0) return
    // Deleted files took their rows along; the remaining ones are held.
    await this.#deps.db.tenant(tenantId, (tx) =>
      tx.execute(sql`
        delete from core.upload where tenant_id = ${tenantId} and media_id = any (${sql.param([...media])}::uuid[])`),
    )
  }
}
