import * as z from 'zod'
import { ConnectionStatus, TicketPriority, TicketStatus } from './entities.ts'
import {
  id,
  type ConnectionId,
  type ContactId,
  type MessageId,
  type QueueId,
  type TagId,
  type TicketId,
  type UserId,
} from './ids.ts'
import { ReceiptState } from './receipt.ts'

/**
 * `ticket.closed.v1` for core, `<plugin id>.<event>.v1` for plugins. A breaking payload is a new version, never an
 * edit.
 */
export const EventName = z.string().regex(/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*\.v[1-9][0-9]*$/)

/**
 * A kind of event: its versioned name and the schema of its payload. `private` ones cannot be subscribed to by others.
 */
export interface EventDefinition<N extends string = string, S extends z.ZodType = z.ZodType> {
  readonly name: N
  readonly schema: S
  readonly visibility: 'public' | 'private'
}

/**
 * Declares an event. An event records a change that has happened; a change that can still be altered or vetoed is an
 * interceptor.
 */
export const defineEvent = <const N extends `${string}.${string}.v${number}`, S extends z.ZodType>(
  name: N,
  schema: S,
  visibility: 'public' | 'private' = 'public',
): EventDefinition<N, S> => ({ name, schema, visibility })

/**
 * An event as consumers receive it. At least once, ordered per `key` and consumer; `id` is stable over redeliveries,
 * so that a consumer can be idempotent. On the wire the subject is `t.<tenantId>.<name>`.
 */
export const EventEnvelope = z.object({
  id: z.uuid(),
  tenantId: z.uuid(),
  name: EventName,
  /** Key of the order: the ticket id for everything about a conversation. */
  key: z.string().min(1).max(200),
  at: z.iso.datetime({ offset: true }),
  data: z.unknown(),
})
export type EventEnvelope = z.infer<typeof EventEnvelope>

/** The plugin that did it as itself; not there where a person did, or the contact. */
const by = z.string().optional()
const ticketRef = { ticketId: id<TicketId>(), contactId: id<ContactId>(), connectionId: id<ConnectionId>() }

/*
 * Core's public events. Payloads carry ids, not contents: a consumer reads what it needs through the ports. The
 * reference is made from the descriptions.
 */
/** `ticket.created.v1`: a conversation began. */
export const TicketCreated = defineEvent(
  'ticket.created.v1',
  z
    .object({ ...ticketRef, status: TicketStatus })
    .describe('A customer wrote for the first time on a connection, or an agent opened a conversation.'),
)
/** `ticket.updated.v1`: status, user or queue of a ticket changed. */
export const TicketUpdated = defineEvent(
  'ticket.updated.v1',
  z
    .object({
      ...ticketRef,
      status: TicketStatus,
      userId: id<UserId>().nullable(),
      queueId: id<QueueId>().nullable(),
      before: z
        .object({ status: TicketStatus, userId: id<UserId>().nullable(), queueId: id<QueueId>().nullable() })
        .optional(),
      by,
    })
    .describe(
      'The status, the user or the queue changed; the payload says what holds now, and `before` what held until then.',
    ),
)
/** `ticket.closed.v1`: a ticket was closed. */
export const TicketClosed = defineEvent(
  'ticket.closed.v1',
  z
    .object({ ...ticketRef, userId: id<UserId>().nullable(), by })
    .describe('A ticket was closed. `ticket.updated.v1` comes before it.'),
)
/** `ticket.merged.v1`: a ticket is part of another one. Data kept about `from` belongs to `into`. */
export const TicketMerged = defineEvent(
  'ticket.merged.v1',
  z
    .object({
      from: id<TicketId>(),
      into: id<TicketId>(),
      contactId: id<ContactId>(),
      connectionId: id<ConnectionId>(),
    })
    .describe(
      'Two tickets became one: the messages of `from` are in `into` now, and `from` is closed. No ' +
        '`ticket.closed.v1` comes for it, because the conversation goes on.',
    ),
)
/** `ticket.unmerged.v1`: a merge of tickets was undone. */
export const TicketUnmerged = defineEvent(
  'ticket.unmerged.v1',
  z
    .object({
      from: id<TicketId>(),
      into: id<TicketId>(),
      contactId: id<ContactId>(),
      connectionId: id<ConnectionId>(),
    })
    .describe('A merge was undone: what was said in `from` is there again.'),
)
/** `ticket.deleted.v1`: a ticket is gone for good. Erase what was kept about it. */
export const TicketDeleted = defineEvent(
  'ticket.deleted.v1',
  z.object({ ticketId: id<TicketId>() }).describe('A ticket was deleted for good, with its messages; its log stays.'),
)
/** `ticket.prioritized.v1`: a ticket became more or less urgent. */
export const TicketPrioritized = defineEvent(
  'ticket.prioritized.v1',
  z
    .object({ ...ticketRef, priority: TicketPriority, by })
    .describe('An agent changed the priority of a ticket; the payload says what holds now.'),
)
/** `ticket.tagged.v1`: tags of a ticket came or went. */
export const TicketTagged = defineEvent(
  'ticket.tagged.v1',
  z
    .object({ ...ticketRef, added: z.array(id<TagId>()), removed: z.array(id<TagId>()), by })
    .describe('Tags were put on a ticket or taken off it.'),
)
/** `ticket.mentioned.v1`: a colleague was mentioned in what was written inside of a ticket, a note above all. */
export const TicketMentioned = defineEvent(
  'ticket.mentioned.v1',
  z
    .object({ ...ticketRef, users: z.array(id<UserId>()), byUserId: id<UserId>() })
    .describe('Somebody mentioned colleagues in a note of a ticket, or wherever a plugin lets them be mentioned.'),
)
/** `ticket.snoozed.v1`: a ticket was put off. */
export const TicketSnoozed = defineEvent(
  'ticket.snoozed.v1',
  z
    .object({ ...ticketRef, until: z.iso.datetime({ offset: true }).nullable(), by })
    .describe('An agent put a ticket off, until a time or, with null, until the contact writes. It keeps its status.'),
)
/** `ticket.woken.v1`: a ticket that was put off is back. */
export const TicketWoken = defineEvent(
  'ticket.woken.v1',
  z
    .object({ ...ticketRef, by: z.enum(['time', 'message', 'agent']) })
    .describe(
      'A ticket that was put off came back by itself: its time had come, its contact wrote, or an agent brought ' +
        'it back. Another status, user or queue ends the waiting too, and is told by `ticket.updated.v1`.',
    ),
)
/** `message.received.v1`: a contact wrote. The usual beginning of an automation. */
export const MessageReceived = defineEvent(
  'message.received.v1',
  z
    .object({
      ...ticketRef,
      messageId: id<MessageId>(),
      firstOfTicket: z.boolean(),
      automatic: z.boolean().optional(),
      responder: z.string().optional(),
    })
    .describe(
      'A message of a contact was stored. Not for history and not for what was sent on another device. With ' +
        '`automatic` nobody wrote it: answer nothing by yourself. `responder` is the plugin whose responder has ' +
        'the ticket.',
    ),
)
/** `message.captured.v1`: a contact replied in a closed ticket in which a plugin expects it. */
export const MessageCaptured = defineEvent(
  'message.captured.v1',
  z
    .object({ ...ticketRef, messageId: id<MessageId>(), by: z.string() })
    .describe(
      'A contact replied in a closed ticket, where the plugin `by` expects it: the ticket stays closed, nobody ' +
        'is notified, and no `message.received.v1` is published.',
    ),
)
/** `message.created.v1`: a message to a contact was stored, of an agent or of a plugin, your own included. */
export const MessageCreated = defineEvent(
  'message.created.v1',
  z
    .object({ ...ticketRef, messageId: id<MessageId>(), userId: id<UserId>().nullable(), by })
    .describe('A message to a contact was stored and will be sent; `userId` is null for one of a plugin.'),
)
/** `message.status.v1`: more is known of a message to a contact. */
export const MessageStatusChanged = defineEvent(
  'message.status.v1',
  z
    .object({ ...ticketRef, messageId: id<MessageId>(), status: z.enum([...ReceiptState.options, 'unknown']) })
    .describe('What is known of an outgoing message moved forward: sent, a receipt, failed, or unknown.'),
)
/** `contact.created.v1`: somebody unknown wrote, or was written down. */
export const ContactCreated = defineEvent(
  'contact.created.v1',
  z
    .object({ contactId: id<ContactId>() })
    .describe('Somebody wrote who was not known by any identity, or somebody of the company wrote a contact down.'),
)
/** `contact.updated.v1`: somebody of the company changed what is kept of a contact. */
export const ContactUpdated = defineEvent(
  'contact.updated.v1',
  z
    .object({ contactId: id<ContactId>(), fields: z.array(z.string()) })
    .describe('Somebody of the company changed a contact; `fields` names what was set, not to what.'),
)
/** `contact.deleted.v1`: a contact without conversations was deleted. */
export const ContactDeleted = defineEvent(
  'contact.deleted.v1',
  z
    .object({ contactId: id<ContactId>() })
    .describe('Somebody of the company deleted a contact with whom there were no conversations.'),
)
/** `contact.merged.v1`: two contacts are one from now on. */
export const ContactMerged = defineEvent(
  'contact.merged.v1',
  z
    .object({ from: id<ContactId>(), into: id<ContactId>() })
    .describe(
      'Two contacts turned out to be one, by a verified identity or by hand: `from` is part of `into` now, with ' +
        'its identities and tickets. Reading `from` answers `into`.',
    ),
)
/** `contact.unmerged.v1`: a merge was undone, and the two are two again. */
export const ContactUnmerged = defineEvent(
  'contact.unmerged.v1',
  z
    .object({ from: id<ContactId>(), into: id<ContactId>() })
    .describe(
      'A merge was undone: `from` is a contact of its own again, and what came through its identities is with it.',
    ),
)
/** `contact.forgotten.v1`: somebody was erased. */
export const ContactForgotten = defineEvent(
  'contact.forgotten.v1',
  z
    .object({ contactId: id<ContactId>() })
    .describe(
      'Somebody was erased: names, addresses, messages and files are gone, tickets stay without a person. What a ' +
        'plugin holds it erases in `lifecycle.forget`; this event is for systems beyond it.',
    ),
)
/** `user.deleted.v1`: somebody left the company. Erase what was theirs alone. */
export const UserDeleted = defineEvent(
  'user.deleted.v1',
  z
    .object({ userId: id<UserId>() })
    .describe(
      'An administrator deleted a user: what waited for them went to a colleague, what they wrote keeps its ' +
        'author. What a plugin keeps for this user alone goes now.',
    ),
)
/** `connection.status.v1`: a connection came up, went down or waits for a person. */
export const ConnectionStatusChanged = defineEvent(
  'connection.status.v1',
  z
    .object({ connectionId: id<ConnectionId>(), status: ConnectionStatus })
    .describe('The session of a connection reported another status.'),
)

/** Event prefixes that belong to core; a plugin cannot take one of them as its id. */
export const reservedPrefixes = [
  'ticket',
  'message',
  'contact',
  'connection',
  'user',
  'queue',
  'tag',
  'tenant',
  'core',
  'bus',
  'plugin',
  'media',
  'auth',
] as const
