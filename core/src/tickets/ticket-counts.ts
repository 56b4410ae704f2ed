import type { QueueId, TicketCounts, TicketStatus, UserId, Viewer, VisibilitySettings } from '@recado/contracts'
import type { Database } from '../db/database.ts'
import { watchedBy } from './ticket-marks.ts'
import { heldByBot, visibleTickets } from './visibility-sql.ts'

/** No count looks at more rows than this; a company beyond it sees "10000+". */
const cap = 10_000

interface ActiveGroup {
  status: TicketStatus
  queue_id: string | null
  queue: string | null
  user_id: string | null
  username: string | null
  tickets: number
  unread: number
}

/** GET /messages/count-all: live tickets by status, queue and user, from one capped walk of the counting index. */
export async function countTickets(db: Database, viewer: Viewer, settings: VisibilitySettings): Promise<TicketCounts> {
  const [groups, closed, snoozed, bots, watched] = await db.read(viewer.tenantId, (sql) => {
    const visible = visibleTickets(sql, viewer, settings)
    return [
      sql<ActiveGroup>`select g.*, q.name as queue, u.name as username from (
            select t.status, t.queue_id, t.user_id, count(*)::integer as tickets, count(*) filter (where t.unread > 0)::integer as unread
              from (select t.status, t.queue_id, t.user_id, t.unread from core.ticket t where t.tenant_id = ${viewer.tenantId} and t.status <> 'closed' and t.snoozed_at is null and ${visible} limit ${cap}) t
             group by t.status, t.queue_id, t.user_id) g
          left join core.queue q on q.tenant_id = ${viewer.tenantId} and q.id = g.queue_id
          left join core.user_account u on u.tenant_id = ${viewer.tenantId} and u.id = g.user_id`,
      sql<{
        count: number
      }>`select count(*)::integer as count from (select 1 from core.ticket t where t.tenant_id = ${viewer.tenantId} and t.status = 'closed' and ${visible} limit ${cap}) counted`,
      sql<{
        count: number
      }>`select count(*)::integer as count from (select 1 from core.ticket t where t.tenant_id = ${viewer.tenantId} and t.snoozed_at is not null and ${visible} limit ${cap}) counted`,
      sql<{
        count: number
      }>`select count(*)::integer as count from (select 1 from core.ticket t where t.tenant_id = ${viewer.tenantId} and t.status <> 'closed' and t.status = 'pending' and t.snoozed_at is null and ${heldByBot(sql)} and ${visible} limit ${cap}) counted`,
      sql<{
        count: number
      }>`select count(*)::integer as count from (select 1 from core.ticket t where t.tenant_id = ${viewer.tenantId} and t.status <> 'closed' and ${watchedBy(sql, viewer)} and ${visible} limit ${cap}) counted`,
    ]
  })
  const sum = (of: (group: ActiveGroup) => boolean, what: 'tickets' | 'unread' = 'tickets') =>
    groups.filter(of).reduce((total, group) => total + group[what], 0)
  const queues = new Map(
    groups.filter((group) => group.status !== 'group').map((group) => [group.queue_id, group.queue]),
  )
  const users = new Map(
    groups
      .filter((group) => group.status === 'open' && group.user_id !== null)
      .map((group) => [group.user_id!, group.username ?? '']),
  )
  const bot = bots[0]?.count ?? 0
  return {
    open: sum((group) => group.status === 'open'),
    pending: Math.max(0, sum((group) => group.status === 'pending') - bot),
    bot,
    closed: closed[0]?.count ?? 0,
    group: sum((group) => group.status === 'group'),
    mine: sum((group) => group.status === 'open' && group.user_id === viewer.userId),
    unread: sum(() => true, 'unread'),
    withoutQueue: sum((group) => group.queue_id === null && group.status !== 'group'),
    snoozed: snoozed[0]?.count ?? 0,
    watched: watched[0]?.count ?? 0,
    cap,
    byQueue: [...queues].map(([queueId, queue]) => ({
      queueId: queueId as QueueId | null,
      queue,
      open: sum((group) => group.status === 'open' && group.queue_id === queueId),
      pending: sum((group) => group.status === 'pending' && group.queue_id === queueId),
    })),
    byUser: [...users].map(([userId, name]) => ({
      userId: userId as UserId,
      name,
      open: sum((group) => group.status === 'open' && group.user_id === userId),
    })),
  }
}
