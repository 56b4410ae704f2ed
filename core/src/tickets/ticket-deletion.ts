import { Refusal, TicketDeleted, type MediaId, type Viewer } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { FileRemoval } from '../media/file-removal.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { factsOf, lockTicket } from './ticket-lock.ts'
import { ticket, ticketLog } from '../tables/ticket.table.ts'

export const ticketFilesTask = 'tickets.files'
/** Files of one job. */
const filesAtOnce = 200

export interface TicketDeletionDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: Pick<TicketFeed, 'removed'>
  readonly jobs: Jobs
  readonly removeFiles: FileRemoval
}

/** Deletes tickets for good, with everything that was said and sent in them. */
export class TicketDeletion {
  readonly #deps: TicketDeletionDeps
  constructor(deps: TicketDeletionDeps) {
    this.#deps = deps
    deps.jobs.register(ticketFilesTask, async ({ tenantId, data }) => {
      const failed = await deps.removeFiles(tenantId, (data as { media: MediaId[] }).media)
      if (failed.length > 0) throw new Error(`plugins that could not say what they hold: ${failed.join(', ')}`)
    })
  }

  /**
   * DELETE /tickets/{id}: irreversible (S4-020, reading 60). The log stays, without what was written in it. Files
   * follow by themselves, those that nothing else holds.
   */
  async remove({ tenantId, userId }: Viewer, ticketId: string): Promise<void> {
    const { db, bus, feed, jobs } = this.#deps
    const before = await db.tenant(tenantId, async (tx) => {
      const current = await lockTicket(tx, tenantId, ticketId)
      if (!current) throw new Refusal('ERR_NO_TICKET_FOUND')
      const files = await tx.execute<{ id: MediaId }>(sql`
        select f.id
          from core.message m
          cross join unnest(core.media_of(m.parts)) f (id)
         where m.tenant_id = ${tenantId} and m.ticket_id = ${ticketId}
        union select f.id
          from core.scheduled_message s
          cross join unnest(core.media_of(jsonb_path_query_array(s.messages, '$[*][*]'))) f (id)
         where s.tenant_id = ${tenantId} and s.ticket_id = ${ticketId}
        union select f.id
          from core.draft d
          cross join unnest(d.uploads) f (id)
         where d.tenant_id = ${tenantId} and d.ticket_id = ${ticketId}`)
      for (let start = 0; start < files.length; start += filesAtOnce) {
        await jobs.enqueue(tx, {
          task: ticketFilesTask,
          tenantId,
          data: { media: files.slice(start, start + filesAtOnce).map(({ id }) => id) },
        })
      }
      await tx.delete(ticket).where(and(eq(ticket.tenantId, tenantId), eq(ticket.id, ticketId)))
      await tx
        .update(ticketLog)
        .set({ note: null })
        .where(and(eq(ticketLog.tenantId, tenantId), eq(ticketLog.ticketId, ticketId)))
      await tx
        .insert(ticketLog)
        .values({ id: newId(), tenantId, ticketId, type: 'delete', userId, queueId: current.queue_id })
      await audit(tx, { tenantId, userId, action: 'tickets.delete', subject: ticketId })
      await bus.publish(tx, TicketDeleted, { tenantId, key: ticketId, data: { ticketId } })
      return factsOf(current)
    })
    bus.poke()
    feed.removed(tenantId, ticketId, before)
  }
}
