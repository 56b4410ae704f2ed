import type { BackfillPage, ImportSettings, InboundMessage } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/database.ts'
import { endTask, type TaskPlace } from './connection-tasks.ts'
import type { Inbound } from './inbound.ts'
import type { SessionWork, TaskRun } from './task-runner.ts'

/** Brings in what was said before (S3-043). */
export const importHistory = ({
  db,
  inbound,
}: {
  readonly db: Database
  readonly inbound: () => Inbound
}): SessionWork => ({
  kind: 'import',
  able: (session) => session.backfill !== undefined,
  async run({ place, connection, session, task, signal, keep }) {
    const { settings, cursor } = task as TaskRun<ImportSettings>['task']
    const query = {
      since: new Date(settings.since),
      until: new Date(settings.until),
      groups: settings.groupMessages,
      ...(cursor !== null && { cursor }),
    }
    for await (const page of session.backfill!(query, signal)) {
      const events = wanted(page, query)
      await inbound().accept(connection, events)
      if (
        !(await keep({
          cursor: page.cursor,
          done: events.length,
          skipped: page.events.length - events.length,
          progress: page.progress,
        }))
      )
        return false
    }
    return db.tenant(place.tenantId, async (tx) => {
      await previewImported(tx, place)
      if (settings.closeTickets) await closeImported(tx, place)
      return endTask(tx, place, 'import', 'done')
    })
  },
})

/** An adapter may know no better than to answer more than was asked for. */
const wanted = (
  { events }: BackfillPage,
  { since, until, groups }: { since: Date; until: Date; groups: boolean },
): InboundMessage[] =>
  events
    .filter((event) => (groups || !event.isGroup) && event.at !== null && event.at >= since && event.at <= until)
    .map((event) => ({ ...event, origin: 'history' }))

/** Lets the list rows of imported tickets say what was said last; what has a new message says that already. */
async function previewImported(tx: Tx, { tenantId, connectionId }: TaskPlace): Promise<void> {
  await tx.execute(sql`
    update core.ticket t
       set last_message = left(newest.body, 200), last_content = core.content_of(newest.parts),
           last_message_from_me = newest.from_me
      from core.connection_task w, core.ticket o
     cross join lateral (
       select m.body, m.parts, m.from_me from core.message m
        where m.tenant_id = o.tenant_id and m.ticket_id = o.id order by m.sent_at desc, m.id desc limit 1) newest
     where w.tenant_id = ${tenantId} and w.connection_id = ${connectionId} and w.kind = 'import'
       and o.tenant_id = w.tenant_id and o.connection_id = w.connection_id and o.created_at >= w.created_at
       and o.last_message_at is null and t.tenant_id = o.tenant_id and t.id = o.id`)
}

/**
 * Closes the imported tickets that nobody has taken up and that have no new message. Among the closed ones they stand
 * where their last message was.
 */
async function closeImported(tx: Tx, { tenantId, connectionId }: TaskPlace): Promise<void> {
  await tx.execute(sql`
    with ended as (
      select t.id, coalesce(newest.sent_at, t.updated_at) as at
        from core.connection_task w
        join core.ticket t on t.tenant_id = w.tenant_id and t.connection_id = w.connection_id
         and t.created_at >= w.created_at and t.status in ('pending', 'group') and t.user_id is null and t.unread = 0
        left join lateral (
          select m.sent_at from core.message m
           where m.tenant_id = t.tenant_id and m.ticket_id = t.id order by m.sent_at desc, m.id desc limit 1) newest
          on true
       where w.tenant_id = ${tenantId} and w.connection_id = ${connectionId} and w.kind = 'import'
    ), closed as (
      update core.ticket t set status = 'closed', closed_at = now(), updated_at = e.at
        from ended e where t.tenant_id = ${tenantId} and t.id = e.id returning t.id, t.queue_id
    )
    insert into core.ticket_log (id, tenant_id, ticket_id, type, queue_id)
    select gen_random_uuid(), ${tenantId}, c.id, 'autoClose', c.queue_id from closed c`)
}
