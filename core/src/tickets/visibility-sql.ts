import type { Viewer, VisibilitySettings } from '@recado/contracts'
import type { PendingQuery, Row, Sql } from 'postgres'

/** A piece of SQL to be placed into a query of the same client. */
export type Fragment = PendingQuery<Row[]>
/** What builds fragments: the pool, a reserved connection or a transaction. */
export type SqlBuilder = Pick<Sql, 'array' | 'json'> & ((strings: TemplateStringsArray, ...values: readonly unknown[]) => Fragment)

/**
 * {@link canSeeTicket} of the contracts as an SQL predicate over `core.ticket t`. A property test holds the two equal:
 * change both or neither.
 */
export function visibleTickets(sql: SqlBuilder, viewer: Pick<Viewer, 'userId' | 'role' | 'queueIds'>, settings: VisibilitySettings): Fragment {
  if (viewer.role === 'admin') return sql`true`
  const notOthers = settings.hideAssignedToOthers ? sql`t.user_id is null` : sql`true`
  const notQueueless = settings.hideWithoutQueue ? sql`t.queue_id is not null` : sql`true`
  const inReach = viewer.role === 'super' ? sql`true` : sql`(t.queue_id is null or t.queue_id = any (${[...viewer.queueIds]}::uuid[]))`
  return sql`(t.user_id = ${viewer.userId} or (${notOthers} and ${notQueueless} and ${inReach}))`
}
