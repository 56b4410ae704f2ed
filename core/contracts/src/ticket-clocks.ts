import type { Ticket } from './entities.ts'
import type { MessageId, TicketId } from './ids.ts'
import type { TicketLogType } from './entities.ts'

/**
 * Clocks of a ticket, and their beginnings. For a ticket that is put off only `created` runs.
 *
 * - `untouched`: not closed, since the last message, take-over or assignment.
 * - `unanswered`: not closed, since the contact wrote last.
 * - `awaited`: not closed, since the company wrote last.
 * - `created`: not closed, since it began.
 * - `closed`: since it was closed.
 */
export const ticketClocks = ['untouched', 'unanswered', 'awaited', 'created', 'closed'] as const
/** One of {@link ticketClocks}. */
export type TicketClock = (typeof ticketClocks)[number]

/** Tickets whose clock began later than `after` (null: whenever) and not later than `until`, ISO 8601. */
export interface TicketClockQuery {
  readonly clock: TicketClock
  readonly after: string | null
  readonly until: string
  readonly cursor?: string
  readonly limit?: number
}
/** A ticket with the instant at which its clock began. */
export interface TicketOnClock {
  readonly ticket: TicketId
  readonly since: string
}

/** One event of a conversation. `state` is the ticket's state after it, as far as its log records it. */
export interface TicketHappening {
  readonly at: string
  /** A message of the contact, of a person of the company, of a plugin; or an entry of the ticket's log. */
  readonly kind: 'received' | 'sent' | 'sentByPlugin' | TicketLogType
  readonly message?: MessageId
  readonly state: Pick<Ticket, 'status' | 'userId' | 'queueId'>
}
/** Events of a ticket since an instant, oldest first, 500 at most: the newest of them. */
export interface TicketPast {
  readonly ticket: TicketId
  readonly happenings: readonly TicketHappening[]
}
