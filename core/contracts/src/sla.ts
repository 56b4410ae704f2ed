import type { Ticket } from './entities.ts'
import type { SlaThresholds } from './sla-thresholds.ts'

/** How the wait of a customer stands; `leftMinutes` until the promise is broken, negative since it is. */
export interface SlaState { readonly colour: 'green' | 'yellow' | 'red'; readonly waitedMinutes: number; readonly leftMinutes: number }

/**
 * Decision 70: counts from the customer's last message that nobody has answered. Null where nobody waits: we wrote last,
 * the ticket is closed, or it is a group. Times are milliseconds since 1970; a message of the future has waited for nothing.
 */
export function slaOf(ticket: Pick<Ticket, 'status' | 'lastMessageAt' | 'lastMessageFromMe'>, { green, yellow, red }: SlaThresholds, now: number): SlaState | null {
  if (ticket.lastMessageFromMe || ticket.lastMessageAt === null || (ticket.status !== 'open' && ticket.status !== 'pending')) return null
  const waitedMinutes = Math.max(0, Math.floor((now - Date.parse(ticket.lastMessageAt)) / 60_000))
  return { colour: waitedMinutes <= green ? 'green' : waitedMinutes <= yellow ? 'yellow' : 'red', waitedMinutes, leftMinutes: red - waitedMinutes }
}
