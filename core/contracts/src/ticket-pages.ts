import type { Ticket, TicketStatus } from './entities.ts'
import type { ConnectionId, QueueId, TagId, UserId } from './ids.ts'

/** Tickets that a plugin asks for; all that is given has to hold. An empty list is none given. */
export interface TicketPageQuery {
  /** Opened on one of these days by the company's clock, both included, as `2026-11-28`. */
  readonly opened?: { readonly from: string; readonly until: string }
  readonly statuses?: readonly TicketStatus[]
  readonly queueIds?: readonly QueueId[]
  readonly userIds?: readonly UserId[]
  readonly connectionIds?: readonly ConnectionId[]
  /** One of these tags is enough. */
  readonly tagIds?: readonly TagId[]
  readonly cursor?: string
  readonly limit?: number
}

/** A ticket of a page. */
export interface PagedTicket extends Ticket {
  /** When a person of the company first wrote in it; null while nobody has. */
  readonly firstAnsweredAt: string | null
}
