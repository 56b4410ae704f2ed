import type { QueueId, TicketCounts, TicketStatus, UserId, Viewer, VisibilitySettings } from '@recado/contracts'
import type { Database, Query } from '../db/database.ts'
import { joined } from '../db/joined.ts'
import { placesOf, walksThrough } from './ticket-places.ts'
import { heldByBot, visibleTickets } from './visibility-sql.ts'

/** No count looks at more rows than this, which the queries name; a company beyond it sees "10000+". */
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

/** A filter that asks for nothing beside what the viewer may see. */
const everything = { queuesIds: [], includeNotQueueDefined: true, isNotAssignedUser: false, mine: false }

/** GET /messages/count-all: live tickets by status, queue and user, from capped walks of the indexes of each place. */
export async function countTickets(db: Database, viewer: Viewer, settings: VisibilitySettings): Promise<TicketCounts> {
  const places = placesOf(viewer, everything, settings)
  const [groups, [own], [ownPutOff], [closed], [snoozed], [withBot], [watched]] = await db.read(
    viewer.tenantId,
    (sql) => {
      const visible = visibleTickets(sql, viewer, settings)
      const counted = (tickets: Query) =>
        sql<{ count: number }>`select count(*)::integer as count from (select 1 from ${tickets} limit 10000) counted`
      const where = (condition: Query) => sql`core.ticket t where t.tenant_id = ${viewer.tenantId} and ${condition}`
      /** No more than the cap of one status, each ticket once: what is one's own is counted as such. */
      const inPlaces = (status: TicketStatus, columns: Query, also: Query) => {
        const walks = places.flatMap((place) =>
          walksThrough(sql, viewer.tenantId, status, place).map(({ each, where }) => {
            const others =
              places.length > 1 && place.user === undefined
                ? sql`t.user_id is distinct from ${viewer.userId}::uuid`
                : sql`true`
            const walk = sql`
              (select ${columns} from core.ticket t where ${where} and ${others} and ${also} limit 10000)`
            return each ? sql`(select k.* from ${each} cross join lateral ${walk} k)` : walk
          }),
        )
        return sql`(select * from (${joined(sql, walks, sql`union all`)}) k limit 10000)`
      }
      const live = (['open', 'pending', 'group'] as const).map((status) =>
        inPlaces(status, sql`t.status, t.queue_id, t.user_id, t.is_unread`, sql`t.snoozed_at is null`),
      )
      return [
        sql<ActiveGroup>`
          select g.*, q.name as queue, u.name as username from (
            select t.status, t.queue_id, t.user_id, count(*)::integer as tickets,
                   count(*) filter (where t.is_unread)::integer as unread
              from (${joined(sql, live, sql`union all`)}) t
             group by t.status, t.queue_id, t.user_id) g
            left join core.queue q on q.tenant_id = ${viewer.tenantId} and q.id = g.queue_id
            left join core.user_account u on u.tenant_id = ${viewer.tenantId} and u.id = g.user_id`,
        counted(where(sql`t.status = 'open' and t.user_id = ${viewer.userId}`)),
        counted(where(sql`t.snoozed_at is not null and t.status = 'open' and t.user_id = ${viewer.userId}`)),
        counted(sql`${inPlaces('closed', sql`t.id`, sql`true`)} t`),
        counted(where(sql`t.snoozed_at is not null and ${visible}`)),
        counted(
          where(sql`
            t.status <> 'closed'
            and t.status = 'pending'
            and t.snoozed_at is null
            and ${heldByBot(sql)}
            and ${visible}`),
        ),
        counted(sql`
          core.ticket_watch w
            cross join lateral (
              select * from core.ticket x where x.tenant_id = w.tenant_id and x.id = w.ticket_id offset 0) t
            where w.tenant_id = ${viewer.tenantId}
             and w.user_id = ${viewer.userId}
             and t.status <> 'closed'
             and ${visible}`),
      ]
    },
    { keepsPlans: true },
  )
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
  const bot = withBot?.count ?? 0
  return {
    open: sum((group) => group.status === 'open'),
    pending: Math.max(0, sum((group) => group.status === 'pending') - bot),
    bot,
    closed: closed?.count ?? 0,
    group: sum((group) => group.status === 'group'),
    mine: Math.max(0, (own?.count ?? 0) - (ownPutOff?.count ?? 0)),
    unread: sum(() => true, 'unread'),
    withoutQueue: sum((group) => group.queue_id === null && group.status !== 'group'),
    snoozed: snoozed?.count ?? 0,
    watched: watched?.count ?? 0,
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
