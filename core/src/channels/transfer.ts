import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/database.ts'
import type { RunningJob } from '../jobs/jobs.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { endTask, keepStep, runningTask, type TaskPlace } from './connection-tasks.ts'

/** Conversations moved in one transaction: few enough that nobody waits for their locks. */
const batchSize = 500
export const transferTask = 'channels:transfer'

export interface TransferSettings {
  readonly to: string
}
export interface TransferDeps {
  readonly db: Database
  readonly feed: TicketFeed
  /** Signals the sender of a connection after commit. */
  readonly wake: (connectionId: string) => void
  /** Shows how far it came. */
  readonly progressed: (place: TaskPlace) => Promise<void>
}

interface Moved {
  readonly id: string
  readonly live: boolean
}

/**
 * Moves the conversations of a connection to another one, with their waiting sends (S4-069). One whose contact has a
 * live conversation there stays: a contact has one live conversation on a connection. Messages keep their connection,
 * since the provider has them there.
 */
export const transferConversations =
  (deps: TransferDeps) =>
  async ({ tenantId, data, signal }: RunningJob): Promise<void> => {
    const place = { tenantId, connectionId: (data as { from: string }).from }
    for (let more = true; more;) {
      // A job that was interrupted has to say so: then it is run again, and goes on behind the last batch.
      signal.throwIfAborted()
      const step = await deps.db.tenant(tenantId, async (tx) => {
        const task = await runningTask<TransferSettings>(tx, place, 'transfer')
        return task && { to: task.settings.to, ...(await moveBatch(tx, place, task.settings.to, task.cursor)) }
      })
      if (!step) return
      more = step.more
      if (step.moved.length > 0) deps.wake(step.to)
      void deps.feed.show(tenantId, {
        tickets: step.moved.filter((ticket) => ticket.live).map(({ id }) => ({ id, type: 'ticket:update' })),
      })
      await deps.progressed(place)
    }
  }

async function moveBatch(
  tx: Tx,
  place: TaskPlace,
  to: string,
  cursor: string | null,
): Promise<{ moved: Moved[]; more: boolean }> {
  const [destination] = await tx.execute(
    sql`select 1 from core.connection where tenant_id = ${place.tenantId} and id = ${to} and deleted_at is null`,
  )
  if (!destination) {
    await endTask(tx, place, 'transfer', 'failed', 'the other channel was deleted')
    return { moved: [], more: false }
  }
  const seen = await tx.execute<{ id: string }>(sql`
    select id
      from core.ticket
     where tenant_id = ${place.tenantId}
       and connection_id = ${place.connectionId}
       and id > coalesce(${cursor}::uuid, '00000000-0000-0000-0000-000000000000')
     order by id limit ${batchSize} for no key update`)
  if (seen.length === 0) {
    await endTask(tx, place, 'transfer', 'done')
    return { moved: [], more: false }
  }
  const ids = sql.param(seen.map((row) => row.id))
  const moved = await tx.execute<{ id: string; live: boolean }>(sql`
    with moved as (
      update core.ticket t set connection_id = ${to}, channel = k.type from core.connection k
       where k.tenant_id = ${place.tenantId}
         and k.id = ${to}
         and t.tenant_id = k.tenant_id
         and t.id = any (${ids}::uuid[])
         and (t.status = 'closed'
              or not exists (
                select 1
                  from core.ticket o
                 where o.tenant_id = t.tenant_id
                   and o.contact_id = t.contact_id
                   and o.connection_id = ${to}
                   and o.status <> 'closed'))
      returning t.id, t.status <> 'closed' as live
    ), waiting as (
      update core.delivery d set connection_id = ${to} from core.message m join moved on moved.id = m.ticket_id
       where d.tenant_id = ${place.tenantId}
         and d.connection_id = ${place.connectionId}
         and d.state in ('queued', 'retry')
         and d.act is null
         and m.tenant_id = d.tenant_id
         and m.id = d.message_id
      returning d.message_id
    ), unsent as (
      update core.message m set connection_id = ${to}
        from waiting
       where m.tenant_id = ${place.tenantId} and m.id = waiting.message_id
    )
    select id, live from moved`)
  await keepStep(tx, place, 'transfer', {
    cursor: seen.at(-1)!.id,
    done: moved.length,
    skipped: seen.length - moved.length,
  })
  return { moved: [...moved], more: true }
}
