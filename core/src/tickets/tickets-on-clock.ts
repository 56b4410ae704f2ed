import type { TicketClock, TicketClockQuery, TicketId, TicketOnClock } from '@recado/contracts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Database, Query, SqlBuilder } from '../db/database.ts'

const mostTickets = 100

/** SQL condition of the tickets `core.ticket t` that may be answered. */
export type TicketsSeen = (sql: SqlBuilder) => Query
/**
 * The tickets of one clock: a condition on the instant at which it began, and the order and length of the page, go into
 * it.
 */
interface Page {
  readonly tenantId: string
  readonly began: (since: Query) => Query
  readonly limit: number
}

/**
 * One page of tickets by when a clock of theirs began: see `onClock` of the ports. Each follows an index but `created`,
 * which looks through what is not closed (decision 066).
 */
export async function ticketsOnClock(
  db: Database,
  tenantId: string,
  { clock, after, until, cursor, limit = mostTickets }: TicketClockQuery,
  seen: TicketsSeen,
): Promise<{ tickets: TicketOnClock[]; nextCursor: string | null }> {
  const from = readCursor(cursor)
  const size = Math.max(1, Math.min(limit, mostTickets))
  const [rows] = await db.read(tenantId, (sql) => {
    const began = (since: Query): Query => sql`
      ${since} <= ${until}::text::timestamptz
      and ${after === null ? sql`true` : sql`${since} > ${after}::text::timestamptz`}
      and ${from ? sql`(${since}, t.id) > (${from.at}::text::timestamptz, ${from.id}::uuid)` : sql`true`}
      and ${seen(sql)}`
    return [
      sql<{ id: TicketId; since: string }>`
      select f.id, to_char(f.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since
        from (${clocks[clock](sql, { tenantId, began, limit: size + 1 })}) f
       order by f.since, f.id limit ${size + 1}`,
    ]
  })
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return {
    tickets: shown.map(({ id, since }) => ({ ticket: id, since })),
    nextCursor: rows.length > size && last ? writeCursor({ at: last.since, id: last.id }) : null,
  }
}

/** The page of the tickets that `place` names, by an instant that is in an index behind it. */
const along = (sql: SqlBuilder, { tenantId, began, limit }: Page, since: Query, place: Query): Query => sql`
  select t.id, ${since} as since
    from core.ticket t
   where t.tenant_id = ${tenantId} and ${place} and ${began(since)}
   order by ${since}, t.id limit ${limit}`

const clocks: Readonly<Record<TicketClock, (sql: SqlBuilder, page: Page) => Query>> = {
  // Idle tickets are found per queue, like those closed automatically (ticket_idle); a snoozed one has no such instant.
  untouched: (sql, page) => {
    const places = sql`unnest(array['open', 'pending']) s (status) cross join unnest(array[true, false]) a (answered)`
    const idle = (queue: Query): Query =>
      along(
        sql,
        page,
        sql`t.idle_since`,
        sql`${queue} and t.status in ('open', 'pending') and t.status = s.status and t.answered = a.answered`,
      )
    return sql`
      select l.*
        from core.queue q
        cross join ${places}
        cross join lateral (${idle(sql`t.queue_id = q.id`)}) l
       where q.tenant_id = ${page.tenantId}
      union all select l.* from ${places} cross join lateral (${idle(sql`t.queue_id is null`)}) l`
  },
  unanswered: (sql, page) => lastSaid(sql, page, false),
  awaited: (sql, page) => lastSaid(sql, page, true),
  created: (sql, page) => along(sql, page, sql`t.created_at`, sql`t.status in ('open', 'pending')`),
  closed: (sql, page) => along(sql, page, sql`t.closed_at`, sql`t.status = 'closed' and t.merged_into is null`),
}

/** By the last message, of us or of the contact (ticket_said). */
const lastSaid = (sql: SqlBuilder, page: Page, answered: boolean): Query =>
  along(
    sql,
    page,
    sql`t.last_message_at`,
    sql`t.status in ('open', 'pending') and t.answered = ${answered} and t.snoozed_at is null`,
  )
