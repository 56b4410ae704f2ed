import * as z from 'zod'
import type { BlockCall } from './automation.ts'
import type { Ticket, TicketPriority } from './entities.ts'
import type { MessageId, QueueId, TagId, TicketId, UserId } from './ids.ts'

/**
 * Scopes of acts that a plugin can do in the name of the user whose request it answers. A definition lists its scopes
 * in `acting`.
 */
export const actingScopes = ['tickets', 'messages', 'drafts', 'notes', 'actions'] as const
/** Name of something that is done in a user's name, for `acting` of a definition. */
export const ActingScope = z.enum(actingScopes)
export type ActingScope = z.infer<typeof ActingScope>

/**
 * A change of one ticket: each given field changes, all in one transaction. A field that already has its value is no
 * change.
 */
export interface ActingTicketChange {
  /** `pending` gives it back to its queue, `closed` resolves it, with the farewell of its connection. */
  readonly status?: 'open' | 'pending' | 'closed'
  /** With `closed`: the contact gets no farewell. */
  readonly withoutFarewell?: boolean
  /** The ticket's next user, where `status` leaves that open; {@link Acting.tickets} `transfer` hands a ticket on. */
  readonly userId?: UserId | null
  readonly queueId?: QueueId | null
  readonly addTags?: readonly TagId[]
  readonly removeTags?: readonly TagId[]
  readonly priority?: TicketPriority
  /**
   * Puts an open ticket off: until an ISO 8601 instant, or with null until the contact writes. `snooze: null` brings it
   * back.
   */
  readonly snooze?: { readonly until: string | null } | null
}

/**
 * Acts of the signed-in user through the product's own routes, done for them: the same permissions, rules, visibility,
 * log lines and events, and the log names the user. The object is usable until the request ends.
 *
 * Besides the refusals of the routes every method throws ERR_NO_PERMISSION for an act that the user may not do, and a
 * TypeError for a scope that the definition does not declare or after the end of the request.
 *
 * What a program does with a token of the user (`ctx.program`) is in the audit trail with the token's name, and
 * messages that it sends have the sendType `API`.
 */
export interface Acting {
  readonly tickets: {
    /** PUT /tickets/{id}. Answers the ticket as it is then, also to who has given it out of their sight. */
    change(ticket: TicketId, change: ActingTicketChange): Promise<Ticket>
    /**
     * POST /tickets/{id}/transfer: to a colleague, a queue, or a colleague in a queue. Refuses where nothing would
     * change (ERR_TICKET_OF_USER, ERR_TICKET_OF_QUEUE).
     */
    transfer(
      ticket: TicketId,
      to: { readonly userId?: UserId; readonly queueId?: QueueId; readonly note?: string },
    ): Promise<Ticket>
  }
  readonly messages: {
    /**
     * POST /messages/{ticketId}: a text of the user's, signed as they sign. The same `key` (64 characters at most)
     * sends nothing again.
     */
    send(ticket: TicketId, text: string, options: { readonly key: string }): Promise<SentByActing>
    /** DELETE /messages/{id}: takes back what the user sent, while the channel lets them. */
    remove(message: MessageId): Promise<void>
  }
  readonly drafts: {
    /** GET /drafts: what the user has begun to write in a ticket; undefined for nothing, or a ticket out of sight. */
    get(ticket: TicketId): Promise<string | undefined>
    /**
     * PUT /drafts/{ticketId}: keeps a text as the user's draft, which they find in the composer and send themselves.
     * Answers the text that it replaced; null for none. Refuses for a ticket that they do not see
     * (ERR_NO_TICKET_FOUND).
     */
    keep(ticket: TicketId, text: string): Promise<string | null>
  }
  readonly notes: {
    /**
     * POST /tickets/{ticketId}/notes, at the plugin that claims this path: a note for who sees the ticket, which the
     * contact never reads. Answers its id; `DELETE /notes/{id}` takes it back. The same `key` (64 characters at most)
     * writes nothing again. Refuses with ERR_PLUGIN_NOT_FOUND where nothing keeps notes, ERR_PLUGIN_DISABLED where the
     * company switched that off.
     */
    write(ticket: TicketId, text: string, options: { readonly key: string }): Promise<string>
  }
  readonly actions: {
    /**
     * Has an action of a plugin done ({@link ActionSpec}, `user` among its `by`): it gets this user and what it may do
     * in their name. The same `key` (64 characters at most) again does no harm. @throws Refusal ERR_AUTOMATION_BLOCK
     * for one that is not offered to them, ERR_VALIDATION, and what the action refuses
     */
    run(ticket: TicketId, action: BlockCall, options: { readonly key: string }): Promise<void>
  }
}

/** Messages that one text became, in their order. */
export interface SentByActing {
  readonly messages: readonly MessageId[]
}
