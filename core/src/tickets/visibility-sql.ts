import type { Viewer, VisibilitySettings } from '@recado/contracts'
import type { Query, SqlBuilder } from '../db/database.ts'

/** Decision 49: a bot holds `core.ticket t` and nobody has taken it. */
export const heldByBot = (sql: SqlBuilder): Query => sql`t.bot is not null and t.user_id is null`

/**
 * {@link canSeeTicket} of the contracts as an SQL predicate over `core.ticket t`. A property test holds the two equal:
 * change both or neither.
 */
export function visibleTickets(sql: SqlBuilder, viewer: Pick<Viewer, 'userId' | 'role' | 'queueIds'>, settings: VisibilitySettings): Query {
  if (viewer.role === 'admin') return sql`true`
  const notOthers = settings.hideAssignedToOthers ? sql`t.user_id is null` : sql`true`
  const notQueueless = settings.hideWithoutQueue ? sql`t.queue_id is not null` : sql`true`
  const notBots = settings.hideWithBot ? sql`not (${heldByBot(sql)})` : sql`true`
  const inReach = viewer.role === 'super' ? sql`true` : sql`(t.queue_id is null or t.queue_id = any (${[...viewer.queueIds]}::uuid[]))`
  return sql`(t.user_id = ${viewer.userId} or (${notOthers} and ${notQueueless} and ${notBots} and ${inReach}))`
}
