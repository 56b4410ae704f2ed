import type { TicketDays } from '@recado/contracts'
import type { Query, SqlBuilder } from '../db/database.ts'

const daysBack = { today: [0, 0], yesterday: [1, 1], last7: [6, 0], last30: [29, 0] } as const

/** The instant at which the day `day`, an SQL date, begins by the company's clock; `day` may use its `o.time_zone`. */
export const midnight = (sql: SqlBuilder, tenantId: string, day: Query): Query =>
  sql`(select (${day})::timestamp at time zone o.time_zone from core.tenant o where o.id = ${tenantId})`

/** Nothing of a ticket `t` is later than its last change, so that the indexes of lists leave out what is older. */
export const changedSince = (sql: SqlBuilder, begin: Query): Query =>
  sql`(t.status <> 'closed' and t.updated_at >= ${begin} or t.status = 'closed' and t.done_at >= ${begin})`

/** Whether a ticket `t` is of these days. */
export function ofDays(sql: SqlBuilder, tenantId: string, days: TicketDays | null): Query {
  if (days === null) return sql`true`
  const back = (count: number): Query => sql`(now() at time zone o.time_zone)::date - ${count}::integer`
  const [first, last] =
    'span' in days ? daysBack[days.span].map(back) : [sql`${days.from}::text::date`, sql`${days.until}::text::date`]
  const begin = midnight(sql, tenantId, first!)
  const end = midnight(sql, tenantId, sql`${last!} + 1`)
  const at = days.of === 'created' ? sql`t.created_at` : sql`coalesce(t.last_message_at, t.created_at)`
  return sql`${at} >= ${begin} and ${at} < ${end} and ${changedSince(sql, begin)}`
}
