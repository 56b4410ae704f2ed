import type { Ticket } from './entities.ts'
import type { SlaThresholds } from './sla-thresholds.ts'

/** SLA state of a waiting customer; `leftMinutes` until the deadline, negative after it. */
export interface SlaState {
  readonly colour: 'green' | 'yellow' | 'red'
  readonly waitedMinutes: number
  readonly leftMinutes: number
}

/** The colour of a customer who has waited so long; thresholds are minutes. */
export const slaColourOf = (waitedMinutes: number, { green, yellow }: SlaThresholds): SlaState['colour'] =>
  waitedMinutes <= green ? 'green' : waitedMinutes <= yellow ? 'yellow' : 'red'

/**
 * When the customer of a ticket began to wait, in milliseconds since 1970; null where nobody waits. The rest is with
 * {@link slaOf}.
 */
export const waitingSince = (
  ticket: Pick<Ticket, 'status' | 'lastMessageAt' | 'lastMessageFromMe' | 'snooze' | 'wokenAt'>,
): number | null =>
  ticket.snooze !== null ||
  ticket.lastMessageFromMe ||
  ticket.lastMessageAt === null ||
  (ticket.status !== 'open' && ticket.status !== 'pending')
    ? null
    : Math.max(Date.parse(ticket.lastMessageAt), ticket.wokenAt === null ? 0 : Date.parse(ticket.wokenAt))

/**
 * Reading 70: counts from the customer's last message without an answer. Null if no customer waits: we wrote last, the
 * ticket is closed or put off, or it is a group. A ticket that was put off counts from its return. Times are
 * milliseconds since 1970; a message of the future has waited for nothing. A property test of core holds the panel of
 * attendances and the clock `unanswered` equal to this.
 *
 * `elapsed`: milliseconds that count between two instants, where the clock stands still while it is closed.
 */
export function slaOf(
  ticket: Pick<Ticket, 'status' | 'lastMessageAt' | 'lastMessageFromMe' | 'snooze' | 'wokenAt'>,
  thresholds: SlaThresholds,
  now: number,
  elapsed: (since: number, now: number) => number = (since) => now - since,
): SlaState | null {
  const since = waitingSince(ticket)
  if (since === null) return null
  const waitedMinutes = Math.max(0, Math.floor(elapsed(since, now) / 60_000))
  return {
    colour: slaColourOf(waitedMinutes, thresholds),
    waitedMinutes,
    leftMinutes: thresholds.red - waitedMinutes,
  }
}
