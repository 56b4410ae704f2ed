import {
  Refusal,
  seesMasked,
  type AttendanceFilter,
  type TicketPage,
  type TicketStatus,
  type TicketViewFilter,
  type Viewer,
  type VisibilitySettings,
} from '@recado/contracts'
import { pictureUrls } from '../contacts/contact-picture.ts'
import { contactPattern, contactsFound, fewContacts, foundAsShown, searchText } from '../contacts/contact-search.ts'
import type { Database, Query, SqlBuilder } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import { askedAttributes } from './ticket-attributes.ts'
import { listOrders, type ListOrder, type ListPosition } from './list-order.ts'
import { priorityRank } from './priority-rank.ts'
import { watchedBy } from './ticket-marks.ts'
import { toTicket, ticketRows, type ServiceWindows, type TicketRow } from './ticket-rows.ts'
import { heldByBot, visibleTickets } from './visibility-sql.ts'

/** Cap of counts beside a list: "100+" is as useful to an agent as 48,213 and costs nothing. */
export const countCap = 100
/** More pins than this are not a shortcut any more; the first page shows at most so many above its rows. */
const maxPins = 50
/**
 * Contacts whose ids a search gathers. One that finds more than these meets them soon in any list, so that each row is
 * asked instead.
 */
const maxFoundContacts = 5_000
/** Without a cursor a page is reached by stepping over keys in the index; beyond this, ask with the cursor. */
const maxPageWithoutCursor = 1_000

/**
 * A row of a list: `above` the others because it is pinned, and with how many the list has where that was counted
 * along.
 */
interface ListedRow extends TicketRow {
  readonly above: boolean
  readonly total: number | null
}

/** A filter whose page size is settled. */
type ListFilter = AttendanceFilter & { readonly limit: number }

/** GET /tickets/: one page of what the viewer may see, pinned first, then by update time descending (S4-120). */
export async function listTickets(
  { db, media }: { db: Database; media: Pick<MediaStore, 'sign'> },
  viewer: Viewer,
  filter: ListFilter,
  settings: VisibilitySettings,
  windows: ServiceWindows,
): Promise<TicketPage> {
  const statuses = statusesOf(viewer, filter)
  const search = searchText(filter.searchParam)
  const sort = statuses.includes('closed') ? 'recent' : filter.sort
  const order = listOrders[sort]
  const cursor = order.read(filter.cursor)
  const firstPage = cursor === undefined && filter.pageNumber === 1
  if (cursor === undefined && filter.pageNumber > maxPageWithoutCursor)
    throw new Refusal('ERR_VALIDATION', {
      issues: [{ path: 'pageNumber', message: `beyond ${maxPageWithoutCursor}, continue with cursor` }],
    })

  const masked = seesMasked(viewer, settings)
  const contacts = search === '' ? undefined : await contactsFound(db, viewer.tenantId, search, maxFoundContacts)
  const few = contacts && contacts.length <= fewContacts ? contacts : undefined
  const [asked] = await askedAttributes(db, viewer.tenantId, [filter])

  const [rows, counted] = await db.read(viewer.tenantId, (sql) => {
    const searched =
      search === '' || (few && !masked)
        ? sql`true`
        : contacts
          ? matching(sql, sql`select f.id from found f`, search, masked)
          : matchingRow(sql, search, masked)
    const wanted = sql`${filtered(sql, viewer, filter)} and ${asked!.where(sql)} and ${visibleTickets(sql, viewer, settings)} and ${searched}`
    const source = few ? ticketsOf(sql, viewer.tenantId, few, search) : asked!.source(sql)
    const found =
      contacts && (masked || !few) ? sql`found (id) as materialized (select unnest(${contacts}::uuid[])),` : sql``
    const parts: ListParts = { tenantId: viewer.tenantId, source, statuses, order, wanted }
    const pins = sql`pins as materialized (select t.* from core.ticket_pin p join ${source ?? sql`core.ticket t`} on t.tenant_id = p.tenant_id and t.id = p.ticket_id
      where p.tenant_id = ${viewer.tenantId} and p.user_id = ${viewer.userId} and ${statusIn(sql, statuses)} and ${wanted} ${order.by(sql)} limit ${maxPins})`
    const page = firstPage
      ? sql`with ${found} ${pins}, ${pageWithPins(sql, parts, filter.limit)}`
      : sql`with ${found} ${pins} ${laterPage(sql, parts, filter, cursor)}`
    return [
      ticketRows<ListedRow>(sql, page, viewer.userId, windows, { sort, listed: true }),
      ...(firstPage
        ? []
        : [sql<{ count: number }>`with ${found} counted as (${countOf(sql, parts)}) select count from counted`]),
    ]
  })

  const pins = rows.filter(({ above }) => above)
  const others = rows.filter(({ above }) => !above)
  const hasMore = others.length > filter.limit
  const shown = others.slice(0, filter.limit)
  const last = shown.at(-1)
  const count = counted ? counted[0]!.count : (rows[0]?.total ?? 0)
  const picture = pictureUrls(media, viewer.tenantId)
  return {
    tickets: [...pins, ...shown].map((row) => toTicket(row, masked, picture)),
    count: Math.min(count, countCap),
    countCapped: count > countCap,
    hasMore,
    nextCursor: hasMore && last ? order.write(last) : null,
  }
}

/** Counts of lists with these filters for this viewer, each at most {@link countCap} and one. */
export async function countedTickets(
  db: Database,
  viewer: Viewer,
  filters: readonly TicketViewFilter[],
  settings: VisibilitySettings,
): Promise<number[]> {
  const asked = await askedAttributes(db, viewer.tenantId, filters)
  const counted = await db.read(viewer.tenantId, (sql) =>
    filters.map((filter, index) => {
      const search = searchText(filter.searchParam)
      const searched =
        search === ''
          ? sql`true`
          : matching(
              sql,
              sql`select core.search_contacts(${viewer.tenantId}, ${contactPattern(search)}, ${maxFoundContacts})`,
              search,
              seesMasked(viewer, settings),
            )
      return countOf(sql, {
        tenantId: viewer.tenantId,
        source: asked[index]!.source(sql),
        statuses: statusesOf(viewer, filter),
        order: listOrders.recent,
        wanted: sql`${filtered(sql, viewer, filter)} and ${asked[index]!.where(sql)} and ${visibleTickets(sql, viewer, settings)} and ${searched}`,
      })
    }),
  )
  return counted.map((rows) => rows[0]?.count ?? 0)
}

function statusesOf(viewer: Viewer, filter: Pick<AttendanceFilter, 'status' | 'showAll'>): TicketStatus[] {
  // showAll is ignored without the right (reading 56).
  if (filter.showAll && viewer.can('tickets.readAll')) return ['open', 'pending', 'closed']
  if (filter.status.length === 0) throw new Refusal('ERR_NO_STATUS_SELECTED')
  return [...new Set(filter.status)]
}

/** The partial indexes serve what is not closed; saying so in the predicate lets the planner see it. */
const statusIn = (sql: SqlBuilder, statuses: readonly TicketStatus[]): Query =>
  statuses.includes('closed')
    ? sql`t.status = any (${[...statuses]})`
    : sql`t.status <> 'closed' and t.status = any (${[...statuses]})`

function filtered(sql: SqlBuilder, viewer: Viewer, filter: TicketViewFilter): Query {
  const queues =
    filter.queuesIds.length === 0
      ? sql`true`
      : filter.includeNotQueueDefined
        ? sql`(t.queue_id is null or t.queue_id = any (${filter.queuesIds}::uuid[]))`
        : sql`t.queue_id = any (${filter.queuesIds}::uuid[])`
  const queueless =
    filter.includeNotQueueDefined || filter.queuesIds.length > 0 ? sql`true` : sql`t.queue_id is not null`
  return sql`${queues} and ${queueless}
    and ${filter.withUnreadMessages ? sql`t.unread > 0` : sql`true`}
    and ${filter.isNotAssignedUser ? sql`t.user_id is null` : sql`true`}
    and ${filter.withBot === undefined ? sql`true` : filter.withBot ? heldByBot(sql) : sql`not (${heldByBot(sql)})`}
    and ${filter.priorities.length > 0 ? sql`t.priority = any (${filter.priorities.map(priorityRank)}::smallint[])` : sql`true`}
    and ${filter.snoozed ? sql`t.snoozed_at is not null` : searchText(filter.searchParam) === '' && !filter.watched ? sql`t.snoozed_at is null` : sql`true`}
    and ${filter.watched ? watchedBy(sql, viewer) : sql`true`}
    and ${filter.mine ? sql`t.user_id = ${viewer.userId}` : sql`true`}`
}

/**
 * The tickets of these contacts and the one whose protocol was searched for, in the place of the table: costs what was
 * found and not what the company has.
 */
const ticketsOf = (sql: SqlBuilder, tenantId: string, contacts: readonly string[], search: string): Query => sql`(
  select t.* from unnest(${[...contacts]}::uuid[]) found (contact_id) join core.ticket t on t.tenant_id = ${tenantId} and t.contact_id = found.contact_id where t.protocol <> ${search}
  union all select t.* from core.ticket t where t.tenant_id = ${tenantId} and t.protocol = ${search}) t`

/**
 * The same as a condition, for a walk over the list; `contacts` selects the ids of the found ones. A part of a masked
 * value finds nothing: digit by digit it would reveal the whole.
 */
const matching = (sql: SqlBuilder, contacts: Query, search: string, masked: boolean): Query =>
  sql`(t.contact_id in (${contacts})
    and ${masked ? sql`exists (select 1 from core.contact c where c.tenant_id = t.tenant_id and c.id = t.contact_id and ${foundAsShown(sql, search)})` : sql`true`} or t.protocol = ${search})`

/**
 * The same, asked of each row that the walk meets: a subquery for one value, which is never turned into a look at all
 * contacts.
 */
const matchingRow = (sql: SqlBuilder, search: string, masked: boolean): Query =>
  sql`((select c.merged_into is null and c.search like ${contactPattern(search)} and ${masked ? foundAsShown(sql, search) : sql`true`} from core.contact c where c.tenant_id = t.tenant_id and c.id = t.contact_id) or t.protocol = ${search})`

/** Parts of a list query: `source`, under the name `t`, replaces the table if few tickets can fit. */
interface ListParts {
  readonly tenantId: string
  readonly source: Query | undefined
  readonly statuses: readonly TicketStatus[]
  readonly wanted: Query
  readonly order: ListOrder
}

/**
 * The first page in one walk: pinned tickets, `above` the rows; one row more than the page holds; and their number, at
 * most {@link countCap} and one.
 */
const pageWithPins = (sql: SqlBuilder, parts: ListParts, limit: number): Query => sql`
  hits as materialized (select t.* from ${firstOf(sql, parts, Math.max(countCap + 1, maxPins + limit + 1))} ${parts.order.by(sql)})
  select t.*, (select count(*)::integer from hits) as total from (
    select p.*, true as above from pins p union all
    (select h.*, false from hits h where not exists (select 1 from pins p where p.id = h.id) ${parts.order.by(sql)} limit ${limit + 1})) t`

/** One page plus one row, without what stands pinned on the first. */
function laterPage(sql: SqlBuilder, parts: ListParts, filter: ListFilter, cursor: ListPosition | undefined): Query {
  const skip = cursor ? 0 : (filter.pageNumber - 1) * filter.limit
  const rows = filter.limit + 1
  const wanted = sql`${cursor ? parts.order.after(sql, cursor) : sql`true`} and ${parts.wanted} and not exists (select 1 from pins p where p.id = t.id)`
  return sql`select t.*, false as above, null::integer as total from ${firstOf(sql, { ...parts, wanted }, skip + rows)} ${parts.order.by(sql)} offset ${skip} limit ${rows}`
}

/** Number of tickets, at most {@link countCap} and one. */
const countOf = (sql: SqlBuilder, parts: ListParts): Query<{ count: number }> =>
  sql`select count(*)::integer as count from (select 1 from ${firstOf(sql, parts, countCap + 1)} limit ${countCap + 1}) counted`

/**
 * At least as many of the first tickets in an order as there are `rows`, under the name `t`. Closed tickets beside live
 * ones are taken apart, each from its own index in order: no plan ever sorts more than is asked for of each, or reads a
 * company.
 */
function firstOf(sql: SqlBuilder, { tenantId, source, statuses, wanted, order }: ListParts, rows: number): Query {
  if (source) return sql`(select t.* from ${source} where ${statusIn(sql, statuses)} and ${wanted}) t`
  // PostgreSQL keeps the plan of a prepared statement only if it looks no dearer than one for these very values, and a
  // bound limit looks like a tenth of the company.
  const limit = rows <= 101 ? sql`limit 101` : sql`limit ${rows}`
  const live = statuses.filter((status) => status !== 'closed')
  const walks = [
    ...(live.length > 0 ? [statusIn(sql, live)] : []),
    ...(live.length < statuses.length ? [sql`t.status = 'closed'`] : []),
  ].map(
    (status) =>
      sql`(select t.* from core.ticket t where t.tenant_id = ${tenantId} and ${status} and ${wanted} ${order.by(sql)} ${limit})`,
  )
  return sql`(${walks[0]!} ${walks[1] ? sql`union all ${walks[1]}` : sql``}) t`
}
