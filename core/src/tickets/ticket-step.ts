import { TicketClosed, TicketUpdated, type TicketLogType } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import { authorOf, byOf, isPlugin, type TicketActor } from './ticket-actor.ts'
import { stateOf, type LockedTicket } from './ticket-lock.ts'
import { ticket, ticketLog } from '../tables/ticket.table.ts'
import type { TicketState, TicketTransition } from './transition.ts'

/** A decided change of a ticket; its log may hold a note. */
export type TicketStep = Omit<TicketTransition, 'logs'> & {
  /** A bot that holds the ticket lets go of it, though nobody has it yet. */
  readonly leavesBot?: boolean
  readonly logs: readonly {
    readonly type: TicketLogType
    readonly userId: string | null
    readonly queueId: string | null
    readonly note?: string | null
  }[]
}

/**
 * A transfer as a step: its author and the new user, with the author's note. A ticket that a person gives to a queue
 * waits there for people.
 */
export const transferStep = (
  current: TicketState,
  next: TicketState,
  actorId: string | null,
  note: string | null,
): TicketStep => ({
  next,
  leavesBot: actorId !== null,
  closed: undefined,
  started: next.status === current.status ? undefined : next.status === 'open',
  logs: [
    { type: 'transfered', userId: actorId, queueId: current.queueId, note },
    { type: 'receivedTransfer', userId: next.userId, queueId: next.queueId },
  ],
})

/**
 * Writes a step of a held ticket: the row, its log, and the events. Where a plugin is the `actor`, the first line of
 * the log and the events name it.
 */
export async function writeStep(
  tx: Tx,
  bus: Pick<EventBus, 'publish'>,
  tenantId: string,
  ticketId: string,
  current: LockedTicket,
  { next, leavesBot = false, started, closed, logs }: TicketStep,
  actor?: TicketActor,
): Promise<void> {
  const now = sql`clock_timestamp()` as never
  await tx
    .update(ticket)
    .set({
      ...next,
      updatedAt: now,
      // Taking it, closing it, or letting it wait for people takes it from the bot.
      ...(next.userId !== null || closed || leavesBot ? { bot: null } : {}),
      ...(next.userId !== null && next.userId !== current.user_id ? { assignedAt: now } : {}),
      ...(started === undefined ? {} : { startedAt: started ? now : null }),
      ...(closed === undefined ? {} : { closedAt: closed ? now : null }),
    })
    .where(and(eq(ticket.tenantId, tenantId), eq(ticket.id, ticketId)))
  await tx.insert(ticketLog).values(
    logs.map((log, index) => ({
      id: newId(),
      tenantId,
      ticketId,
      ...log,
      ...(actor && isPlugin(actor) && index === 0 && authorOf(actor)),
    })),
  )
  const ref = { ticketId, contactId: current.contact_id, connectionId: current.connection_id }
  await bus.publish(tx, TicketUpdated, {
    tenantId,
    key: ticketId,
    data: { ...ref, ...next, before: stateOf(current), ...byOf(actor) },
  })
  if (closed)
    await bus.publish(tx, TicketClosed, {
      tenantId,
      key: ticketId,
      data: { ...ref, userId: next.userId, ...byOf(actor) },
    })
}
