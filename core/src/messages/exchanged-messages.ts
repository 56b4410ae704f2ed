import { canSeeTicket, Refusal, seesMasked, type Part, type Viewer } from '@recado/contracts'
import { writeCursor, type Cursor } from '../db/cursor.ts'
import type { Database, Query, SqlBuilder } from '../db/database.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { factsOf } from '../tickets/ticket-lock.ts'
import { ticketRows, type ServiceWindows } from '../tickets/ticket-rows.ts'
import { visibleTickets } from '../tickets/visibility-sql.ts'

/* Messages that carry something which is listed by itself: files and links, of a conversation or with a contact. */

export interface ExchangedDeps {
  readonly db: Database
  readonly settings: Pick<SettingsReader, 'visibility'>
  readonly windows: () => ServiceWindows
}

/** A message that carries what is listed. `sent_key` is its time to the microsecond. */
export interface CarryingMessage {
  id: string
  ticket_id: string
  from_me: boolean
  username: string | null
  body: string
  parts: Part[]
  sent_at: Date
  sent_key: string
}

/** The messages of the tickets whose ids `tickets` selects, one more than a page takes. */
type Walk = (sql: SqlBuilder, tickets: Query) => Query<CarryingMessage>

interface Carrying {
  readonly rows: readonly CarryingMessage[]
  /** Whether the viewer sees contacts masked. */
  readonly masked: boolean
}

/**
 * Those of all conversations with a contact that the viewer may see. The id of a contact that was merged stands for
 * the one it is part of. @throws Refusal ERR_NO_CONTACT_FOUND
 */
export async function carryingWithContact(
  { db, settings }: ExchangedDeps,
  viewer: Viewer,
  contactId: string,
  walk: Walk,
): Promise<Carrying> {
  const { tenantId } = viewer
  const visibility = await settings.visibility(tenantId)
  const [found, rows] = await db.read(tenantId, (sql) => {
    const contact = sql`core.surviving_contact(${tenantId}, ${contactId})`
    const tickets = sql`select t.id from core.ticket t
      where t.tenant_id = ${tenantId} and t.contact_id = ${contact} and ${visibleTickets(sql, viewer, visibility)}`
    return [sql<{ id: string | null }>`select ${contact} as id`, walk(sql, tickets)]
  })
  if (!found[0]?.id) throw new Refusal('ERR_NO_CONTACT_FOUND')
  return { rows, masked: seesMasked(viewer, visibility) }
}

/** Those of one conversation. @throws Refusal ERR_NO_TICKET_FOUND, also for a ticket that the viewer may not see */
export async function carryingInTicket(
  { db, settings, windows }: ExchangedDeps,
  viewer: Viewer,
  ticketId: string,
  walk: Walk,
): Promise<Carrying> {
  const { tenantId, userId } = viewer
  const visibility = await settings.visibility(tenantId)
  const [[ticket], rows] = await db.read(tenantId, (sql) => [
    ticketRows(
      sql,
      sql`select t.* from core.ticket t where t.tenant_id = ${tenantId} and t.id = ${ticketId}`,
      userId,
      windows(),
    ),
    walk(sql, sql`select ${ticketId}::uuid as id`),
  ])
  if (!ticket || !canSeeTicket(viewer, factsOf(ticket), visibility)) throw new Refusal('ERR_NO_TICKET_FOUND')
  return { rows, masked: seesMasked(viewer, visibility) }
}

/** What a page shows of the messages that were read for it, and where the next one begins. */
export function cutPage(
  rows: readonly CarryingMessage[],
  limit: number,
): { shown: readonly CarryingMessage[]; hasMore: boolean; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  return { shown, hasMore, nextCursor: hasMore && last ? writeCursor({ at: last.sent_key, id: last.id }) : null }
}

/** Part of the text, in two sizes: PostgreSQL takes a bound limit for a tenth of a table. */
const most = (sql: SqlBuilder, limit: number): Query => (limit <= 30 ? sql`limit 31` : sql`limit 101`)

/**
 * Messages `m` that fit a condition with an index of its own, newest first, one more than a page takes, of the tickets
 * whose ids `tickets` selects. Each ticket is walked apart along that index, no further than a page, and what the walks
 * bring is merged.
 */
export const messagesAlong = (
  sql: SqlBuilder,
  tenantId: string,
  tickets: Query,
  fits: Query,
  limit: number,
  before: Cursor | undefined,
): Query<CarryingMessage> => sql`
  with asked as materialized (${tickets}), keys as materialized (
    select f.id, f.sent_at from asked a cross join lateral (
      select m.id, m.sent_at from core.message m
       where m.tenant_id = ${tenantId} and m.ticket_id = a.id and ${fits}
         and ${before ? sql`(m.sent_at, m.id) < (${before.at}::text::timestamptz, ${before.id}::uuid)` : sql`true`}
       order by m.sent_at desc, m.id desc ${most(sql, limit)}) f
     order by f.sent_at desc, f.id desc limit ${limit + 1})
  select m.id, m.ticket_id, m.from_me, coalesce(u.name, m.sender_name) as username, m.body, m.parts, m.sent_at,
         to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sent_key
    from keys k
    cross join lateral (select * from core.message x where x.tenant_id = ${tenantId} and x.id = k.id offset 0) m
    left join core.user_account u on u.tenant_id = m.tenant_id and u.id = m.user_id
   order by k.sent_at desc, k.id desc`
