import type { Ticket } from './entities.ts'
import type { MessageId, TicketId } from './ids.ts'
import type { TicketLogType } from './entities.ts'

/**
 * What a ticket can be waiting in, and since when. Of a ticket that is put off only `created` runs.
 *
 * - `untouched`: not closed, and nothing was said, taken up or given since.
 * - `unanswered`: not closed, the contact wrote last: since then.
 * - `awaited`: not closed, the company wrote last: since then.
 * - `created`: not closed: since it began.
 * - `closed`: since it was closed.
 */
export const ticketClocks = ['untouched', 'unanswered', 'awaited', 'created', 'closed'] as const
/** One of {@link ticketClocks}. */
export type TicketClock = (typeof ticketClocks)[number]

/** Whose clock began later than `after` (null: whenever) and not later than `until`, ISO 8601. */
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

/** One thing that happened in a conversation. `state` is how the ticket stood after it, as far as its log says. */
export interface TicketHappening {
  readonly at: string
  /** A message of the contact, of a person of the company, of a plugin; or an entry of the ticket's log. */
  readonly kind: 'received' | 'sent' | 'sentByPlugin' | TicketLogType
  readonly message?: MessageId
  readonly state: Pick<Ticket, 'status' | 'userId' | 'queueId'>
}
/** What happened in a ticket since an instant, oldest first, 500 at most: the newest of them. */
export interface TicketPast {
  readonly ticket: TicketId
  readonly happenings: readonly TicketHappening[]
}
