import * as z from 'zod'
import { distributions, inactivityMinutes } from './attendance-rules.ts'
import { AttributeValues } from './attributes.ts'
import { ContactDetails, ContactExtra } from './contact-fields.ts'
import { Forwarding, MessageContent, Parts } from './content.ts'
import {
  id,
  instant,
  type ConnectionId,
  type ContactId,
  type MessageId,
  type QueueId,
  type TagId,
  type TenantId,
  type TicketId,
  type UserId,
} from './ids.ts'
import type { Locale } from './locale.ts'
import { ReceiptState } from './receipt.ts'
import { Role } from './roles.ts'
import { nameLengths } from './text-limits.ts'
import { ticketPriorities } from './ticket-priorities.ts'

/* Entities of core. Field names follow the product's public API, so that existing clients of the family fit. */

/** A colour as tags, queues and columns store it. */
export const HexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/)

/** The name of a queue as it is entered. */
export const QueueName = z.string().trim().min(1).max(nameLengths.queue)
/** The name of a tag as it is entered. */
export const TagName = z.string().trim().min(1).max(nameLengths.tag)

/** A department, with its colour. */
export const Queue = z.object({ id: id<QueueId>(), queue: z.string(), isActive: z.boolean(), color: HexColor })
export type Queue = z.infer<typeof Queue>

/** Rules of a queue that differ from its company's; null is the company's. */
export const QueueRules = z.object({
  autoCloseMinutes: z.literal(inactivityMinutes).nullable(),
  returnToQueueMinutes: z.literal(inactivityMinutes).nullable(),
  distribution: z.enum(distributions).nullable(),
})
export type QueueRules = z.infer<typeof QueueRules>

/** A word on contacts, with its colour. */
export const Tag = z.object({ id: id<TagId>(), tag: z.string(), color: HexColor, isActive: z.boolean() })
export type Tag = z.infer<typeof Tag>

/** A person who works in the company. */
export const User = z.object({
  id: id<UserId>(),
  name: z.string(),
  email: z.string(),
  profile: Role,
  isActive: z.boolean(),
  isOnline: z.boolean(),
  image: z.string().nullable(),
  queues: z.array(z.object({ id: id<QueueId>(), queue: z.string() })),
})
export type User = z.infer<typeof User>

/**
 * One way to reach a person: (kind, value) is unique within a tenant. `phone` and `email` belong to core, other kinds
 * to plugins.
 */
export const ContactIdentity = z.object({ kind: z.string(), value: z.string(), verified: z.boolean() })
export type ContactIdentity = z.infer<typeof ContactIdentity>

/**
 * A person. A phone number is one nullable identifier, not the key; `number` and `email` may be masked for the reader.
 */
export const Contact = z.object({
  id: id<ContactId>(),
  name: z.string(),
  number: z.string().nullable(),
  email: z.string().nullable(),
  profilePicUrl: z.string().nullable(),
  identities: z.array(ContactIdentity),
  tags: z.array(Tag.pick({ id: true, tag: true, color: true })),
  extraInfo: z.array(ContactExtra),
  /** The users in whose wallets the contact is. */
  wallets: z.array(z.object({ id: id<UserId>(), name: z.string() })),
  /** By the keys of the company's attributes of contacts; not there when it has none. */
  attributes: AttributeValues.optional(),
  ...ContactDetails.shape,
  createdAt: instant,
})
export type Contact = z.infer<typeof Contact>

/** S4-057…064, and `passkey`: the provider asks for one before it lets the session in. */
export const connectionStatuses = [
  'pairing',
  'connected',
  'disconnected',
  'timeout',
  'qrcode',
  'passkey',
  'inactive',
  'conflict',
  'connecting',
] as const
/** State of a connection, in the product's words. */
export const ConnectionStatus = z.enum(connectionStatuses)
export type ConnectionStatus = z.infer<typeof ConnectionStatus>

/**
 * History that a connection imports (S3-043): messages of people and, optionally, of groups between two instants;
 * `closeTickets` closes the imported conversations that nobody has taken up. `contacts` imports the contacts that the
 * provider lists, of any time.
 */
export const ImportSettings = z
  .object({
    since: instant,
    until: instant,
    messages: z.boolean().default(true),
    groupMessages: z.boolean().default(false),
    closeTickets: z.boolean().default(false),
    contacts: z.boolean().default(false),
  })
  .refine(({ messages, contacts }) => messages || contacts, { path: ['messages'] })
export type ImportSettings = z.infer<typeof ImportSettings>

/**
 * Long work of a connection. `done` and `skipped` count messages or conversations; of `contacts`, `done` counts those
 * that were made, `updated` those that something was added to, `skipped` those that nothing was new about. `progress`
 * is a share from 0 to 1 where it is known.
 */
export const ConnectionTask = z.object({
  kind: z.enum(['import', 'transfer', 'contacts']),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  settings: z.record(z.string(), z.unknown()),
  done: z.int(),
  updated: z.int(),
  skipped: z.int(),
  progress: z.number().nullable(),
  error: z.string().nullable(),
})
export type ConnectionTask = z.infer<typeof ConnectionTask>

/** A configured channel. `config` holds no secrets: those are write-only and listed by name in `secretsSet`. */
export const Connection = z.object({
  id: id<ConnectionId>(),
  name: z.string(),
  type: z.string(),
  plugin: z.string(),
  status: ConnectionStatus,
  statusDetail: z.string().nullable(),
  /** Names what happened; the plugin has words for it under `state.<code>`. */
  statusCode: z.string().nullable(),
  /** Until when a person can act, or when the session tries again by itself. */
  statusUntil: instant.nullable(),
  isDefault: z.boolean(),
  isActive: z.boolean(),
  config: z.record(z.string(), z.unknown()),
  secretsSet: z.record(z.string(), z.boolean()),
  updatedAt: instant,
  /** The provider's name for this connection, from the last test or the session. */
  number: z.string().nullable(),
  /** Attempts since the session was last open. */
  retries: z.int(),
  /** Queue of incoming tickets; null for none. */
  queueId: id<QueueId>().nullable(),
  /** Message to the contact when a ticket is resolved; null for none. */
  farewellMessage: z.string().nullable(),
  tasks: z.array(ConnectionTask),
  /**
   * QR code to be scanned to sign in: its text, or its picture as a `data:` address. Only in answers to users who may
   * manage channels, while it waits.
   */
  qrcode: z.string().optional(),
  /** Code to be typed on a phone, for the same users. */
  pairingCode: z.string().optional(),
  /**
   * Webhook address for the provider. Only in answers to users who may manage channels, for channels with a webhook,
   * with a public address.
   */
  webhookUrl: z.string().optional(),
})
export type Connection = z.infer<typeof Connection>

/**
 * Result of a test of a connection. A failed one names the step that broke; `message` is for an administrator, free of
 * secrets.
 */
export const ConnectionCheck = z.object({
  ok: z.boolean(),
  identity: z.string().optional(),
  step: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
})
export type ConnectionCheck = z.infer<typeof ConnectionCheck>

/** S4-001…004. Chatbot-in-progress and watching are views, not statuses (reading 49). */
export const ticketStatuses = ['open', 'pending', 'closed', 'group'] as const
/** Status of a ticket: waiting, being answered, closed, or a group, which is none of these. */
export const TicketStatus = z.enum(ticketStatuses)
export type TicketStatus = z.infer<typeof TicketStatus>

/** Urgency of a ticket. */
export const TicketPriority = z.enum(ticketPriorities)
export type TicketPriority = z.infer<typeof TicketPriority>

const languageTag = z.string().regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, 'a language tag as pt-BR')
/** Assistance in one conversation, whichever plugin provides it. Languages are tags of BCP 47, null if unknown. */
export const TicketAssistance = z.object({
  /** Whether voice messages are written out; null for what the company does otherwise. */
  audioTranscription: z.boolean().nullable(),
  translationEnabled: z.boolean(),
  clientLanguage: languageTag.nullable(),
  agentLanguage: languageTag.nullable(),
})
export type TicketAssistance = z.infer<typeof TicketAssistance>

/** A conversation with one contact on one connection. `updatedAt` orders lists (S4-120); times are UTC instants. */
export const Ticket = z.object({
  id: id<TicketId>(),
  protocol: z.string(),
  status: TicketStatus,
  contactId: id<ContactId>(),
  userId: id<UserId>().nullable(),
  queueId: id<QueueId>().nullable(),
  channel: z.string(),
  channelId: id<ConnectionId>(),
  unreadMessages: z.int(),
  /** Whether a message of the contact is there, without which nothing can be marked as unread. */
  contactWrote: z.boolean(),
  answered: z.boolean(),
  isGroup: z.boolean(),
  pinned: z.boolean(),
  /** True if the reader follows the ticket, regardless of its user. */
  watched: z.boolean(),
  /** S4-005: a bot holds the conversation and nobody has taken it. */
  withBot: z.boolean(),
  lastMessage: z.string(),
  lastMessageFromMe: z.boolean(),
  lastMessageAt: instant.nullable(),
  /** Kind of the last message's content besides text; null for text alone. */
  lastContent: MessageContent.nullable(),
  createdAt: instant,
  updatedAt: instant,
  startedAttendanceAt: instant.nullable(),
  closedAt: instant.nullable(),
  /** Flat names as the product's list rows carry them. */
  name: z.string(),
  profilePicUrl: z.string().nullable(),
  username: z.string().nullable(),
  queue: z.string().nullable(),
  whatsapp: z.object({ id: id<ConnectionId>(), name: z.string() }),
  tags: z.array(Tag.pick({ id: true, tag: true, color: true })),
  priority: TicketPriority,
  /** Put off until then, or with null until the contact writes; null for what is not put off. */
  snooze: z.object({ since: instant, until: instant.nullable() }).nullable(),
  /** Time when it last came back from being put off: a wait counts from then. */
  wokenAt: instant.nullable(),
  /** The ticket that it is part of by now. */
  mergedInto: id<TicketId>().nullable(),
  /** Scheduled messages, soonest first, twenty at most. All of them: GET /messages/{ticketId}/scheduled. */
  scheduledMessages: z.array(z.object({ id: id<MessageId>(), scheduleDate: instant })),
  /** Column of its lead on the board; null if it is on none. Changed by the board alone. */
  kanbanColumn: z.string().nullable(),
  ...TicketAssistance.shape,
  /** End of the service window, past or future, for channels that have one; null when the contact has never written. */
  serviceWindowEndsAt: instant.nullable().optional(),
  /** By the keys of the company's attributes of tickets; not there when it has none. */
  attributes: AttributeValues.optional(),
})
export type Ticket = z.infer<typeof Ticket>

/** S4-021…033 as stored; the words are the family's. */
export const ticketLogTypes = [
  'access',
  'create',
  'closed',
  'transfered',
  'receivedTransfer',
  'open',
  'pending',
  'queue',
  'userDefine',
  'delete',
  'chatBot',
  'autoClose',
  'retriesLimitQueue',
  'retriesLimitUserDefine',
  'autoReturn',
  'attributes',
  'priority',
  'snooze',
  'wake',
  'merge',
  'unmerge',
  'outOfHours',
] as const
export const TicketLogType = z.enum(ticketLogTypes)
export type TicketLogType = z.infer<typeof TicketLogType>
/** A change of a ticket, with its time and its author. */
export const TicketLogEntry = z.object({
  id: z.uuid(),
  type: TicketLogType,
  ticketId: id<TicketId>(),
  createdAt: instant,
  user: z.object({ id: id<UserId>(), name: z.string() }).nullable(),
  queue: z.object({ id: id<QueueId>(), queue: z.string() }).nullable(),
  /** The plugin that made the change as itself; its reason is in `note`. */
  plugin: z.string().nullable(),
  /** Note of the sender to the receiver of a transfer. */
  note: z.string().nullable(),
  /**
   * Detail of the change, in the word of its kind: a priority; until when; what ended the waiting; the protocol of
   * another ticket.
   */
  detail: z.string().nullable(),
})
export type TicketLogEntry = z.infer<typeof TicketLogEntry>

/**
 * State of a message. Inbound messages are `received`. Outbound: `pending` until the adapter has it, then the
 * provider's receipts; `unknown` means that it may have been sent; it is never repeated automatically (promise 4).
 */
export const MessageStatus = z.enum(['pending', ...ReceiptState.options, 'received', 'unknown'])
export type MessageStatus = z.infer<typeof MessageStatus>

/** Acts of an agent on an existing message. */
export const messageActs = ['edit', 'delete', 'react', 'stopPoll'] as const
/**
 * The last thing an agent did to a message. `id` grows with time, so that two states of a message can be put in order.
 * `unknown`: it may have happened. The message itself changes only when the channel has done it.
 */
export const MessageActState = z.object({
  id: z.uuid(),
  kind: z.enum(messageActs),
  state: z.enum(['pending', 'done', 'failed', 'unknown']),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type MessageActState = z.infer<typeof MessageActState>

/**
 * A message as agents see it. `body` is the plain text of `parts`; each media part and each letter has a short-lived
 * `url` in `media`, a letter's for a sandboxed frame. A deleted message has an empty text and no files. `reaction`
 * holds emoji by author, our own under {@link ownReactor}.
 */
export const Message = z.object({
  id: id<MessageId>(),
  ticketId: id<TicketId>(),
  contactId: id<ContactId>(),
  fromMe: z.boolean(),
  userId: id<UserId>().nullable(),
  username: z.string().nullable(),
  body: z.string(),
  parts: Parts,
  media: z.array(
    z.object({
      id: z.uuid(),
      url: z.string(),
      mime: z.string(),
      name: z.string().nullable(),
      bytes: z.int().nullable(),
    }),
  ),
  status: MessageStatus,
  ack: z.int().min(-1).max(5),
  /**
   * `kind` is the kind of the channel's error, if it came from one: `windowClosed` means that only messages allowed
   * outside of the window can be sent.
   */
  failure: z.object({ code: z.string(), message: z.string(), kind: z.string().optional() }).nullable(),
  read: z.boolean(),
  edited: z.boolean(),
  isDeleted: z.boolean(),
  reaction: z.record(z.string(), z.string()),
  quotedMsgId: id<MessageId>().nullable(),
  sendType: z.enum(['chat', 'bot', 'API', 'external']),
  scheduleDate: instant.nullable(),
  /** The client's own id of an optimistic message, echoed so that it can be matched. */
  idFront: z.string().nullable(),
  act: MessageActState.optional(),
  /** Its author passed it on from somebody else. */
  forwarded: Forwarding.optional(),
  /** How the poll of the message stands: people by option, how many have voted, and whether it was stopped. */
  votes: z
    .object({
      counts: z.array(z.int().nonnegative()),
      voters: z.int().nonnegative(),
      stopped: z.boolean().optional(),
    })
    .optional(),
  /** The words of the quoted message that its author chose, where the provider tells them. */
  quote: z.string().optional(),
  timestamp: instant,
  createdAt: instant,
})
export type Message = z.infer<typeof Message>

/**
 * What came of asking for older messages: how many were `found`, which are stored then; `silent`: the phone did not
 * answer; `unavailable`: it could not be asked.
 */
export const OlderAsked = z.object({
  outcome: z.enum(['found', 'silent', 'unavailable']),
  found: z.int().nonnegative(),
})
export type OlderAsked = z.infer<typeof OlderAsked>

/**
 * Numeric acknowledgement for clients of the family: -1 failed, 0 pending or unknown, 1 accepted, 2 sent or received, 3
 * delivered, 4 read, 5 played.
 */
export const ackOf = (status: MessageStatus): number =>
  ({ failed: -1, pending: 0, unknown: 0, accepted: 1, sent: 2, received: 2, delivered: 3, read: 4, played: 5 })[status]

/**
 * The caller: everything that decides what they may see and do. Computed by the server per request, never by the
 * client.
 */
export interface Viewer {
  readonly tenantId: TenantId
  readonly userId: UserId
  readonly name: string
  readonly role: Role
  readonly queueIds: readonly QueueId[]
  readonly locale: Locale
  /** Whether the viewer holds a permission of core or of an enabled plugin. */
  can(permission: string): boolean
}
