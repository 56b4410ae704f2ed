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
import { contactPattern, contactsFound, fewContacts, searchText } from '../contacts/contact-search.ts'
import type { Database, Query, SqlBuilder } from '../db/database.ts'
import { joined } from '../db/joined.ts'
import type { MediaStore } from '../media/media.ts'
import { askedAttributes } from './ticket-attributes.ts'
import { listOrders, type ListOrder, type ListPosition } from './list-order.ts'
import { priorityRank } from './priority-rank.ts'
import { watchedBy } from './ticket-marks.ts'
import { toTicket, ticketRows, type ServiceWindows, type TicketRow } from './ticket-rows.ts'
import { isAnywhere, placesOf, walksThrough, type TicketPlace } from './ticket-places.ts'
import { ofDays } from './days-sql.ts'
import { matching, matchingRow, maxFoundContacts } from './ticket-search.ts'
import { heldByBot, visibleTickets } from './visibility-sql.ts'

/** Cap of counts beside a list: "100+" is as useful to an agent as 48,213 and costs nothing. */
export const countCap = 100
/**
 * More pins than this, which the query names, are not a shortcut any more; the first page shows at most so many above
 * its rows.
 */
const maxPins = 50
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

  const [rows, counted] = await db.read(
    viewer.tenantId,
    (sql) => {
      const searched =
        search === '' || (few && !masked)
          ? sql`true`
          : contacts
            ? matching(sql, sql`select f.id from found f`, search, masked)
            : matchingRow(sql, search, masked)
      const found =
        contacts && (masked || !few) ? sql`found (id) as materialized (select unnest(${contacts}::uuid[])),` : sql``
      const parts: ListParts = {
        viewer,
        filter,
        settings,
        statuses,
        order,
        source: few ? ticketsOf(sql, viewer.tenantId, few, search) : asked!.source(sql),
        also: sql`${asked!.where(sql)} and ${searched}`,
      }
      const page = firstPage
        ? sql`with ${found} ${pinsOf(sql, parts)}, ${pageWithPins(sql, parts, filter.limit)}`
        : sql`with ${found} ${pinsOf(sql, parts)} ${laterPage(sql, parts, filter, cursor)}`
      return [
        ticketRows<ListedRow>(sql, page, viewer.userId, windows, { sort, listed: true }),
        ...(firstPage
          ? []
          : [sql<{ count: number }>`with ${found} counted as (${countOf(sql, parts)}) select count from counted`]),
      ]
    },
    { keepsPlans: true },
  )

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
  const counted = await db.read(
    viewer.tenantId,
    (sql) =>
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
          viewer,
          filter,
          settings,
          statuses: statusesOf(viewer, filter),
          order: listOrders.recent,
          source: asked[index]!.source(sql),
          also: sql`${asked[index]!.where(sql)} and ${searched}`,
        })
      }),
    { keepsPlans: true },
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

/** What a filter asks for beside status, queue and user. */
const filtered = (sql: SqlBuilder, viewer: Viewer, filter: TicketViewFilter): Query => sql`
  ${filter.withUnreadMessages ? sql`t.unread > 0` : sql`true`}
  and ${filter.unanswered ? sql`not t.answered` : sql`true`}
    and ${filter.withBot === undefined ? sql`true` : filter.withBot ? heldByBot(sql) : sql`not (${heldByBot(sql)})`}
    and ${
      filter.priorities.length > 0
        ? sql`t.priority = any (${filter.priorities.map(priorityRank)}::smallint[])`
        : sql`true`
    }
    and ${
      filter.tagIds.length > 0
        ? sql`
          exists (select
                    from core.ticket_tag x
                   where x.tenant_id = t.tenant_id
                     and x.ticket_id = t.id
                     and x.tag_id = any (${filter.tagIds}::uuid[]))`
        : sql`true`
    }
    and ${filter.connectionIds.length > 0 ? sql`t.connection_id = any (${filter.connectionIds}::uuid[])` : sql`true`}
    and ${filter.userIds.length > 0 ? sql`t.user_id = any (${filter.userIds}::uuid[])` : sql`true`}
    and ${ofDays(sql, viewer.tenantId, filter.days)} and ${filter.watched ? watchedBy(sql, viewer) : sql`true`}`

/** Whether the list holds tickets that are put off, only those, or only others. */
const putOff = (filter: TicketViewFilter): 'only' | 'also' | 'never' =>
  filter.snoozed ? 'only' : searchText(filter.searchParam) === '' && !filter.watched ? 'never' : 'also'
const putOffIs = (sql: SqlBuilder, filter: TicketViewFilter): Query => {
  const which = putOff(filter)
  return which === 'only' ? sql`t.snoozed_at is not null` : which === 'never' ? sql`t.snoozed_at is null` : sql`true`
}

/**
 * Everything that a filter asks for and the viewer may see, of a ticket `t` that was found in another way than by its
 * place.
 */
function wanted(sql: SqlBuilder, { viewer, filter, settings, statuses, also }: ListParts): Query {
  const queues =
    filter.queuesIds.length === 0
      ? filter.includeNotQueueDefined
        ? sql`true`
        : sql`t.queue_id is not null`
      : filter.includeNotQueueDefined
        ? sql`(t.queue_id is null or t.queue_id = any (${filter.queuesIds}::uuid[]))`
        : sql`t.queue_id = any (${filter.queuesIds}::uuid[])`
  return sql`
    ${statusIn(sql, statuses)}
    and ${queues}
    and ${filter.isNotAssignedUser ? sql`t.user_id is null` : sql`true`}
    and ${filter.mine ? sql`t.user_id = ${viewer.userId}` : sql`true`}
    and ${filtered(sql, viewer, filter)}
    and ${putOffIs(sql, filter)}
    and ${visibleTickets(sql, viewer, settings)}
    and ${also}`
}

/**
 * The tickets of these contacts and the one whose protocol was searched for, in the place of the table: costs what was
 * found and not what the company has.
 */
const ticketsOf = (sql: SqlBuilder, tenantId: string, contacts: readonly string[], search: string): Query => sql`
  (
    select t.*
      from unnest(${[...contacts]}::uuid[]) found (contact_id)
      join core.ticket t on t.tenant_id = ${tenantId} and t.contact_id = found.contact_id
     where t.protocol <> ${search}
    union all select t.* from core.ticket t where t.tenant_id = ${tenantId} and t.protocol = ${search}) t`

/**
 * Parts of a list query: `source`, under the name `t`, replaces the table if few tickets can fit; `also` are conditions
 * beside those of the filter that is written here.
 */
interface ListParts {
  readonly viewer: Viewer
  readonly filter: TicketViewFilter
  readonly settings: VisibilitySettings
  readonly statuses: readonly TicketStatus[]
  readonly order: ListOrder
  readonly source: Query | undefined
  readonly also: Query
}

/** Looked up from the pins on: few, whatever else is asked for. */
const pinsOf = (sql: SqlBuilder, parts: ListParts): Query => {
  const { viewer, order, source } = parts
  const ticket = source
    ? sql`join ${source} on t.tenant_id = p.tenant_id and t.id = p.ticket_id`
    : sql`
      cross join lateral (
        select * from core.ticket x where x.tenant_id = p.tenant_id and x.id = p.ticket_id offset 0) t`
  return sql`
    pins as materialized (select ${order.keys(sql, false)} from core.ticket_pin p ${ticket}
    where p.tenant_id = ${viewer.tenantId}
         and p.user_id = ${viewer.userId}
         and ${wanted(sql, parts)} ${order.by(sql)} limit 50)`
}

/** Whole rows of the tickets whose ids `shown` has. */
const rowsOf = (sql: SqlBuilder, { viewer: { tenantId } }: ListParts, columns: Query, shown: Query): Query => sql`
  select t.*, ${columns}
    from ${shown} s
    cross join lateral (select * from core.ticket x where x.tenant_id = ${tenantId} and x.id = s.id offset 0) t`

/**
 * The first page in one walk: pinned tickets, `above` the rows; one row more than the page holds; and their number, at
 * most {@link countCap} and one.
 */
const pageWithPins = (sql: SqlBuilder, parts: ListParts, limit: number): Query => sql`
  hits as materialized (${firstOf(sql, parts, Math.max(countCap + 1, maxPins + limit + 1))})
  ${rowsOf(
    sql,
    parts,
    sql`s.above, (select count(*)::integer from hits) as total`,
    sql`
      (select p.id, true as above from pins p union all
      (select h.id, false
         from hits h
        where h.id <> all (array(select p.id from pins p)) ${parts.order.by(sql)}
        limit ${limit + 1}))`,
  )}`

/** One page plus one row, without what stands pinned on the first. */
function laterPage(sql: SqlBuilder, parts: ListParts, filter: ListFilter, cursor: ListPosition | undefined): Query {
  const skip = cursor ? 0 : (filter.pageNumber - 1) * filter.limit
  const rows = filter.limit + 1
  const unpinned = { ...parts, also: sql`${parts.also} and t.id <> all (array(select p.id from pins p))` }
  return rowsOf(
    sql,
    parts,
    sql`false as above, null::integer as total`,
    sql`
      (select *
         from (${firstOf(sql, unpinned, skip + rows, cursor)}) h ${parts.order.by(sql)} offset ${skip}
        limit ${rows})`,
  )
}

/** Number of tickets, at most {@link countCap} and one. */
const countOf = (sql: SqlBuilder, parts: ListParts): Query<{ count: number }> =>
  sql`select least(count(*), ${countCap + 1})::integer as count from (${firstOf(sql, parts, countCap + 1)}) counted`

/**
 * PostgreSQL takes a bound limit for a tenth of the company, and would then read and sort rather than walk. So its
 * length is part of the text, in a few sizes; keys alone are walked over.
 */
const lengths: readonly (readonly [number, (sql: SqlBuilder) => Query])[] = [
  [101, (sql) => sql`limit 101`],
  [301, (sql) => sql`limit 301`],
  [1_101, (sql) => sql`limit 1101`],
  [4_001, (sql) => sql`limit 4001`],
  [20_001, (sql) => sql`limit 20001`],
  [200_201, (sql) => sql`limit 200201`],
]

/**
 * Keys of at least as many of the first tickets in an order as there are `rows`. Each status and each place is walked
 * apart, along its own index in order, and what they bring is merged: no plan sorts more than is asked for of each, or
 * reads a company. Values that few tickets have are gathered first: see {@link rareValues}.
 */
function firstOf(sql: SqlBuilder, parts: ListParts, rows: number, cursor?: ListPosition): Query {
  const { viewer, filter, settings, statuses, order, source, also } = parts
  const limit = lengths.find(([most]) => rows <= most)![1](sql)
  const after = (closed: boolean): Query => (cursor ? order.after(sql, cursor, closed) : sql`true`)
  const gathered = (from: Query): Query => sql`
    select ${order.keys(sql, false)}
      from ${from}
     where ${after(false)} and ${wanted(sql, parts)} ${order.by(sql)} ${limit}`
  if (source) return gathered(source)

  const places = placesOf(viewer, filter, settings)
  const rare = rareValues(sql, parts, places)
  const isWalked = rare.length > 0 ? sql`(select no from chosen) = 0` : sql`true`
  // Only an open ticket is ever put off.
  const walked = statuses.filter((status) => status === 'open' || putOff(filter) !== 'only')
  const walks = walked.flatMap((status) =>
    places.flatMap((place) => {
      const closed = status === 'closed'
      return walksThrough(sql, viewer.tenantId, status, place).map(({ each, where, none }) => {
        const walk = sql`
          (select ${order.keys(sql, closed)} from core.ticket t
            where ${isWalked}
              and ${where}
              and ${filtered(sql, viewer, filter)}
              and ${status === 'open' ? putOffIs(sql, filter) : sql`true`}
              and ${also}
              and ${after(closed)} ${order.by(sql, none)} ${limit})`
        return each ? sql`(select k.* from ${each} cross join lateral ${walk} k)` : walk
      })
    }),
  )
  const ways = [
    ...(rare.length > 0
      ? [
          sql`
            (${gathered(sql`
              few f
                cross join lateral (
                  select * from core.ticket x where x.tenant_id = ${viewer.tenantId} and x.id = f.id offset 0) t`)})`,
        ]
      : []),
    ...walks,
  ]
  if (ways.length === 0) return sql`select ${order.keys(sql, false)} from core.ticket t where false`
  const merged = joined(sql, ways, sql`union all`)
  const found = sql`
    select ${places.length > 1 ? sql`distinct` : sql``} k.* from (${merged}) k ${order.by(sql)} ${limit}`
  return rare.length === 0 ? found : sql`with ${chosenOf(sql, rare)} ${found}`
}

/**
 * Tickets with a rare value that are gathered at most (the queries name one more); with more of them a walk in order
 * meets some soon.
 */
const mostGathered = 2_000

/**
 * Queries of ids, each of which has all tickets that fit the filter, and usually few: what the viewer follows, what is
 * put off or unread, what a bot holds, what has an unusual priority, a tag, a channel or a user; and where the order is
 * that of no index of a place, what stands in the viewer's places.
 */
function rareValues(sql: SqlBuilder, parts: ListParts, places: readonly TicketPlace[]): Query[] {
  const { viewer, filter, statuses, order } = parts
  const { tenantId } = viewer
  const live = statuses.filter((status) => status !== 'closed')
  const byPlace =
    order === listOrders.priority && putOff(filter) === 'never' && !places.some(isAnywhere)
      ? live.flatMap((status) =>
          places.flatMap((place) =>
            walksThrough(sql, tenantId, status, place).map(
              ({ each, where }) => sql`
                (select t.id
                   from ${each ? sql`${each} cross join` : sql``} core.ticket t
                  where ${where} and t.snoozed_at is null
                  limit 2001)`,
            ),
          ),
        )
      : []
  return [
    ...(filter.watched
      ? [
          sql`
            select w.ticket_id as id
              from core.ticket_watch w
             where w.tenant_id = ${tenantId} and w.user_id = ${viewer.userId}`,
        ]
      : []),
    ...(filter.snoozed
      ? [sql`select t.id from core.ticket t where t.tenant_id = ${tenantId} and t.snoozed_at is not null`]
      : []),
    ...(filter.withUnreadMessages
      ? [
          sql`
            select t.id
              from core.ticket t
             where t.tenant_id = ${tenantId}
               and t.is_unread
               and t.status = any (${[...statuses]})
               and ${filter.mine ? sql`t.user_id = ${viewer.userId}` : sql`true`}`,
        ]
      : []),
    ...(filter.withBot && live.length === statuses.length
      ? [
          sql`
            select t.id
              from core.ticket t
             where t.tenant_id = ${tenantId} and t.bot is not null and t.status <> 'closed'`,
        ]
      : []),
    ...(filter.priorities.length > 0 && !filter.priorities.includes('normal')
      ? [
          sql`
            select t.id
              from core.ticket t
             where t.tenant_id = ${tenantId}
               and t.priority <> 3
               and t.priority = any (${filter.priorities.map(priorityRank)}::smallint[])
               and ${statusIn(sql, statuses)}`,
        ]
      : []),
    ...(filter.tagIds.length > 0
      ? [
          sql`
            select x.ticket_id as id
              from core.ticket_tag x
             where x.tenant_id = ${tenantId} and x.tag_id = any (${filter.tagIds}::uuid[])`,
        ]
      : []),
    ...(filter.connectionIds.length > 0
      ? [
          sql`
            select t.id
              from core.ticket t
             where t.tenant_id = ${tenantId} and t.connection_id = any (${filter.connectionIds}::uuid[])`,
        ]
      : []),
    ...(filter.userIds.length > 0
      ? [
          sql`
            select t.id
              from core.ticket t
             where t.tenant_id = ${tenantId}
               and t.user_id = any (${filter.userIds}::uuid[])
               and ${statusIn(sql, statuses)}`,
        ]
      : []),
    ...(byPlace.length > 0 ? [joined(sql, byPlace, sql`union all`)] : []),
  ]
}

/**
 * `few`: the ids of the first of these values that no more than {@link mostGathered} have; `chosen.no` is 0 for none.
 */
function chosenOf(sql: SqlBuilder, rare: readonly Query[]): Query {
  const name = (index: number): Query =>
    [sql`r1`, sql`r2`, sql`r3`, sql`r4`, sql`r5`, sql`r6`, sql`r7`, sql`r8`][index]!
  const gathered = rare.map(
    (ids, index) => sql`${name(index)} as materialized (select v.id from (${ids}) v limit 2001)`,
  )
  const cases = rare.map(
    (_, index) => sql`when (select count(*) from ${name(index)}) <= ${mostGathered} then ${index + 1}`,
  )
  const few = rare.map(
    (_, index) => sql`select r.id from ${name(index)} r where (select no from chosen) = ${index + 1}`,
  )
  return sql`
    ${joined(sql, gathered, sql`,`)}, chosen (no) as materialized (select case ${joined(sql, cases, sql``)} else 0 end),
    few as (select distinct u.id from (${joined(sql, few, sql`union all`)}) u)`
}
