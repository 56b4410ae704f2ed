import type { Ticket } from './entities.ts'
import type { SlaThresholds } from './sla-thresholds.ts'

/** SLA state of a waiting customer; `leftMinutes` until the deadline, negative after it. */
export interface SlaState {
  readonly colour: 'green' | 'yellow' | 'red'
  readonly waitedMinutes: number
  readonly leftMinutes: number
}

/**
 * Reading 70: counts from the customer's last message without an answer. Null if no customer waits: we wrote last, the
 * ticket is closed or put off, or it is a group. A ticket that was put off counts from its return. Times are
 * milliseconds since 1970; a message of the future has waited for nothing. A property test of core holds the panel of
 * attendances and the clock `unanswered` equal to this.
 */
export function slaOf(
  ticket: Pick<Ticket, 'status' | 'lastMessageAt' | 'lastMessageFromMe' | 'snooze' | 'wokenAt'>,
  { green, yellow, red }: SlaThresholds,
  now: number,
): SlaState | null {
  if (
    ticket.snooze !== null ||
    ticket.lastMessageFromMe ||
    ticket.lastMessageAt === null ||
    (ticket.status !== 'open' && ticket.status !== 'pending')
  )
    return null
  const waitedMinutes = Math.max(
    0,
    Math.floor(
      (now - Math.max(Date.parse(ticket.lastMessageAt), ticket.wokenAt === null ? 0 : Date.parse(ticket.wokenAt))) /
        60_000,
    ),
  )
  return {
    colour: waitedMinutes <= green ? 'green' : waitedMinutes <= yellow ? 'yellow' : 'red',
    waitedMinutes,
    leftMinutes: red - waitedMinutes,
  }
}
