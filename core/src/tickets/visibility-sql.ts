import type { Viewer, VisibilitySettings } from '@recado/contracts'
import type { Query, SqlBuilder } from '../db/database.ts'

/** Reading 49: a bot holds `core.ticket t` and nobody has taken it. */
export const heldByBot = (sql: SqlBuilder): Query => sql`t.bot is not null and t.user_id is null`

/** Tickets that the company leaves visible to others than their user: decided by the ticket alone. */
const notHidden = (sql: SqlBuilder, settings: VisibilitySettings): Query => sql`
  (
  ${settings.hideAssignedToOthers ? sql`t.user_id is null` : sql`true`}
  and ${settings.hideWithoutQueue ? sql`t.queue_id is not null` : sql`true`}
  and ${settings.hideWithBot ? sql`not (${heldByBot(sql)})` : sql`true`})`

/**
 * {@link canSeeTicket} of the contracts as an SQL predicate over `core.ticket t`. A property test holds the two equal:
 * change both or neither.
 */
export function visibleTickets(
  sql: SqlBuilder,
  viewer: Pick<Viewer, 'userId' | 'role' | 'queueIds'>,
  settings: VisibilitySettings,
): Query {
  if (viewer.role === 'admin') return sql`true`
  const inReach =
    viewer.role === 'super'
      ? sql`true`
      : sql`(t.queue_id is null or t.queue_id = any (${[...viewer.queueIds]}::uuid[]))`
  return sql`(t.user_id = ${viewer.userId} or (${notHidden(sql, settings)} and ${inReach}))`
}

/**
 * The same the other way round: which users `core.user_account u` may see a ticket `core.ticket t` of their company.
 */
export const seeingUsers = (sql: SqlBuilder, settings: VisibilitySettings): Query => sql`
  (u.profile = 'admin' or u.id = t.user_id or (${notHidden(sql, settings)}
  and (u.profile = 'super'
       or t.queue_id is null
       or exists (
         select 1
           from core.user_queue q
          where q.tenant_id = u.tenant_id and q.user_id = u.id and q.queue_id = t.queue_id))))`
