import { TicketPrioritized, type TicketPriority } from '@recado/contracts'
import { and, eq } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import { priorityOf, priorityRank } from './priority-rank.ts'
import { authorOf, byOf, type TicketActor } from './ticket-actor.ts'
import type { LockedTicket } from './ticket-lock.ts'
import { ticket, ticketLog } from '../tables/ticket.table.ts'

/**
 * Gives a held ticket another priority; false when it has it already. It stays where it is in lists by time (decision
 * 54).
 */
export async function prioritize(
  tx: Tx,
  bus: Pick<EventBus, 'publish'>,
  actor: TicketActor,
  ticketId: string,
  current: LockedTicket,
  priority: TicketPriority,
): Promise<boolean> {
  const { tenantId } = actor
  if (priorityOf(current.priority) === priority) return false
  await tx
    .update(ticket)
    .set({ priority: priorityRank(priority) })
    .where(and(eq(ticket.tenantId, tenantId), eq(ticket.id, ticketId)))
  await tx
    .insert(ticketLog)
    .values({ id: newId(), tenantId, ticketId, type: 'priority', ...authorOf(actor), detail: priority })
  await bus.publish(tx, TicketPrioritized, {
    tenantId,
    key: ticketId,
    data: { ticketId, contactId: current.contact_id, connectionId: current.connection_id, priority, ...byOf(actor) },
  })
  return true
}
