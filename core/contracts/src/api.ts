import * as z from 'zod'
import { emailLength, userPhoneLength } from './text-limits.ts'
import { AttributeChange } from './attributes.ts'
import { lossKinds } from './carry.ts'
import { OutgoingPart } from './content.ts'
import { ContactNote, Retag } from './contact-fields.ts'
import { TicketDays } from './ticket-days.ts'
import { AttributeConditions, type ContactSegmentFilter } from './contact-segments.ts'
import { Contact, Message, Queue, Ticket, TicketAssistance, TicketPriority, TicketStatus } from './entities.ts'
import { fieldRules } from './field-issues.ts'
import {
  id,
  instant,
  type Branded,
  type ConnectionId,
  type ContactId,
  type MergeId,
  type MessageId,
  type QueueId,
  type TagId,
  type TicketId,
  type UserId,
} from './ids.ts'
import { KeyBindings } from './keys.ts'
import { Locale } from './locale.ts'
import { TypedPassword } from './password.ts'
import { Role } from './roles.ts'
import { fileLimits } from './file-limits.ts'
import { holdSeconds } from './scheduled.ts'
import { maxSearchLength, minSearchLength } from './search-text.ts'
import { signatureLength } from './signature.ts'
import { CaptchaField } from './signing-in.ts'

/** Text of a form that holds JSON; an invalid one is left for the schema to refuse. */
const readJson = (given: unknown): unknown => {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given) as unknown
  } catch {
    return given
  }
}

/* Request and answer shapes that the shell and the server share. The paths are in the routes of core/src. */

/** Orders of the list of tickets. */
export const TicketSort = z.enum(['recent', 'priority'])
export type TicketSort = z.infer<typeof TicketSort>

/** S3-003…012. Query strings write lists as `status[]=open&status[]=pending` or repeated keys. */
export const AttendanceFilter = z.object({
  searchParam: z.string().max(maxSearchLength).default(''),
  pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
  /** `status=` alone selects none and is refused with ERR_NO_STATUS_SELECTED. */
  status: z
    .array(z.union([TicketStatus, z.literal('')]))
    .max(4)
    .default(['open', 'pending'])
    .transform((chosen) => chosen.filter((one) => one !== '')),
  showAll: z.stringbool().default(false),
  count: z.string().nullable().default(null),
  queuesIds: z.array(id<QueueId>()).max(500).default([]),
  withUnreadMessages: z.stringbool().default(false),
  isNotAssignedUser: z.stringbool().default(false),
  includeNotQueueDefined: z.stringbool().default(true),
  /** `mine` narrows to the caller's own tickets. */
  mine: z.stringbool().default(false),
  /** True for tickets that a bot holds, false for tickets that none holds; both when absent. */
  withBot: z.stringbool().optional(),
  /** Opaque position after the last row of the previous page; without it `pageNumber` counts pages from the start. */
  cursor: z.string().max(200).optional(),
  /** Priorities to include; all when empty. */
  priorities: z.array(TicketPriority).max(4).default([]),
  /** Tags of the ticket of which it has one, channel connections, and users who have it; all when empty. */
  tagIds: z.array(id<TagId>()).max(100).default([]),
  connectionIds: z.array(id<ConnectionId>()).max(100).default([]),
  userIds: z.array(id<UserId>()).max(100).default([]),
  /** True for tickets whose contact has written last. */
  unanswered: z.stringbool().default(false),
  /** With `true` only what is put off, else only what is not. A search finds both. */
  snoozed: z.stringbool().default(false),
  /** True for tickets that the caller follows, put off or not. */
  watched: z.stringbool().default(false),
  /** JSON arrays of conditions, of the ticket itself and of its contact; all of them have to hold. */
  attributes: z.preprocess(readJson, AttributeConditions).default([]),
  contactAttributes: z.preprocess(readJson, AttributeConditions).default([]),
  /** As JSON: days on which a ticket was created, or last written in, by the company's clock. */
  days: z.preprocess(readJson, TicketDays.nullable()).default(null),
  /**
   * `priority`: the most urgent first, and of these who has waited longest for an answer. Of live tickets alone: with
   * closed ones among them the newest change comes first.
   */
  sort: TicketSort.default('recent'),
  /** Rows of a page; the company's setting `ticketListLimit` when absent (S9-075). */
  limit: z.coerce.number().int().min(1).max(200).optional(),
})
export type AttendanceFilter = z.infer<typeof AttendanceFilter>

/** One page of the ticket list. `count` is exact unless `countCapped`; the next page is asked for with `nextCursor`. */
export const TicketPage = z.object({
  tickets: z.array(Ticket),
  count: z.int(),
  countCapped: z.boolean(),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type TicketPage = z.infer<typeof TicketPage>
/**
 * One page of a conversation, oldest first, with its ticket and its contact; older ones are asked for with
 * `nextCursor`. `newerCursor` is null where the page reaches the latest message, and on a page of older ones, whose
 * reader has the newer.
 */
export const MessagePage = z.object({
  ticket: Ticket,
  contact: Contact,
  messages: z.array(Message),
  count: z.int(),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
  newerCursor: z.string().nullable(),
})
export type MessagePage = z.infer<typeof MessagePage>
/** `cursor` leads to older messages, `after` to newer ones, `around` to the page with a message in its middle. */
export const MessageQuery = z
  .object({
    pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
    cursor: z.string().max(200).optional(),
    after: z.string().max(200).optional(),
    around: id<MessageId>().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(30),
  })
  .refine(({ cursor, after, around }) => [cursor, after, around].filter((given) => given !== undefined).length <= 1, {
    message: 'only one of cursor, after and around',
  })

/** GET /messages/search: words of messages, in everything the user may see or in one conversation. */
export const MessageSearchQuery = z.object({
  searchParam: z.string().min(minSearchLength).max(maxSearchLength),
  ticketId: id<TicketId>().optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(30),
})
/** {@link MessageSearchQuery} as a caller writes it. */
export type MessageSearch = z.input<typeof MessageSearchQuery>
/** A message that was found. The excerpt is plain text in pieces, those that match marked. */
export const MessageHit = z.object({
  id: id<MessageId>(),
  fromMe: z.boolean(),
  username: z.string().nullable(),
  timestamp: instant,
  excerpt: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
  /** Not all words stand in the message: a plugin added some beside it, as what is spoken in its recording. */
  isBeside: z.boolean(),
})
export type MessageHit = z.infer<typeof MessageHit>
/**
 * One page of a search, newest first, grouped by ticket in the order of each one's newest hit. A ticket may come again
 * on a later page with older hits. A page may hold fewer hits than requested, or none, and still have a `nextCursor`.
 */
export const MessageSearchPage = z.object({
  results: z.array(z.object({ ticket: Ticket, hits: z.array(MessageHit) })),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type MessageSearchPage = z.infer<typeof MessageSearchPage>

/** Puts a ticket off until a time, or with null until the contact writes. */
export const TicketSnooze = z.object({ until: instant.nullable() }).strict()
/**
 * State of the ticket that a change requires; fields that are absent may have any value. An undo uses it to require
 * that nobody has acted since.
 */
export const TicketExpected = z
  .object({
    status: TicketStatus.optional(),
    userId: id<UserId>().nullable().optional(),
    queueId: id<QueueId>().nullable().optional(),
    priority: TicketPriority.optional(),
  })
  .strict()
export type TicketExpected = z.infer<typeof TicketExpected>
/**
 * Fields of PUT /tickets/{id}; only these may change (decision R10). `withoutFarewell`: do not send the connection's
 * farewell message. `snooze` puts an open ticket off, null brings it back. `tagIds` are all tags from now on; `retag`
 * adds and removes single ones and leaves the others to concurrent changes. `unreadMessages`: 0 reads everything; 1
 * marks the contact's newest message as unread, of a ticket that is not closed and not put off.
 */
export const TicketUpdate = z
  .object({
    status: z.enum(['open', 'pending', 'closed', 'close']).optional(),
    userId: id<UserId>().nullable().optional(),
    queueId: id<QueueId>().nullable().optional(),
    unreadMessages: z.literal([0, 1]).optional(),
    pinned: z.boolean().optional(),
    watched: z.boolean().optional(),
    withoutFarewell: z.boolean().optional(),
    priority: TicketPriority.optional(),
    snooze: TicketSnooze.nullable().optional(),
    attributes: AttributeChange.optional(),
    tagIds: z.array(id<TagId>()).max(50).optional(),
    retag: Retag.optional(),
    expected: TicketExpected.optional(),
    ...TicketAssistance.partial().shape,
  })
  .strict()
/** POST /tickets/bulk: several tickets at once, each with a change of its own, so that an undo is one too. */
export const TicketBulk = z
  .object({
    changes: z
      .array(TicketUpdate.extend({ id: id<TicketId>() }))
      .min(1)
      .max(200),
  })
  .strict()
export type TicketBulk = z.infer<typeof TicketBulk>
/** Result for one of the tickets: the ticket as it is afterwards, or the code of the refusal. */
export const TicketBulkResult = z.object({
  id: id<TicketId>(),
  ticket: Ticket.nullable(),
  error: z.string().nullable(),
})
export type TicketBulkResult = z.infer<typeof TicketBulkResult>
/** POST /tickets. Without `channelId` it is the company's default channel. */
export const TicketCreate = z
  .object({
    contactId: id<ContactId>(),
    status: z.enum(['open', 'pending']).default('open'),
    userId: id<UserId>().nullable().optional(),
    channel: z.string().optional(),
    channelId: id<ConnectionId>().optional(),
    queueId: id<QueueId>().nullable().optional(),
  })
  .strict()

/** Text fields of POST /messages/{ticketId}; files arrive as multipart `medias`. Multipart writes booleans as words. */
export const MessageSend = z.object({
  body: z.string().max(65_536).default(''),
  fromMe: z.unknown().optional(),
  read: z.unknown().optional(),
  sendType: z.string().optional(),
  quotedMsg: id<MessageId>().nullable().optional(),
  idFront: z.string().max(64).optional(),
  /**
   * Content of its own: a file that is kept already, a place, a template. A JSON array; multipart carries it as text.
   * Each part becomes a message of its own, after text and files.
   */
  parts: z.preprocess(readJson, z.array(OutgoingPart).max(10)).optional(),
  /**
   * Files that were uploaded before, by their signed paths, as if they came along. A JSON array; multipart carries it
   * as text.
   */
  attachments: z.preprocess(readJson, z.array(z.string().max(2_000)).max(fileLimits.count)).optional(),
  /** When to send it; at once without one. */
  scheduleDate: instant.optional(),
  /** Seconds in which its author may take it back before it leaves. */
  hold: z.coerce.number().pipe(z.literal(holdSeconds)).optional(),
  /** The attached recording is a voice note and no audio file. */
  voice: z.stringbool().optional(),
  /**
   * Whether this message is signed; as its author chose when absent. A signature that the company forces is added in
   * any case.
   */
  signed: z.stringbool().optional(),
})

/** Ids as existing clients send them: alone, or in the object that they were read from. */
const idOrObject = <T extends Branded<string>>() =>
  z.union([id<T>(), z.looseObject({ id: id<T>() }).transform((object) => object.id)])

/**
 * POST /messagesEdit/{id}: the new text; of a file it is the caption. Clients of the family send the message along
 * (reading 64).
 */
export const MessageEdit = z.looseObject({ body: z.string().trim().max(65_536) })
/** POST /messagesReaction/{id}: one emoji, null or an empty text to take it back. */
export const MessageReaction = z.looseObject({ reaction: z.string().max(32).nullable() })
/** DELETE /messages/{messageId}: the body may be absent; a message in it (reading 64) has to be the same one. */
export const MessageDelete = z.looseObject({ id: id<MessageId>().optional() })
/**
 * POST /forward-messages/: one contact per call (reading 65). `channelId` is the connection to use; without it the
 * contact's open ticket is used, or the connection of their last ticket.
 */
export const ForwardMessages = z.object({
  messages: z.array(idOrObject<MessageId>()).min(1).max(100),
  contact: idOrObject<ContactId>(),
  channelId: id<ConnectionId>().optional(),
})
/** Targets of the forwarded messages, and the content that could not be forwarded. */
export const Forwarded = z.object({
  ticketId: id<TicketId>(),
  losses: z.array(z.object({ messageId: id<MessageId>(), loss: z.enum(lossKinds) })),
})
export type Forwarded = z.infer<typeof Forwarded>

/**
 * GET /messages/count-all: counts of the tabs and the home page; `pending` excludes tickets that a bot holds, which are
 * `bot`. Counts are capped at `cap`.
 */
export const TicketCounts = z.object({
  open: z.int(),
  pending: z.int(),
  bot: z.int(),
  closed: z.int(),
  group: z.int(),
  mine: z.int(),
  unread: z.int(),
  withoutQueue: z.int(),
  cap: z.int(),
  /** Put off; these are in none of the other counts. */
  snoozed: z.int(),
  /** Tickets that the caller follows, put off or not. */
  watched: z.int(),
  byQueue: z.array(
    z.object({ queueId: id<QueueId>().nullable(), queue: z.string().nullable(), open: z.int(), pending: z.int() }),
  ),
  byUser: z.array(z.object({ userId: id<UserId>(), name: z.string(), open: z.int() })),
})
export type TicketCounts = z.infer<typeof TicketCounts>

/** Orders of a list of contacts; `-` reverses one. */
export const contactOrders = ['name', '-name', 'createdAt', '-createdAt'] as const
/** One of {@link contactOrders}. */
export type ContactOrder = (typeof contactOrders)[number]
const days = z.coerce.number().int().min(1).max(3_650)
/**
 * GET /contacts. Without `searchParam` all contacts; with it, those whose name, number, e-mail address, company or
 * document contains it (S5-035: two characters at least). Filters narrow each other; of several tags, users or channels
 * one is enough.
 */
export const ContactQuery = z.object({
  searchParam: z.string().max(maxSearchLength).default(''),
  cursor: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(contactOrders).default('name'),
  tagIds: z.array(id<TagId>()).max(100).default([]),
  walletUserIds: z.array(id<UserId>()).max(100).default([]),
  channels: z.array(z.string().max(60)).max(50).default([]),
  /** True for contacts without any ticket. */
  withoutTicket: z.stringbool().default(false),
  /** A JSON array of conditions; all of them have to hold. */
  attributes: z.preprocess(readJson, AttributeConditions).default([]),
  /** Known for so many days at most. */
  newForDays: days.nullable().default(null),
  /** Contacts with a ticket but no message for this many days. */
  silentForDays: days.nullable().default(null),
  birthdayMonth: z.coerce.number().int().min(1).max(12).nullable().default(null),
}) satisfies z.ZodType<ContactSegmentFilter>
/**
 * A contact as a list shows it; number and address may be masked for the reader. `kinds` are those of its identities.
 */
export const ContactSummary = Contact.pick({
  id: true,
  name: true,
  number: true,
  email: true,
  profilePicUrl: true,
}).extend({ kinds: z.array(z.string()) })
export type ContactSummary = z.infer<typeof ContactSummary>
/** A contact in the list of contacts, with what its columns show. */
export const ContactListed = ContactSummary.extend(
  Contact.pick({
    businessName: true,
    document: true,
    category: true,
    source: true,
    birthdayDate: true,
    whatsappValidated: true,
    tags: true,
    wallets: true,
    createdAt: true,
  }).shape,
)
export type ContactListed = z.infer<typeof ContactListed>
/** One page of contacts; the next one is asked for with its cursor. */
export const ContactPage = z.object({
  contacts: z.array(ContactListed),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type ContactPage = z.infer<typeof ContactPage>

/** GET /contacts/{id}: the contact with its notes, newest first. */
export const ContactRecord = Contact.extend({ notes: z.array(ContactNote) })
export type ContactRecord = z.infer<typeof ContactRecord>
/** GET /contact-notes: notes of all contacts, newest first. */
export const ContactNoteQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
})
/** One page of notes, each with its contact; the next one is asked for with its cursor. */
export const ContactNotePage = z.object({
  notes: z.array(ContactNote.extend({ contact: Contact.pick({ id: true, name: true, profilePicUrl: true }) })),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
/** A page of notes of all contacts. */
export type ContactNotePage = z.infer<typeof ContactNotePage>
/** GET /contacts/{id}/tickets: the conversations with a contact that the caller may see, the last one first. */
export const ContactTicketQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(10),
})
/** One page of the conversations with a contact; the next one is asked for with its cursor. */
export const ContactTicketPage = z.object({
  tickets: z.array(Ticket),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
/** A page of conversations with a contact. */
export type ContactTicketPage = z.infer<typeof ContactTicketPage>

/** Body of POST /contacts/{id}/merge: the contact that becomes part of the one in the path. */
export const ContactMergeRequest = z.object({ from: id<ContactId>() }).strict()
/** A merge: `from` became part of `into`. `user` is null when verified identities did it by themselves. */
export const ContactMerge = z.object({
  id: id<MergeId>(),
  from: z.object({ id: id<ContactId>(), name: z.string() }),
  into: z.object({ id: id<ContactId>(), name: z.string() }),
  automatic: z.boolean(),
  user: z.object({ id: id<UserId>(), name: z.string() }).nullable(),
  identities: z.int(),
  mergedAt: instant,
  undoneAt: instant.nullable(),
  undoneBy: z.object({ id: id<UserId>(), name: z.string() }).nullable(),
})
export type ContactMerge = z.infer<typeof ContactMerge>
/** Merges that were made, newest first, a page at a time. */
export const ContactMergePage = z.object({
  merges: z.array(ContactMerge),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type ContactMergePage = z.infer<typeof ContactMergePage>
export const ContactMergeQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(10),
})

/**
 * POST /auth/login/: an e-mail if it contains @, otherwise a phone number (S5-013); `phoneNumber` is the
 * specification's name for the latter. `code` answers a second factor.
 */
export const LoginRequest = z
  .object({
    email: z.string().max(emailLength).optional(),
    phoneNumber: z.string().max(userPhoneLength).optional(),
    password: TypedPassword,
    captcha: CaptchaField.optional(),
    code: z.string().max(64).optional(),
  })
  .strict()
/** A user's signature of their messages; an empty text is their name. */
const SignaturePreference = z.object({
  isOn: z.boolean(),
  text: z
    .string()
    .trim()
    .max(signatureLength)
    .regex(/^[^\r\n]*$/),
})
const sectionKeys = z.array(z.string().max(120)).max(100)
/**
 * A user's arrangement of the side panel of a conversation: keys of sections in their order, the hidden ones, and those
 * pinned open at the top.
 */
const PanelArrangement = z.object({ order: sectionKeys, hidden: sectionKeys, pinned: sectionKeys.optional() })
/** A user's arrangement of the cards of the home page: keys of cards in their order, and the hidden ones. */
const HomeArrangement = PanelArrangement.omit({ pinned: true })
export const UserConfigs = z.object({
  filtrosAtendimento: z.record(z.string(), z.unknown()).default({}),
  isDark: z.boolean().nullable().default(null),
  locale: Locale.nullable().default(null),
  density: z.enum(['comfortable', 'compact', 'table']).default('comfortable'),
  holdSeconds: z.literal([0, ...holdSeconds]).optional(),
  signature: SignaturePreference.optional(),
  shortcuts: KeyBindings.optional(),
  panel: PanelArrangement.optional(),
  home: HomeArrangement.optional(),
  /** Whether the next conversation opens when one is resolved; true where it is absent. */
  opensNext: z.boolean().optional(),
})
/** S3-064, kept to the letter. */
export const LoginResult = z.object({
  token: z.string(),
  username: z.string(),
  profile: Role,
  userId: id<UserId>(),
  tenantId: z.uuid(),
  isMaster: z.boolean(),
  queues: z.array(Queue.pick({ id: true, queue: true })),
  configs: UserConfigs,
  sessionId: z.uuid(),
  image: z.string().nullable(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
  status: z.enum(['online', 'offline']),
  isHidden: z.boolean(),
})
export type LoginResult = z.infer<typeof LoginResult>

/** Body of every refusal. */
export const ErrorBody = z.object({
  error: z.string(),
  requestId: z.string().optional(),
  ticketId: z.string().optional(),
  retryAfterSeconds: z.number().optional(),
  detail: z.string().optional(),
  limit: z.number().optional(),
  issues: z
    .array(
      z.object({
        path: z.string(),
        message: z.string(),
        rule: z.enum(fieldRules).optional(),
        limit: z.number().optional(),
      }),
    )
    .optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
