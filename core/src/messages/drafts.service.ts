import {
  canSeeTicket,
  Refusal,
  type Draft,
  type DraftChange,
  type DraftKept,
  type Drafts,
  type MediaId,
  type StoredUpload,
  type TicketId,
  type Viewer,
} from '@recado/contracts'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Clock } from '../base/clock.ts'
import type { Database, SqlBuilder, Tx } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { factsOf } from '../tickets/ticket-lock.ts'
import { draft } from '../tables/draft.table.ts'
import { moveDrafts, survivorOf } from './moved-drafts.ts'
import { draftedMs, sendableMs } from './uploads.service.ts'
import { upload } from '../tables/upload.table.ts'

/** Drafts answered at once: a user with more of them does not look for the oldest. */
const most = 200
/** Time for which an empty draft informs other devices that theirs was sent. */
const emptyKeptMs = 30 * 86_400_000

/** Drafts of agents, for their other devices. Nobody sees a draft but its author. */
export class DraftsService {
  readonly #db: Database
  readonly #media: Pick<MediaStore, 'sign'>
  readonly #settings: Pick<SettingsReader, 'visibility'>
  readonly #clock: Clock
  constructor({
    db,
    media,
    settings,
    clock,
  }: {
    db: Database
    media: Pick<MediaStore, 'sign'>
    settings: Pick<SettingsReader, 'visibility'>
    clock: Clock
  }) {
    this.#db = db
    this.#media = media
    this.#settings = settings
    this.#clock = clock
  }

  /** GET /drafts: of conversations that the viewer sees. */
  async list(viewer: Viewer): Promise<Drafts> {
    const settings = await this.#settings.visibility(viewer.tenantId)
    const [rows, files] = await this.#db.read(viewer.tenantId, (query) => [
      query<Row & { user_id: string | null; queue_id: string | null; bot: string | null }>`
      select d.ticket_id, d.text, d.files, d.uploads, d.written_at, t.user_id, t.queue_id, t.bot
        from core.draft d
        join core.ticket t on t.tenant_id = d.tenant_id and t.id = d.ticket_id
       where d.tenant_id = ${viewer.tenantId} and d.user_id = ${viewer.userId}
       order by d.written_at desc limit ${most}`,
      query<UploadRow>`
        ${uploadsOf(query, viewer)}
        and u.media_id in (
          select unnest(d.uploads)
            from core.draft d
           where d.tenant_id = ${viewer.tenantId} and d.user_id = ${viewer.userId})`,
    ])
    return {
      drafts: rows
        .filter((row) => canSeeTicket(viewer, factsOf(row), settings))
        .map((row) => this.#draft(viewer.tenantId, row, files)),
    }
  }

  /**
   * PUT /drafts/{ticketId}: a change based on the stored draft replaces it; else the newer one wins, and the other is
   * answered. A late change for a merged ticket goes to the one it is part of, and the answer is that one's draft.
   */
  async keep(viewer: Viewer, ticketId: string, change: DraftChange): Promise<DraftKept> {
    const { tenantId, userId } = viewer
    const now = this.#clock.now()
    const settings = await this.#settings.visibility(tenantId)
    const { standing, other } = await this.#db.tenant(tenantId, async (tx) => {
      // Held, so that a merge of this moment either finds the draft or is seen here.
      const [ticket] = await tx.execute<{
        user_id: string | null
        queue_id: string | null
        bot: string | null
        merged_into: string | null
      }>(sql`
        select user_id, queue_id, bot, merged_into
          from core.ticket
         where tenant_id = ${tenantId} and id = ${ticketId} for key share`)
      if (!ticket || !canSeeTicket(viewer, factsOf(ticket), settings)) throw new Refusal('ERR_NO_TICKET_FOUND')
      // A clock that is ahead would win for hours.
      const written: Row = {
        ticket_id: ticketId,
        text: change.text,
        files: change.files,
        uploads: await ownUploads(tx, viewer, change.uploads),
        written_at: new Date(Math.min(Date.parse(change.writtenAt), now.getTime())),
      }
      if (isEmpty(written))
        await tx
          .delete(draft)
          .where(
            and(
              eq(draft.tenantId, tenantId),
              eq(draft.userId, userId),
              eq(draft.text, ''),
              lt(draft.writtenAt, new Date(now.getTime() - emptyKeptMs)),
            ),
          )
      if (ticket.merged_into !== null && !isEmpty(written)) return this.#follow(tx, viewer, written, change.basedOn)
      const [first] = await tx
        .insert(draft)
        .values({ tenantId, userId, ticketId, ...valuesOf(written) })
        .onConflictDoNothing()
        .returning({ ticketId: draft.ticketId })
      return first ? { standing: written, other: null } : this.#settle(tx, viewer, written, change.basedOn)
    })
    const named = [...standing.uploads, ...(other?.uploads ?? [])]
    const files =
      named.length > 0
        ? (
            await this.#db.read(tenantId, (query) => [
              query<UploadRow>`${uploadsOf(query, viewer)} and u.media_id = any (${named}::uuid[])`,
            ])
          )[0]
        : []
    return { draft: this.#draft(tenantId, standing, files), other: other && this.#draft(tenantId, other, files) }
  }

  /** The draft moved with its ticket, so nothing is written at the old place. */
  async #follow(tx: Tx, viewer: Viewer, written: Row, basedOn: string | null): Promise<Settled> {
    const { tenantId, userId } = viewer
    const from = written.ticket_id
    const [taken] = await tx
      .insert(draft)
      .values({ tenantId, userId, ticketId: from, ...valuesOf(written) })
      .onConflictDoUpdate({
        target: [draft.tenantId, draft.userId, draft.ticketId],
        set: valuesOf(written),
        setWhere: sql`${draft.text} = '' and ${draft.files} = '{}' and ${draft.uploads} = '{}'`,
      })
      .returning({ ticketId: draft.ticketId })
    if (!taken) return this.#settle(tx, viewer, written, basedOn)
    const into = await survivorOf(tx, tenantId, from)
    await moveDrafts(tx, tenantId, { from, into, userId })
    const rows = await tx
      .select()
      .from(draft)
      .where(and(eq(draft.tenantId, tenantId), eq(draft.userId, userId), inArray(draft.ticketId, [from, into])))
    const [left, joined] = [from, into].map((id) => rows.map(rowOf).find((row) => row.ticket_id === id))
    return { standing: joined && isEmpty(left!) ? joined : left!, other: null }
  }

  async #settle(tx: Tx, { tenantId, userId }: Viewer, written: Row, basedOn: string | null): Promise<Settled> {
    const place = and(eq(draft.tenantId, tenantId), eq(draft.userId, userId), eq(draft.ticketId, written.ticket_id))
    const [found] = await tx.select().from(draft).where(place).for('update')
    const held = rowOf(found!)
    const heldAt = held.written_at.getTime()
    const isKnown = basedOn !== null && Date.parse(basedOn) === heldAt
    const isNewer = written.written_at.getTime() >= heldAt
    if (!isKnown && !isNewer) return { standing: held, other: otherThan(held, written) }
    // A continuation of a draft is newer than it, regardless of the clocks of two devices.
    const standing: Row = { ...written, written_at: new Date(Math.max(written.written_at.getTime(), heldAt + 1)) }
    await tx.update(draft).set(valuesOf(standing)).where(place)
    return { standing, other: isKnown ? null : otherThan(standing, held) }
  }

  /** A draft as it is given out: of its files those that will still be there for as long as their path can be sent. */
  #draft(tenantId: string, { ticket_id, text, files, uploads, written_at }: Row, stored: readonly UploadRow[]): Draft {
    const now = this.#clock.now().getTime()
    const sendable = uploads.flatMap((mediaId): StoredUpload[] => {
      const found = stored.find(({ id }) => id === mediaId)
      if (
        !found ||
        now >= Math.max(found.created_at.getTime() + sendableMs, written_at.getTime() + draftedMs - sendableMs)
      )
        return []
      const { id, name, mime, bytes } = found
      return [{ id, name, mime, bytes, path: this.#media.sign(tenantId, id, sendableMs, name) }]
    })
    return {
      ticketId: ticket_id as TicketId,
      text,
      files: [...files],
      uploads: sendable,
      writtenAt: written_at.toISOString(),
    }
  }
}

interface Row {
  readonly ticket_id: string
  readonly text: string
  readonly files: readonly string[]
  readonly uploads: readonly string[]
  readonly written_at: Date
}
/** The stored draft of a ticket, and the replaced one. */
interface Settled {
  readonly standing: Row
  readonly other: Row | null
}
interface UploadRow {
  readonly id: MediaId
  readonly name: string | null
  readonly mime: string
  readonly bytes: number
  readonly created_at: Date
}

const rowOf = ({ ticketId, text, files, uploads, writtenAt }: typeof draft.$inferSelect): Row => ({
  ticket_id: ticketId,
  text,
  files,
  uploads,
  written_at: writtenAt,
})
const valuesOf = ({ text, files, uploads, written_at }: Row) => ({
  text,
  files: [...files],
  uploads: [...uploads],
  writtenAt: written_at,
})
const isEmpty = ({ text, files, uploads }: Row): boolean => text === '' && files.length === 0 && uploads.length === 0
/** The replaced draft, unless its content is in the stored one. */
const otherThan = (standing: Row, gone: Row): Row | null =>
  (gone.text.trim() === '' || gone.text === standing.text) && gone.uploads.every((id) => standing.uploads.includes(id))
    ? null
    : gone

/** Uploads of the viewer that can be read, with what is known of the files. */
const uploadsOf = (query: SqlBuilder, { tenantId, userId }: Viewer) => query`
  select u.media_id as id, m.name, m.mime, m.bytes::float8 as bytes, u.created_at
    from core.upload u
    join core.media m on m.tenant_id = u.tenant_id and m.id = u.media_id
   where u.tenant_id = ${tenantId} and u.user_id = ${userId}`

/** Those of these files that the viewer uploaded and that still exist, in the given order. */
async function ownUploads(
  tx: Tx,
  { tenantId, userId }: Viewer,
  media: readonly MediaId[],
): Promise<readonly MediaId[]> {
  if (media.length === 0) return []
  const own = await tx
    .select({ id: upload.mediaId })
    .from(upload)
    .where(and(eq(upload.tenantId, tenantId), eq(upload.userId, userId), inArray(upload.mediaId, [...media])))
  return [...new Set(media)].filter((mediaId) => own.some(({ id }) => id === mediaId))
}
