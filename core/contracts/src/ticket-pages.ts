import type { AttributeCondition } from './contact-segments.ts'
import type { Ticket, TicketStatus } from './entities.ts'
import type { ConnectionId, ContactId, QueueId, TagId, UserId } from './ids.ts'

/** Tickets that a plugin asks for; all that is given has to hold. An empty list is none given. */
export interface TicketPageQuery {
  /** Opened on one of these days by the company's clock, both included, as `2026-11-28`. */
  readonly opened?: { readonly from: string; readonly until: string }
  readonly statuses?: readonly TicketStatus[]
  readonly queueIds?: readonly QueueId[]
  readonly userIds?: readonly UserId[]
  readonly connectionIds?: readonly ConnectionId[]
  readonly contactIds?: readonly ContactId[]
  /** Types of channels, as `channel` of a ticket has them. */
  readonly channels?: readonly string[]
  /**
   * As the list of tickets is searched: by names, numbers and addresses of contacts, or by the whole protocol. At least
   * two characters; masked data is found by who knows it whole.
   */
  readonly search?: string
  /** One of these tags is enough. */
  readonly tagIds?: readonly TagId[]
  /** Conditions on the ticket's values, and on those of its contact. */
  readonly attributes?: readonly AttributeCondition[]
  readonly contactAttributes?: readonly AttributeCondition[]
  readonly cursor?: string
  readonly limit?: number
}

/** A ticket of a page. */
export interface PagedTicket extends Ticket {
  /** When a person of the company first wrote in it; null while nobody has. */
  readonly firstAnsweredAt: string | null
}
