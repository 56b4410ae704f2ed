import { canSeeTicket, Refusal, type Draft, type DraftChange, type DraftKept, type Drafts, type TicketId, type Viewer } from '@recado/contracts'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../db/database.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { factsOf } from '../tickets/ticket-lock.ts'
import { draft } from './draft.table.ts'
import { moveDrafts, survivorOf } from './moved-drafts.ts'

/** Given out at once: who has begun more answers than that does not look for the oldest. */
const most = 200
/** For this long an empty draft tells other devices that theirs was sent. */
const emptyKeptMs = 30 * 86_400_000

/** What agents have begun to write, for their other devices. Nobody sees a draft but its author. */
export class DraftsService {
  readonly #db: Database
  readonly #settings: Pick<SettingsReader, 'visibility'>
  readonly #clock: Clock
  constructor({ db, settings, clock }: { db: Database; settings: Pick<SettingsReader, 'visibility'>; clock: Clock }) {
    this.#db = db
    this.#settings = settings
    this.#clock = clock
  }

  /** GET /drafts: of conversations that the viewer sees. */
  async list(viewer: Viewer): Promise<Drafts> {
    const settings = await this.#settings.visibility(viewer.tenantId)
    const [rows] = await this.#db.read(viewer.tenantId, (query) => [query<Row & { user_id: string | null; queue_id: string | null; bot: string | null }>`
      select d.ticket_id, d.text, d.files, d.written_at, t.user_id, t.queue_id, t.bot from core.draft d join core.ticket t on t.tenant_id = d.tenant_id and t.id = d.ticket_id
       where d.tenant_id = ${viewer.tenantId} and d.user_id = ${viewer.userId} order by d.written_at desc limit ${most}`])
    return { drafts: rows.filter((row) => canSeeTicket(viewer, factsOf(row), settings)).map(toDraft) }
  }

  /**
   * PUT /drafts/{ticketId}: who knew what stands there replaces it; else the newer one stands, and the other is answered. What
   * comes late for a ticket that is part of another one by now goes there, and the answer is that one's draft.
   */
  async keep(viewer: Viewer, ticketId: string, change: DraftChange): Promise<DraftKept> {
    const { tenantId, userId } = viewer
    const now = this.#clock.now()
    // A clock that is ahead would win for hours.
    const written: Draft = { ticketId: ticketId as TicketId, text: change.text, files: change.files, writtenAt: new Date(Math.min(Date.parse(change.writtenAt), now.getTime())).toISOString() }
    const settings = await this.#settings.visibility(tenantId)
    return this.#db.tenant(tenantId, async (tx) => {
      // Held, so that a merge of this moment either finds the draft or is seen here.
      const [ticket] = await tx.execute<{ user_id: string | null; queue_id: string | null; bot: string | null; merged_into: string | null }>(sql`select user_id, queue_id, bot, merged_into from core.ticket where tenant_id = ${tenantId} and id = ${ticketId} for key share`)
      if (!ticket || !canSeeTicket(viewer, factsOf(ticket), settings)) throw new Refusal('ERR_NO_TICKET_FOUND')
      if (isEmpty(written)) await tx.delete(draft).where(and(eq(draft.tenantId, tenantId), eq(draft.userId, userId), eq(draft.text, ''), lt(draft.writtenAt, new Date(now.getTime() - emptyKeptMs))))
      const values = { text: written.text, files: [...written.files], writtenAt: new Date(written.writtenAt) }
      if (ticket.merged_into !== null && !isEmpty(written)) return this.#follow(tx, viewer, written, change.basedOn)
      const [first] = await tx.insert(draft).values({ tenantId, userId, ticketId, ...values }).onConflictDoNothing().returning({ ticketId: draft.ticketId })
      return first ? { draft: written, other: null } : this.#settle(tx, viewer, written, change.basedOn)
    })
  }

  /** Nothing else is written where it was: what was went along. */
  async #follow(tx: Tx, viewer: Viewer, written: Draft, basedOn: string | null): Promise<DraftKept> {
    const { tenantId, userId } = viewer
    const { ticketId: from } = written
    const values = { text: written.text, files: [...written.files], writtenAt: new Date(written.writtenAt) }
    const [taken] = await tx.insert(draft).values({ tenantId, userId, ticketId: from, ...values })
      .onConflictDoUpdate({ target: [draft.tenantId, draft.userId, draft.ticketId], set: values, setWhere: sql`${draft.text} = '' and ${draft.files} = '{}'` }).returning({ ticketId: draft.ticketId })
    if (!taken) return this.#settle(tx, viewer, written, basedOn)
    const into = await survivorOf(tx, tenantId, from)
    await moveDrafts(tx, tenantId, { from, into, userId })
    const rows = await tx.select().from(draft).where(and(eq(draft.tenantId, tenantId), eq(draft.userId, userId), inArray(draft.ticketId, [from, into])))
    const [left, joined] = [from, into].map((id) => rows.map(draftOf).find((row) => row.ticketId === id))
    return { draft: joined && isEmpty(left!) ? joined : left!, other: null }
  }

  async #settle(tx: Tx, { tenantId, userId }: Viewer, written: Draft, basedOn: string | null): Promise<DraftKept> {
    const place = and(eq(draft.tenantId, tenantId), eq(draft.userId, userId), eq(draft.ticketId, written.ticketId))
    const [row] = await tx.select().from(draft).where(place).for('update')
    const held = draftOf(row!)
    const heldAt = row!.writtenAt.getTime()
    const isKnown = basedOn !== null && Date.parse(basedOn) === heldAt
    const isNewer = Date.parse(written.writtenAt) >= heldAt
    if (!isKnown && !isNewer) return { draft: held, other: otherThan(held, written) }
    // What continues a draft is newer than it, whatever the clocks of two devices say.
    const standing: Draft = { ...written, writtenAt: new Date(Math.max(Date.parse(written.writtenAt), heldAt + 1)).toISOString() }
    await tx.update(draft).set({ text: standing.text, files: [...standing.files], writtenAt: new Date(standing.writtenAt) }).where(place)
    return { draft: standing, other: isKnown ? null : otherThan(standing, held) }
  }
}

interface Row { ticket_id: string; text: string; files: string[]; written_at: Date }
const toDraft = (row: Row): Draft => ({ ticketId: row.ticket_id as TicketId, text: row.text, files: row.files, writtenAt: row.written_at.toISOString() })
const draftOf = (row: typeof draft.$inferSelect): Draft => ({ ticketId: row.ticketId as TicketId, text: row.text, files: row.files, writtenAt: row.writtenAt.toISOString() })
const isEmpty = ({ text, files }: Draft): boolean => text === '' && files.length === 0
/** What gave way, unless nothing is lost with it. */
const otherThan = (standing: Draft, gone: Draft): Draft | null => (gone.text.trim() === '' || gone.text === standing.text ? null : gone)
