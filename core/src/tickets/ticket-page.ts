import type { PagedTicket, TicketPageQuery } from '@recado/contracts'
import type { PictureUrl } from '../contacts/contact-picture.ts'
import { contactsFound, searchText } from '../contacts/contact-search.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Database, Query, SqlBuilder } from '../db/database.ts'
import { ofDays } from './days-sql.ts'
import { askedAttributes } from './ticket-attributes.ts'
import { matching, matchingRow, maxFoundContacts } from './ticket-search.ts'
import { ticketRows, ticketsByIds, toTicket, type ServiceWindows } from './ticket-rows.ts'
import type { TicketsSeen } from './tickets-on-clock.ts'

const mostTickets = 100

export interface TicketPageParts {
  readonly db: Database
  readonly windows: ServiceWindows
  readonly picture: PictureUrl
  readonly seen: TicketsSeen
  readonly masked: boolean
  /** For what a reader has marked; null in events and jobs. */
  readonly viewerId: string | null
}

interface KeyRow {
  id: string
  opened: string
  answered: Date | null
}

/** One page of tickets, the latest opened first, with their first answers: see `page` of the ports. */
export async function ticketPage(
  { db, windows, picture, seen, masked, viewerId }: TicketPageParts,
  tenantId: string,
  query: TicketPageQuery,
): Promise<{ tickets: PagedTicket[]; nextCursor: string | null }> {
  const size = Math.max(1, Math.min(query.limit ?? mostTickets, mostTickets))
  const from = readCursor(query.cursor)
  const search = searchText(query.search ?? '')
  const contacts = search === '' ? undefined : await contactsFound(db, tenantId, search, maxFoundContacts)
  const [attributes] = await askedAttributes(db, tenantId, [
    { attributes: [...(query.attributes ?? [])], contactAttributes: [...(query.contactAttributes ?? [])] },
  ])
  const searched = (sql: SqlBuilder): Query => {
    if (search === '') return sql`true`
    return contacts
      ? matching(sql, sql`select unnest(${contacts}::uuid[])`, search, masked)
      : matchingRow(sql, search, masked)
  }
  const [keys] = await db.read(tenantId, (sql) => [
    pageKeys(sql, tenantId, query, {
      size: size + 1,
      ...(from && { from }),
      source: attributes!.source(sql),
      where: sql`${searched(sql)} and ${attributes!.where(sql)} and ${seen(sql)}`,
    }),
  ])
  const shown = keys.slice(0, size)
  const last = shown.at(-1)
  const [rows] = await db.read(tenantId, (sql) => [
    ticketRows(
      sql,
      ticketsByIds(
        sql,
        tenantId,
        shown.map(({ id }) => id),
      ),
      viewerId,
      windows,
    ),
  ])
  const byId = new Map(rows.map((row) => [row.id, toTicket(row, masked, picture)]))
  return {
    tickets: shown.flatMap(({ id, answered }) => {
      const ticket = byId.get(id)
      return ticket ? [{ ...ticket, firstAnsweredAt: answered?.toISOString() ?? null }] : []
    }),
    nextCursor: keys.length > size && last ? writeCursor({ at: last.opened, id: last.id }) : null,
  }
}

interface KeysOfPage {
  readonly size: number
  /** The last ticket of the page before. */
  readonly from?: { readonly at: string; readonly id: string }
  /** What tickets `t` are taken from, where it is not the table. */
  readonly source?: Query | undefined
  readonly where: Query
}

/** Keys of a page of tickets with their first answers, the latest opened first, along the index over their opening. */
export const pageKeys = (
  sql: SqlBuilder,
  tenantId: string,
  query: TicketPageQuery,
  { size, from, source, where }: KeysOfPage,
) =>
  sql<KeyRow>`
      with page as materialized (
        select t.id, t.created_at from ${source ?? sql`core.ticket t`}
         where t.tenant_id = ${tenantId}
           and t.merged_into is null
           and ${from ? sql`(t.created_at, t.id) < (${from.at}::text::timestamptz, ${from.id}::uuid)` : sql`true`}
           and ${openedOn(sql, tenantId, query.opened)}
           and ${narrowed(sql, query)} and ${where}
         order by t.created_at desc, t.id desc limit ${size})
      select p.id, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as opened,
             ${firstAnswer(sql, tenantId)} as answered
        from page p order by p.created_at desc, p.id desc`

/** Days by the company's clock. */
function openedOn(sql: SqlBuilder, tenantId: string, days: TicketPageQuery['opened']): Query {
  if (!days) return sql`true`
  return ofDays(sql, tenantId, { of: 'created', ...days })
}

const narrowed = (
  sql: SqlBuilder,
  {
    statuses = [],
    queueIds = [],
    userIds = [],
    connectionIds = [],
    contactIds = [],
    channels = [],
    tagIds = [],
  }: TicketPageQuery,
): Query => sql`
  ${statuses.length > 0 ? sql`t.status = any (${[...statuses]}::text[])` : sql`true`}
  and ${queueIds.length > 0 ? sql`t.queue_id = any (${[...queueIds]}::uuid[])` : sql`true`}
  and ${userIds.length > 0 ? sql`t.user_id = any (${[...userIds]}::uuid[])` : sql`true`}
  and ${connectionIds.length > 0 ? sql`t.connection_id = any (${[...connectionIds]}::uuid[])` : sql`true`}
  and ${contactIds.length > 0 ? sql`t.contact_id = any (${[...contactIds]}::uuid[])` : sql`true`}
  and ${channels.length > 0 ? sql`t.channel = any (${[...channels]}::text[])` : sql`true`}
  and ${
    tagIds.length > 0
      ? sql`
        exists (select
                  from core.ticket_tag x
                 where x.tenant_id = t.tenant_id
                   and x.ticket_id = t.id
                   and x.tag_id = any (${[...tagIds]}::uuid[]))`
      : sql`true`
  }`

/** The first message that a person of the company sent in the ticket `p`, here or on the phone of the connection. */
const firstAnswer = (sql: SqlBuilder, tenantId: string): Query => sql`(
  select m.sent_at from core.message m where m.tenant_id = ${tenantId} and m.ticket_id = p.id and m.from_me
     and not (m.user_id is null and m.send_type = 'bot') order by m.sent_at, m.id limit 1)`
