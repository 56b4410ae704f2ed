import {
  ContactSegmentFilter,
  overviewCountCap,
  Refusal,
  seesMasked,
  type ContactSegment,
  type ContactSegmentCount,
  type ContactSegmentInput,
  type Viewer,
} from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import { countContacts } from '../contacts/contact-search.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { contactSegment } from '../tables/contact-segment.table.ts'

/** Of one's own, and shared ones of a company. */
const most = 50

interface SegmentRow {
  id: string
  user_id: string
  is_shared: boolean
  name: string
  filter: unknown
}

/**
 * Saved filters of contacts. One's own are one's own business; shared ones are changed by who holds `segments.share`,
 * and written into the audit trail. A segment is a filter and no right: it finds for each reader what the list finds
 * for them.
 */
export class ContactSegmentsService {
  readonly #db: Database
  readonly #settings: SettingsReader
  constructor({ db, settings }: { db: Database; settings: SettingsReader }) {
    this.#db = db
    this.#settings = settings
  }

  /** Shared ones first, each kind in its order. */
  async list(viewer: Viewer): Promise<ContactSegment[]> {
    return (await this.#rows(viewer, null)).map(toSegment)
  }

  /** Number of contacts in it for the viewer now. @throws Refusal ERR_NO_SEGMENT_FOUND */
  async count(viewer: Viewer, id: string): Promise<ContactSegmentCount> {
    const { filter } = await this.#one(viewer, id)
    const masked = seesMasked(viewer, await this.#settings.visibility(viewer.tenantId))
    const count = await countContacts(this.#db, viewer.tenantId, filter, masked, overviewCountCap + 1)
    return { count: Math.min(count, overviewCountCap), capped: count > overviewCountCap }
  }

  /** @throws Refusal ERR_SEGMENT_LIMIT, ERR_NO_PERMISSION */
  async create(viewer: Viewer, input: ContactSegmentInput): Promise<ContactSegment> {
    mayShare(viewer, input.shared)
    const { tenantId, userId } = viewer
    const id: string = newId()
    await this.#db.tenant(tenantId, async (tx) => {
      const position = await holdPlace(tx, viewer, input.shared)
      await tx
        .insert(contactSegment)
        .values({ id, tenantId, userId, isShared: input.shared, name: input.name, filter: input.filter, position })
      if (input.shared)
        await audit(tx, { tenantId, userId, action: 'segments.create', subject: id, facts: { name: input.name } })
    })
    return this.#one(viewer, id)
  }

  /**
   * A segment that is not shared any more belongs to the user who changed it. @throws Refusal ERR_NO_SEGMENT_FOUND,
   * ERR_SEGMENT_LIMIT, ERR_NO_PERMISSION
   */
  async update(viewer: Viewer, id: string, input: ContactSegmentInput): Promise<ContactSegment> {
    mayShare(viewer, input.shared)
    const { tenantId, userId } = viewer
    await this.#db.tenant(tenantId, async (tx) => {
      const known = await hold(tx, viewer, id)
      const moved =
        known.isShared === input.shared ? {} : { userId, position: await holdPlace(tx, viewer, input.shared) }
      await tx
        .update(contactSegment)
        .set({
          ...moved,
          name: input.name,
          isShared: input.shared,
          filter: input.filter,
          updatedAt: sql`now()` as never,
        })
        .where(at(tenantId, id))
      if (known.isShared || input.shared)
        await audit(tx, {
          tenantId,
          userId,
          action: 'segments.update',
          subject: id,
          facts: { name: input.name, shared: input.shared },
        })
    })
    return this.#one(viewer, id)
  }

  /** @throws Refusal ERR_NO_SEGMENT_FOUND, ERR_NO_PERMISSION */
  async remove(viewer: Viewer, id: string): Promise<void> {
    const { tenantId, userId } = viewer
    await this.#db.tenant(tenantId, async (tx) => {
      const known = await hold(tx, viewer, id)
      await tx.delete(contactSegment).where(at(tenantId, id))
      if (known.isShared)
        await audit(tx, { tenantId, userId, action: 'segments.delete', subject: id, facts: { name: known.name } })
    })
  }

  async #one(viewer: Viewer, id: string): Promise<ContactSegment> {
    const [row] = await this.#rows(viewer, id)
    if (!row) throw new Refusal('ERR_NO_SEGMENT_FOUND')
    return toSegment(row)
  }

  async #rows({ tenantId, userId }: Viewer, id: string | null): Promise<SegmentRow[]> {
    const [rows] = await this.#db.read(tenantId, (query) => [
      query<SegmentRow>`
      select s.id, s.user_id, s.is_shared, s.name, s.filter from core.contact_segment s
       where s.tenant_id = ${tenantId}
         and (s.is_shared or s.user_id = ${userId})
         and (${id}::uuid is null or s.id = ${id})
       order by s.is_shared desc, s.position, s.id limit ${2 * most}`,
    ])
    return rows
  }
}

const toSegment = (row: SegmentRow): ContactSegment => ({
  id: row.id,
  name: row.name,
  shared: row.is_shared,
  userId: row.user_id as ContactSegment['userId'],
  filter: ContactSegmentFilter.parse(row.filter),
})

const at = (tenantId: string, id: string) => and(eq(contactSegment.tenantId, tenantId), eq(contactSegment.id, id))

function mayShare(viewer: Viewer, shared: boolean): void {
  if (shared && !viewer.can('segments.share')) throw new Refusal('ERR_NO_PERMISSION')
}

/**
 * The place behind the viewer's own segments, or behind the shared ones. Locked, so that two at once do not both find
 * space. @throws Refusal ERR_SEGMENT_LIMIT
 */
async function holdPlace(tx: Tx, { tenantId, userId }: Viewer, shared: boolean): Promise<number> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`contact-segments ${tenantId} ${shared ? '' : userId}`}, 0))`,
  )
  const [held] = await tx
    .select({
      count: sql<number>`count(*)::integer`,
      last: sql<number>`coalesce(max(${contactSegment.position}), 0)::integer`,
    })
    .from(contactSegment)
    .where(
      and(
        eq(contactSegment.tenantId, tenantId),
        eq(contactSegment.isShared, shared),
        ...(shared ? [] : [eq(contactSegment.userId, userId)]),
      ),
    )
  if (held!.count >= most) throw new Refusal('ERR_SEGMENT_LIMIT', { limit: most })
  return held!.last + 1
}

/** For a change. One's own of somebody else does not exist; a shared one needs the right. */
async function hold(tx: Tx, viewer: Viewer, id: string): Promise<{ name: string; isShared: boolean }> {
  const [known] = await tx
    .select({ name: contactSegment.name, isShared: contactSegment.isShared, userId: contactSegment.userId })
    .from(contactSegment)
    .where(at(viewer.tenantId, id))
    .for('update')
  if (!known || (!known.isShared && known.userId !== viewer.userId)) throw new Refusal('ERR_NO_SEGMENT_FOUND')
  mayShare(viewer, known.isShared)
  return known
}
