import {
  maxSearchLength,
  mint,
  overviewCountCap,
  type QueueId,
  type QueueOverviewPage,
  type QueueRules,
} from '@recado/contracts'
import * as z from 'zod'
import type { Database } from '../db/database.ts'
import { containing } from '../db/containing.ts'
import { behindName, byName, readNameCursor, writeNameCursor } from '../db/name-cursor.ts'
import type { Limits } from '../tenants/limits.ts'

const pageSize = 50

/** Filter of a list of names, and its position. */
export const OverviewQuery = z.object({
  searchParam: z.string().trim().max(maxSearchLength).default(''),
  cursor: z.string().max(600).optional(),
})

interface Row extends QueueRules {
  id: string
  name: string
  color: string
  is_active: boolean
  users: number
  open_tickets: number
  connections: number
}

/** Queues as who administers them sees them: with their people, their live tickets and their connections. */
export class QueueOverviews {
  readonly #db: Database
  readonly #limits: Pick<Limits, 'activeQueues'>
  constructor(options: { db: Database; limits: Pick<Limits, 'activeQueues'> }) {
    this.#db = options.db
    this.#limits = options.limits
  }

  /** By name. Each count runs over an index and stops at {@link overviewCountCap}. */
  async page(tenantId: string, { searchParam, cursor }: z.output<typeof OverviewQuery>): Promise<QueueOverviewPage> {
    const after = readNameCursor(cursor)
    const pattern = containing(searchParam)
    const [[rows, [counted]], activeLimit] = await Promise.all([
      this.#db.read(tenantId, (sql) => [
        sql<Row>`
          select q.id, q.name, q.color, q.is_active, q.auto_close_minutes as "autoCloseMinutes",
                 q.return_to_queue_minutes as "returnToQueueMinutes", q.distribution,
                 (select count(*)::integer
                    from (select 1
                            from core.user_queue m
                            join core.user_account u on u.tenant_id = m.tenant_id
                               and u.id = m.user_id
                               and u.is_active
                               and u.deleted_at is null
                               and not u.is_hidden
                           where m.tenant_id = q.tenant_id
                             and m.queue_id = q.id limit ${overviewCountCap}) m) as users,
                 (select count(*)::integer
                    from (select 1
                            from core.ticket t
                           where t.tenant_id = q.tenant_id and t.status in ('open', 'pending') and t.queue_id = q.id
                           limit ${overviewCountCap}) t) as open_tickets,
                 (select count(*)::integer
                    from (select 1
                            from core.connection k
                           where k.tenant_id = q.tenant_id and k.queue_id = q.id and k.deleted_at is null
                           limit ${overviewCountCap}) k) as connections
            from core.queue q
           where q.tenant_id = ${tenantId}
             and (${pattern}::text is null or q.name ilike ${pattern})
             and ${behindName(sql, sql`q`, after)}
           order by ${byName(sql, sql`q`)} limit ${pageSize + 1}`,
        sql<{
          active: number
        }>`select count(*)::integer as active from core.queue where tenant_id = ${tenantId} and is_active`,
      ]),
      this.#limits.activeQueues(tenantId),
    ])
    const shown = rows.slice(0, pageSize)
    const last = rows.length > pageSize ? shown.at(-1) : undefined
    return {
      queues: shown.map((row) => ({
        id: mint<QueueId>(row.id),
        queue: row.name,
        color: row.color,
        isActive: row.is_active,
        autoCloseMinutes: row.autoCloseMinutes,
        returnToQueueMinutes: row.returnToQueueMinutes,
        distribution: row.distribution,
        users: row.users,
        openTickets: row.open_tickets,
        connections: row.connections,
      })),
      active: counted!.active,
      activeLimit,
      nextCursor: last ? writeNameCursor(last) : null,
    }
  }
}
