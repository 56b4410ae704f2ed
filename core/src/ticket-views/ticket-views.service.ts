import {
  Refusal,
  TicketViewFilter,
  type TicketView,
  type TicketViewCount,
  type TicketViewInput,
  type Viewer,
} from '@recado/contracts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { countCap, countedTickets } from '../tickets/ticket-list.ts'
import { ticketView } from '../tables/ticket-view.table.ts'

/** Of one's own, and shared ones of a company: more is a list of lists. */
const most = 50

interface ViewRow {
  id: string
  user_id: string
  is_shared: boolean
  name: string
  icon: TicketView['icon']
  filter: unknown
}

/**
 * Saved filters of the ticket list. One's own are one's own business; shared ones are changed by who holds
 * `views.share`, and written into the audit trail. A view is a filter and no right: each reader's own visibility
 * decides what it shows.
 */
export class TicketViewsService {
  readonly #db: Database
  readonly #settings: SettingsReader
  constructor({ db, settings }: { db: Database; settings: SettingsReader }) {
    this.#db = db
    this.#settings = settings
  }

  /** Shared ones first, each kind in its order. */
  async list(viewer: Viewer): Promise<TicketView[]> {
    return (await this.#rows(viewer, null)).map(toView)
  }

  /** Of every view that the viewer has, at once. */
  async counts(viewer: Viewer): Promise<TicketViewCount[]> {
    const views = await this.list(viewer)
    const settings = await this.#settings.visibility(viewer.tenantId)
    const counted = await countedTickets(
      this.#db,
      viewer,
      views.map(({ filter }) => filter),
      settings,
    )
    return views.map(({ id }, index) => ({
      id,
      count: Math.min(counted[index]!, countCap),
      capped: counted[index]! > countCap,
    }))
  }

  async create(viewer: Viewer, input: TicketViewInput): Promise<TicketView> {
    mayShare(viewer, input.shared)
    const id: string = newId()
    await this.#db.tenant(viewer.tenantId, async (tx) => {
      await requireQueues(tx, viewer, input)
      const position = await roomFor(tx, viewer, input.shared)
      await tx.insert(ticketView).values({
        id,
        tenantId: viewer.tenantId,
        userId: viewer.userId,
        isShared: input.shared,
        name: input.name,
        icon: input.icon,
        filter: input.filter,
        position,
      })
      if (input.shared)
        await audit(tx, {
          tenantId: viewer.tenantId,
          userId: viewer.userId,
          action: 'views.create',
          subject: id,
          facts: { name: input.name },
        })
    })
    return this.#one(viewer, id)
  }

  /** A shared one that is shared no more belongs to who took it back. */
  async update(viewer: Viewer, id: string, input: TicketViewInput): Promise<TicketView> {
    mayShare(viewer, input.shared)
    await this.#db.tenant(viewer.tenantId, async (tx) => {
      const known = await mine(tx, viewer, id, false)
      await requireQueues(tx, viewer, input, known.queuesIds)
      const moved =
        known.isShared === input.shared
          ? {}
          : { position: await roomFor(tx, viewer, input.shared), ...(!input.shared && { userId: viewer.userId }) }
      await tx
        .update(ticketView)
        .set({
          name: input.name,
          icon: input.icon,
          isShared: input.shared,
          filter: input.filter,
          ...moved,
          updatedAt: sql`now()` as never,
        })
        .where(at(viewer, id))
      if (known.isShared || input.shared)
        await audit(tx, {
          tenantId: viewer.tenantId,
          userId: viewer.userId,
          action: 'views.update',
          subject: id,
          facts: { name: input.name, shared: input.shared },
        })
    })
    return this.#one(viewer, id)
  }

  /** Kept for a day, so that {@link restore} brings it back under its address. */
  async remove(viewer: Viewer, id: string): Promise<void> {
    await this.#db.tenant(viewer.tenantId, async (tx) => {
      const known = await mine(tx, viewer, id, false)
      await tx.execute(sql`
        delete from core.ticket_view where tenant_id = ${viewer.tenantId} and deleted_at < now() - interval '1 day'`)
      await tx
        .update(ticketView)
        .set({ deletedAt: sql`now()` as never })
        .where(at(viewer, id))
      if (known.isShared)
        await audit(tx, {
          tenantId: viewer.tenantId,
          userId: viewer.userId,
          action: 'views.delete',
          subject: id,
          facts: { name: known.name },
        })
    })
  }

  async restore(viewer: Viewer, id: string): Promise<TicketView> {
    await this.#db.tenant(viewer.tenantId, async (tx) => {
      const known = await mine(tx, viewer, id, true)
      await roomFor(tx, viewer, known.isShared)
      await tx.update(ticketView).set({ deletedAt: null }).where(at(viewer, id))
      if (known.isShared)
        await audit(tx, {
          tenantId: viewer.tenantId,
          userId: viewer.userId,
          action: 'views.create',
          subject: id,
          facts: { name: known.name },
        })
    })
    return this.#one(viewer, id)
  }

  /** Puts the named views in this order; those of them that the viewer may not change stay where they are. */
  async order(viewer: Viewer, ids: readonly string[]): Promise<TicketView[]> {
    const moved = await this.#db.tenant(viewer.tenantId, (tx) =>
      tx.execute(sql`
      update core.ticket_view v set position = wanted.place
        from unnest(${sql.param([...ids])}::uuid[]) with ordinality wanted (id, place)
       where v.tenant_id = ${viewer.tenantId}
         and v.id = wanted.id
         and (${viewer.can('views.share')} and v.is_shared or v.user_id = ${viewer.userId} and not v.is_shared)
      returning v.id`),
    )
    if (moved.length === 0) throw new Refusal('ERR_NO_TICKET_VIEW_FOUND')
    return this.list(viewer)
  }

  async #one(viewer: Viewer, id: string): Promise<TicketView> {
    const [row] = await this.#rows(viewer, id)
    if (!row) throw new Refusal('ERR_NO_TICKET_VIEW_FOUND')
    return toView(row)
  }

  async #rows({ tenantId, userId }: Viewer, id: string | null): Promise<ViewRow[]> {
    const [rows] = await this.#db.read(tenantId, (query) => [
      query<ViewRow>`
      select v.id, v.user_id, v.is_shared, v.name, v.icon, v.filter from core.ticket_view v
       where v.tenant_id = ${tenantId}
         and v.deleted_at is null
         and (v.is_shared or v.user_id = ${userId})
         and (${id}::uuid is null or v.id = ${id})
       order by v.is_shared desc, v.position, v.id limit ${2 * most}`,
    ])
    return rows
  }
}

const toView = (row: ViewRow): TicketView => ({
  id: row.id,
  name: row.name,
  icon: row.icon,
  shared: row.is_shared,
  userId: row.user_id as TicketView['userId'],
  filter: TicketViewFilter.parse(row.filter),
})

const at = (viewer: Viewer, id: string) => and(eq(ticketView.tenantId, viewer.tenantId), eq(ticketView.id, id))

function mayShare(viewer: Viewer, shared: boolean): void {
  if (shared && !viewer.can('views.share')) throw new Refusal('ERR_NO_PERMISSION')
}

/**
 * The place behind the last one. Locked for one owner, so that two at once do not both find space. @throws Refusal
 * ERR_TICKET_VIEW_LIMIT
 */
async function roomFor(tx: Tx, { tenantId, userId }: Viewer, shared: boolean): Promise<number> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`ticket-views ${tenantId} ${shared ? '' : userId}`}, 0))`,
  )
  const [held] = await tx
    .select({
      count: sql<number>`count(*)::integer`,
      last: sql<number>`coalesce(max(${ticketView.position}), 0)::integer`,
    })
    .from(ticketView)
    .where(
      and(
        eq(ticketView.tenantId, tenantId),
        eq(ticketView.isShared, shared),
        ...(shared ? [] : [eq(ticketView.userId, userId)]),
        isNull(ticketView.deletedAt),
      ),
    )
  if (held!.count >= most) throw new Refusal('ERR_TICKET_VIEW_LIMIT', { detail: String(most) })
  return held!.last + 1
}

/**
 * A filter names queues of the company alone. One that is deleted later just matches nothing, and does not prevent
 * another name.
 */
async function requireQueues(
  tx: Tx,
  { tenantId }: Viewer,
  { filter: { queuesIds } }: TicketViewInput,
  known: readonly string[] = [],
): Promise<void> {
  const wanted = [...new Set(queuesIds)].filter((id) => !known.includes(id))
  if (wanted.length === 0) return
  const there = await tx.execute(sql`select 1 from core.queue where tenant_id = ${tenantId} and id in ${wanted}`)
  if (there.length !== wanted.length) throw new Refusal('ERR_NO_QUEUE_FOUND')
}

/** Held, for a change. One's own of somebody else does not exist; a shared one needs the right. */
async function mine(
  tx: Tx,
  viewer: Viewer,
  id: string,
  deleted: boolean,
): Promise<{ name: string; isShared: boolean; queuesIds: readonly string[] }> {
  const [known] = await tx
    .select({
      name: ticketView.name,
      isShared: ticketView.isShared,
      userId: ticketView.userId,
      deletedAt: ticketView.deletedAt,
      filter: ticketView.filter,
    })
    .from(ticketView)
    .where(at(viewer, id))
    .for('update')
  if (!known || (known.deletedAt !== null) !== deleted || (!known.isShared && known.userId !== viewer.userId))
    throw new Refusal('ERR_NO_TICKET_VIEW_FOUND')
  mayShare(viewer, known.isShared)
  return { ...known, queuesIds: known.filter.queuesIds }
}
