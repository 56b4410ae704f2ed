import { Refusal, snoozeHorizonDays, TicketSnoozed, TicketWoken } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import { authorOf, byOf, type TicketActor } from './ticket-actor.ts'
import type { LockedTicket } from './ticket-lock.ts'
import { ticket, ticketLog } from '../tables/ticket.table.ts'

/** A clock may be a little behind the one that chose the time. Milliseconds. */
const tolerance = 60_000

/** Columns of a ticket that is brought back. A log line and an event record the snooze that it ends. */
export const awake = {
  snoozedAt: null,
  snoozedUntil: null,
  wokenAt: sql`clock_timestamp()` as never,
  updatedAt: sql`clock_timestamp()` as never,
}

/**
 * Puts a held ticket off, for another time too when it is already, or brings it back with null; false when that changes
 * nothing. Only a ticket with a user is put off: one that waits in a queue has nobody who may hide it.
 * @throws Refusal ERR_TICKET_TRANSITION, ERR_SNOOZE_IN_PAST, ERR_SNOOZE_TOO_FAR
 */
export async function snooze(
  tx: Tx,
  bus: Pick<EventBus, 'publish'>,
  actor: TicketActor,
  ticketId: string,
  current: LockedTicket,
  wanted: { until: string | null } | null,
  now: Date,
): Promise<boolean> {
  const { tenantId } = actor
  const at = and(eq(ticket.tenantId, tenantId), eq(ticket.id, ticketId))
  const ref = { ticketId, contactId: current.contact_id, connectionId: current.connection_id }
  if (wanted === null) {
    if (current.snoozed_at === null) return false
    await tx.update(ticket).set(awake).where(at)
    await tx
      .insert(ticketLog)
      .values({ id: newId(), tenantId, ticketId, type: 'wake', ...authorOf(actor), detail: 'agent' })
    await bus.publish(tx, TicketWoken, { tenantId, key: ticketId, data: { ...ref, by: 'agent' } })
    return true
  }
  if (current.status !== 'open') throw new Refusal('ERR_TICKET_TRANSITION', { detail: `${current.status} → snooze` })
  const ahead = wanted.until === null ? 0 : Date.parse(wanted.until) - now.getTime()
  if (ahead < -tolerance) throw new Refusal('ERR_SNOOZE_IN_PAST')
  if (ahead > snoozeHorizonDays * 86_400_000) throw new Refusal('ERR_SNOOZE_TOO_FAR', { limit: snoozeHorizonDays })
  await tx
    .update(ticket)
    .set({
      snoozedAt: sql`clock_timestamp()` as never,
      snoozedUntil: wanted.until === null ? null : new Date(wanted.until),
      updatedAt: sql`clock_timestamp()` as never,
    })
    .where(at)
  await tx
    .insert(ticketLog)
    .values({ id: newId(), tenantId, ticketId, type: 'snooze', ...authorOf(actor), detail: wanted.until })
  await bus.publish(tx, TicketSnoozed, {
    tenantId,
    key: ticketId,
    data: { ...ref, until: wanted.until, ...byOf(actor) },
  })
  return true
}
