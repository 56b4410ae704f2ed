import type { ActingTicketChange } from './acting.ts'
import type { MessageSearch, MessageSearchPage } from './api.ts'
import type { AttributeChange, AttributeDefinition } from './attributes.ts'
import type { AutomationPort } from './automation.ts'
import type { ChannelOperation, OperationInput, OperationOutput } from './channel-operations.ts'
import type { Connection, Contact, Message, Queue, Tag, Ticket, User, Viewer } from './entities.ts'
import type { ContactChange, NewContact } from './contact-fields.ts'
import type { ContactPageQuery, PagedContact } from './contact-pages.ts'
import type {
  ConnectionId,
  ContactId,
  ExternalChatId,
  MediaId,
  MessageId,
  QueueId,
  TenantId,
  TicketId,
  UserId,
} from './ids.ts'
import type { Part } from './content.ts'
import type { FactAnswer, FactConversations, FactConversationsQuery, FactQuery } from './facts.ts'
import type { UserLetter } from './user-letters.ts'
import type { ImportPort } from './imports.ts'
import type { Locale } from './locale.ts'
import type { ConversationPort, SendingFor } from './conversations.ts'
import type { PluginNotice } from './realtime.ts'
import type { BellTelling } from './plugin-bell.ts'
import type { AttributeSubject } from './plugin-attributes.ts'
import type { PluginKeyPort } from './plugin-keys.ts'
import type { ResponderDecision } from './responders.ts'
import type { ServicePort } from './services.ts'
import type { TicketClockQuery, TicketOnClock, TicketPast } from './ticket-clocks.ts'
import type { UserTokenPort } from './user-tokens.ts'
import type { PluginDelivery, PluginWebhook, SentWebhook } from './webhooks.ts'
import type { PagedTicket, TicketPageQuery } from './ticket-pages.ts'

/* Ports that core offers to plugins. A plugin gets these objects in its context and has no other access to the
   outside. */

/** Structured log. Never log secrets or message bodies; tenant, plugin and request id are added by core. */
export interface Logger {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/**
 * Encrypted values, bound to tenant, plugin and (in a connection's context) the connection, and to the server that the
 * settings name: `get` answers undefined for one that was stored while the settings named another server.
 */
export interface Secrets {
  get(name: string): Promise<string | undefined>
  /** `staysHere`: a key that is never sent anywhere, such as one that signs. It outlives a change of the address. */
  set(name: string, value: string, options?: { readonly staysHere?: boolean }): Promise<void>
  /**
   * A key of the plugin's own that stays here: the stored one, or what `make` answers, which is stored then. Of several
   * callers at once, on any node, all are answered the same key.
   */
  ensure(name: string, make: () => string): Promise<string>
  delete(name: string): Promise<void>
}

/** Secrets among the settings of the installation, for the plugin that declares them. */
export interface PlatformSecrets<Name extends string = string> {
  /**
   * Undefined while the secret is not set, and when a setting of its `sentTo` has come to name another server since the
   * call began: with `ctx.platformSettings` it would be sent to the wrong one.
   */
  get(name: Name): Promise<string | undefined>
}

/** A stored file. `mime` is what its bytes are; `bytes` its size. */
export interface MediaInfo {
  id: MediaId
  mime: string
  bytes: number
  name: string | null
}
/**
 * Blobs. `put` sniffs the type and enforces the limits (Refusal ERR_FILE_TOO_LARGE, ERR_FILE_TYPE), in routes the
 * company's storage too (ERR_STORAGE_FULL). In events, jobs and adapters storage is not limited: inbound files are
 * kept.
 */
export interface MediaPort {
  put(
    source: AsyncIterable<Uint8Array> | Uint8Array,
    meta: { name?: string; mime?: string; maxBytes?: number },
  ): Promise<MediaInfo>
  open(media: MediaId): Promise<MediaInfo & { stream: ReadableStream<Uint8Array> }>
  info(media: MediaId): Promise<MediaInfo | undefined>
  /** A path on this origin that serves the blob until `ttlMs` from now. Give it only to who may see the blob. */
  sign(media: MediaId, ttlMs: number): string
  /**
   * Says that the plugin lets these files go: after a day those are removed that no message, draft or picture holds,
   * and no plugin by its `holdsMedia`. Call it before the rows that name them are deleted, so that a crash between the
   * two leaves no file behind. Files that the company does not have are passed over.
   */
  release(media: readonly MediaId[]): Promise<void>
}

/** Small durable values of one connection (cursors, session keys). Not for content. */
export interface StateStore {
  get<T>(key: string): Promise<T | undefined>
  /** With `ifAbsent`, answers false and writes nothing when the key exists. */
  set(key: string, value: unknown, options?: { ttlMs?: number; ifAbsent?: boolean }): Promise<boolean>
  delete(key: string): Promise<void>
}

/**
 * Logins and keys of one connection: durable, every value sealed with the company's key and bound to its place. They
 * outlive restarts and disconnects; the adapter clears them, or an administrator who resets or deletes the connection.
 */
export interface SealedState {
  /** Values of these keys; those that are not there are missing. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
  /**
   * All or nothing, in one transaction; null deletes. Done only while this node holds the connection.
   * @throws ChannelError `network`, certain, with `FENCED` once another node holds the connection, or nobody
   */
  write(changes: ReadonlyMap<string, Uint8Array | null>): Promise<void>
  /** Deletes everything. @throws ChannelError as `write` does */
  clear(): Promise<void>
}

/**
 * Ephemeral, at most once, to every node: live streams, typing, presence. Names are scoped to plugin and connection.
 */
export interface Topics {
  publish(name: string, data: unknown): void
  subscribe(name: string, onData: (data: unknown) => void): () => void
}

/** One connection to the plugin's own schema, tenant set; every statement of `work` is one transaction. */
export interface PluginTransaction {
  /**
   * Runs SQL with `$1` parameters as the plugin's own role. Rows as arrays in `array` mode (drizzle), else as objects.
   */
  query(sql: string, params: readonly unknown[], mode: 'array' | 'object'): Promise<unknown[]>
}
/** The plugin's own schema, seen as its own role. */
export interface PluginDatabase {
  /** Commits when `work` resolves and rolls back when it throws. Row-level security shows only this tenant's rows. */
  transaction<T>(work: (tx: PluginTransaction) => Promise<T>): Promise<T>
}

/** A plugin at its work for a company, as an adapter asks for it: what it keeps and what core tells it. */
export interface PluginWork {
  readonly tenant: TenantId
  readonly db: PluginDatabase
  readonly core: CorePorts
  readonly media: MediaPort
  readonly secrets: Secrets
  readonly publicUrl: URL | null
  /** Of the plugin in this company; those of a connection are its own. */
  readonly topics: Topics
  readonly log: Logger
  readonly signal: AbortSignal
}

/** Limits of the company's plan over objects that plugins keep. Core decides; the plugin counts them. */
export interface PlanLimits {
  /**
   * To be called in the transaction of `db.transaction` that activates a flow or a bot of a channel, before it does.
   * Core locks the company's limit in `tx` until it ends and only then calls `countActive`, which answers the number of
   * active ones: of two concurrent activations, the second counts the first. `countActive` reads by the same `tx`, and
   * is not called if the plan sets no limit. @throws Refusal ERR_FREE_PLAN_CHATFLOWS, ERR_FREE_PLAN_CHATBOT or, if more
   * are active than allowed, ERR_FREE_PLAN_VIOLATION
   */
  require(
    tx: PluginTransaction,
    kind: 'flows' | 'chatbots',
    countActive: (tx: PluginTransaction) => Promise<number>,
  ): Promise<void>
}

/** A person as a channel type of the plugin knows them: by an id of that channel's identities. */
export interface ChannelPerson {
  /** One of the plugin's own channel types. */
  readonly type: string
  readonly id: string
}

/** A user as colleagues see them. */
export interface Colleague extends Pick<User, 'id' | 'name'> {
  readonly isOnline: boolean
}
/** A group of users, with its active members. */
export interface ColleagueGroup {
  readonly id: string
  readonly name: string
  readonly isActive: boolean
  readonly userIds: readonly UserId[]
}

/**
 * Calls of core for a plugin, within its tenant. Reads answer `undefined` for missing objects. In a route of a
 * signed-in user numbers and addresses are masked as for that user; events and jobs get them unmasked.
 */
export interface CorePorts {
  readonly tickets: {
    get(ticket: TicketId): Promise<Ticket | undefined>
    /**
     * Those of these tickets (100 at most) that this user may see, as they see them. Call it before you show data about
     * a ticket.
     */
    visibleTo(viewer: Viewer, tickets: readonly TicketId[]): Promise<readonly Ticket[]>
    /**
     * Colleagues who may see the ticket, by name, 50 at most: all, or those whose name contains `search`, or those of
     * `among`. Nobody of a ticket that does not exist.
     */
    viewersOf(
      ticket: TicketId,
      options?: { search?: string; among?: readonly UserId[]; limit?: number },
    ): Promise<ReadonlyArray<Pick<User, 'id' | 'name'>>>
    /**
     * Notifies the open screens of users who may see the ticket that the plugin's data about it changed; panels receive
     * it by `useTicketNews`. At most once: nothing may depend on it.
     */
    announce(ticket: TicketId): Promise<void>
    /**
     * Takes a waiting conversation for the plugin's bot: it leaves the queue for the view of chatbots until the bot
     * gives it back, somebody takes it or transfers it, or it is closed. False for what does not wait, is somebody's,
     * or is another plugin's.
     */
    holdForBot(ticket: TicketId): Promise<boolean>
    /** Gives it back to the people of its queue. False for what this plugin does not hold. */
    releaseFromBot(ticket: TicketId): Promise<boolean>
    /**
     * Changes a ticket as the plugin, without a user's permissions but within core's rules: for a plugin that declares
     * `uses: ['tickets.write']`, in events and jobs. Its log names the plugin, with `note` (200 characters at most) as
     * the reason, and the events name it in `by`. A field that already has its value is no change. `status: 'open'`
     * takes a `userId`. With `reopens`, `pending` gives a resolved ticket back to its queue too, as its customer does
     * by writing; without it that is refused.
     * @throws Refusal ERR_NO_TICKET_FOUND, and what PUT /tickets/{id} refuses
     */
    change(
      ticket: TicketId,
      change: ActingTicketChange,
      options?: { readonly note?: string; readonly reopens?: boolean },
    ): Promise<Ticket>
    /**
     * Hands a ticket on as the plugin, in the same way: to a user, a queue, or a user in a queue. @throws Refusal
     * ERR_TICKET_OF_USER, ERR_TICKET_OF_QUEUE, ERR_NO_SHARED_QUEUE for who does not work in that queue
     */
    transfer(
      ticket: TicketId,
      to: { readonly userId?: UserId; readonly queueId?: QueueId; readonly note?: string },
    ): Promise<Ticket>
    /**
     * Tickets whose clock began in a span of time, in the order of these instants, 100 at most at a time. For a plugin
     * that declares `uses: ['tickets.list']`.
     */
    onClock(
      query: TicketClockQuery,
    ): Promise<{ readonly tickets: readonly TicketOnClock[]; readonly nextCursor: string | null }>
    /**
     * Changes of the tickets that changed since an instant, 50 tickets at most at a time, latest changed first. For a
     * plugin that declares `uses: ['tickets.list']`; in a user's route those that they may see.
     */
    past(query: {
      readonly since: string
      readonly cursor?: string
      readonly limit?: number
    }): Promise<{ readonly tickets: readonly TicketPast[]; readonly nextCursor: string | null }>
    /**
     * Tickets that fit a filter, 100 at most at a time, the latest opened first; those that became part of another are
     * not among them. For a plugin that declares `uses: ['tickets.list']`; in a user's route those that they may see,
     * as they see them.
     */
    page(
      query: TicketPageQuery,
    ): Promise<{ readonly tickets: readonly PagedTicket[]; readonly nextCursor: string | null }>
  }
  readonly contacts: {
    get(contact: ContactId): Promise<Contact | undefined>
    /**
     * Contacts that fit a filter, 100 at most at a time, in its order. For a plugin that declares `uses:
     * ['contacts.list']`; in a user's route as the list of contacts shows them to that user. @throws Refusal
     * ERR_VALIDATION for a position of another order, or a search text that is too short
     */
    page(
      query: ContactPageQuery,
    ): Promise<{ readonly contacts: readonly PagedContact[]; readonly nextCursor: string | null }>
    /**
     * Writes a contact down as the plugin, without a user's permissions but within core's rules: for a plugin that
     * declares `uses: ['contacts.write']`. @throws Refusal what POST /contacts refuses
     */
    create(given: NewContact): Promise<ContactId>
    /**
     * Changes the given fields in the same way; the audit trail names the plugin. @throws Refusal what PUT
     * /contacts/{id} refuses
     */
    change(contact: ContactId, change: ContactChange): Promise<ContactId>
    /**
     * Lets one of the plugin's channel types know a contact by an id, in the same way: conversations can be opened with
     * them there. Twice is once. @throws Refusal ERR_NO_CONTACT_FOUND, ERR_DUPLICATED_CONTACT where it is somebody
     * else's
     */
    identify(contact: ContactId, as: ChannelPerson): Promise<void>
    /**
     * Two contacts are one person: `from` becomes part of `into`, in the same way, and users can undo it. Answers who
     * stays, by whose id both are found. @throws Refusal ERR_NO_CONTACT_FOUND, ERR_CONTACT_MERGE_SAME,
     * ERR_CONTACT_MERGE_GROUP
     */
    merge(into: ContactId, from: ContactId): Promise<ContactId>
  }
  /** Conversations that the company begins. For a plugin that declares `uses: ['conversations.open']`. */
  readonly conversations: ConversationPort
  /** Data of other systems. For a plugin that declares `uses: ['imports.write']`. */
  readonly imports: ImportPort
  /** Keys of the plugin's `key` routes. For a plugin that declares `uses: ['keys.issue']`. */
  readonly keys: PluginKeyPort
  /** Tokens of users for the plugin's `session` routes. For a plugin that declares `uses: ['tokens.issue']`. */
  readonly tokens: UserTokenPort
  /**
   * Values of the company's attributes; a contact and a ticket have theirs in `attributes`. A change lists the values
   * to set, null removes one, and the others stay. It is checked by the definitions (ERR_VALIDATION at
   * `body.attributes.<key>`), is recorded in the audit trail as the plugin's, and open screens show it. In a route of a
   * user only what they may change is changed (ERR_NO_PERMISSION, ERR_NO_TICKET_FOUND).
   */
  readonly attributes: {
    /** All of the company, archived ones among them. */
    list(): Promise<readonly AttributeDefinition[]>
    /**
     * By the company's keys. For a plugin that declares `uses: ['attributes.write']`. @throws Refusal
     * ERR_NO_CONTACT_FOUND, ERR_NO_TICKET_FOUND, ERR_VALIDATION
     */
    set(subject: AttributeSubject, change: AttributeChange): Promise<void>
    /**
     * Attributes that the plugin declares, by its own names. @throws Refusal as `set`, and ERR_ATTRIBUTE_LIMIT if the
     * company's limit is reached
     */
    setOwn(subject: AttributeSubject, change: AttributeChange): Promise<void>
  }
  /** Filters of contacts that the company shares under a name. For a plugin that declares `uses: ['segments.read']`. */
  readonly segments: {
    list(): Promise<ReadonlyArray<{ readonly id: string; readonly name: string }>>
    /** Those of these contacts (100 at most) that are in the segment now. @throws Refusal ERR_NO_SEGMENT_FOUND */
    holding(segment: string, contacts: readonly ContactId[]): Promise<readonly ContactId[]>
    /**
     * Contacts in the segment now, a page of 100 at most at a time, in the order of their names. @throws Refusal
     * ERR_NO_SEGMENT_FOUND
     */
    contacts(
      segment: string,
      options?: { cursor?: string; limit?: number },
    ): Promise<{ readonly contacts: readonly ContactId[]; readonly nextCursor: string | null }>
  }
  /**
   * Conditions and actions that plugins contribute, to be put together: for a plugin that declares
   * `uses: ['automation.run']`. `offered` and `require` need no declaration.
   */
  readonly automation: AutomationPort
  /** Tickets that responders of this plugin have, for its jobs and events; see {@link ResponderSpec}. */
  readonly responders: {
    /** Whether a responder of this plugin has the ticket now. */
    holds(ticket: TicketId): Promise<boolean>
    /**
     * Decides without a message of the contact: a timer, the answer of a slow bot. False, and nothing is done, where no
     * responder of this plugin has the ticket any more.
     */
    decide(ticket: TicketId, decision: ResponderDecision): Promise<boolean>
  }
  /** Numbers about what has happened, for a plugin that declares `uses: ['facts.read']`. They are seconds behind. */
  readonly facts: {
    /**
     * In a user's route of what they may see: agents count messages that they wrote themselves. In events and jobs of
     * the whole company, or with `viewer` of what that user may see (see `core.users.viewers`), which a user's route
     * does not take. @throws ZodError for a question that {@link FactQuery} does not allow
     */
    query(query: FactQuery, options?: { readonly viewer?: Viewer }): Promise<FactAnswer>
    /**
     * The conversations behind a number, a page at a time, for the same reader. @throws ZodError for a question that
     * {@link FactConversationsQuery} does not allow @throws Refusal ERR_VALIDATION for a cursor that is none
     */
    conversations(query: FactConversationsQuery): Promise<FactConversations>
  }
  /** Replies in closed tickets, for a plugin that declares `uses: ['replies.expect']`. */
  readonly replies: {
    /**
     * What the contact writes to this closed ticket until then stays in it and is told by `message.captured.v1`. Called
     * again it moves the end. False for a ticket that is not closed, is a group's, or in which another plugin expects a
     * reply.
     */
    expect(ticket: TicketId, options: { readonly until: string }): Promise<boolean>
    /**
     * Expects no more. With `reopen` the ticket waits for people again, and what was captured is unread; false where
     * this plugin expects nothing there, or another live ticket of the contact keeps it closed.
     */
    end(ticket: TicketId, options?: { readonly reopen?: boolean }): Promise<boolean>
    /** A message of a contact, by the id that `message.captured.v1` tells: in events and jobs. */
    read(message: MessageId): Promise<Message | undefined>
  }
  /** Services that plugins provide for plugins. */
  readonly services: ServicePort
  /** The company itself; `timeZone` is an IANA name. Messages to customers use its clock. */
  readonly company: {
    profile(): Promise<{
      readonly name: string
      readonly timeZone: string
      readonly locale: Locale
      /** Names the company in routes of `company` access; null where its administrators have chosen none. */
      readonly publicAddress: string | null
    }>
  }
  readonly queues: { list(): Promise<readonly Queue[]> }
  /** All of the company's, by name; 1,000 at most. */
  readonly tags: { list(): Promise<readonly Tag[]> }
  readonly users: {
    queuesOf(user: UserId): Promise<readonly QueueId[]>
    /** Names of users (200 at most), of those who left the company too: these are not active. */
    named(users: readonly UserId[]): Promise<ReadonlyArray<Pick<User, 'id' | 'name' | 'isActive'>>>
    /**
     * Of these users (200 at most) those who are active, with what they may do and see now, as in routes of their own:
     * for work that is done for somebody while they are away. Whoever is not in the answer is to get nothing any more.
     */
    viewers(users: readonly UserId[]): Promise<readonly Viewer[]>
    /** Active users of the company by name, 1,000 at most, and whether they are there. */
    colleagues(): Promise<readonly Colleague[]>
    /** Groups of users by name, 500 at most; `isActive` is false for one that the company has put aside. */
    groups(): Promise<readonly ColleagueGroup[]>
    /**
     * Tells open screens of these users (1,000 at most), where panels receive it by `usePush`. `name` is the plugin's
     * own, 40 characters at most, and `badge` has the number beside its pages read anew. `data` is JSON of 16 KB at
     * most and nothing that one of them may not see. At most once; with `fleeting` it is lost for who is away, for what
     * is worthless when late. Call it after the transaction.
     */
    push(users: readonly UserId[], name: string, data: unknown, options?: { readonly fleeting?: boolean }): void
  }
  /** E-mails of the installation to users of the company, for a plugin that declares `uses: ['mail.send']`. */
  readonly mail: {
    /**
     * Hands an e-mail to the mail server of the installation, and answers when that has taken it. The same `key` gives
     * the same message id, by which mail programs know a letter that came twice. Call it in a job: it waits for the
     * server. @throws ZodError for a letter that {@link UserLetter} does not allow @throws Refusal ERR_NO_USER_FOUND
     * for who is not active, ERR_MAIL_UNSET, ERR_MAIL_FAILED
     */
    send(user: UserId, letter: UserLetter, options: { readonly key: string }): Promise<void>
  }
  readonly notifications: {
    /**
     * Notifies users (50 at most) that `by` named them in the plugin's data about a ticket: on their open screens, and
     * by a push if they want that. Whether they may see the ticket is checked when it is sent. `entry` is the id of a
     * thread entry of the plugin to which the notification leads.
     */
    mention(users: readonly UserId[], about: { ticket: TicketId; by: UserId; entry?: string }): Promise<void>
    /**
     * Notifies users (1,000 at most) on their open screens, unless they are in quiet hours or look at that place, and
     * by a push where they want that and no page of theirs is in use. Call it after the transaction, and only for what
     * they may see and want to be told. Resolves when the pushes wait to be sent.
     */
    notify(users: readonly UserId[], notice: PluginNotice): Promise<void>
    /**
     * Puts an entry of a kind that the definition declares (`bell`) into the bell of users, where they find it also
     * when they were away. It is shown while they hold the permission of the kind and the company has the plugin
     * switched on. Call it after the transaction. Throws a TypeError for a kind that is not declared and a ZodError for
     * a wrong shape.
     */
    tell(telling: BellTelling): Promise<void>
    /** Takes entries of a kind and key out of the bells of those who have not read them: it is no longer so. */
    takeBack(about: Pick<BellTelling, 'notice' | 'key'>): Promise<void>
  }
  /**
   * What channels of any plugin offer beside conversations, by set: for a plugin that declares the set among its `uses`
   * (`channels.groups`).
   */
  readonly channels: {
    /** The company's active connections whose channel offers the operation, by name; 200 at most. */
    offering(operation: ChannelOperation): Promise<ReadonlyArray<Pick<Connection, 'id' | 'name' | 'type' | 'status'>>>
    /**
     * Where a ticket's conversation is held, and what its channel offers: its operations, and how many choices of an
     * interactive part it shows as buttons and as rows of a list (0 for none).
     */
    placeOf(ticket: TicketId): Promise<
      | {
          readonly connection: ConnectionId
          readonly chat: ExternalChatId
          readonly operations: readonly ChannelOperation[]
          readonly choices: { readonly buttons: number; readonly listRows: number }
        }
      | undefined
    >
    /**
     * Does an operation through the session of a connection, on the node that holds it. The same `key` (64 characters
     * at most) within ten minutes is answered as the first time. The contact of a group takes the name and picture that
     * `groups.change` has set. In a route of somebody who is shown masked numbers a
     * group's members have no ids to name them by, and operations on people are refused (ERR_NO_PERMISSION).
     * @throws Refusal ERR_NO_WAPP_FOUND, ERR_CONNECTION_INACTIVE, ERR_CHANNEL_UNSUPPORTED
     * @throws ChannelError of the channel; `network` with `NOT_CONNECTED`, certain, while its session is not open
     */
    run<O extends ChannelOperation>(
      connection: ConnectionId,
      operation: O,
      input: OperationInput<O>,
      options?: { readonly key?: string },
    ): Promise<OperationOutput<O>>
  }
  /** Webhooks to addresses that the plugin keeps: for a plugin that declares `uses: ['webhooks.send']`. */
  readonly webhooks: {
    /**
     * Sends a signed POST by Standard Webhooks 1.0.0 with the body `{ type, timestamp, data }`: stored when it
     * resolves, and repeated for up to three days until the receiver answers 2xx. It joins no transaction of the
     * plugin: call it again with the same `key` where it is not certain. The same `key` to the same address with the
     * same secret within a month is one; it answers the first one's id. Those of the same `order` (200 characters at
     * most) arrive in their order, save that one that fails holds the others for about a minute alone; without it each
     * goes on its own. With `bare` the body is `data` alone, for receivers that were written for another product.
     * `secret` is `whsec_` and base64 of 24 to 64 bytes, and stored sealed. 410 ends a delivery.
     * @throws Refusal ERR_WEBHOOK_ADDRESS for an address without https or inside of a network; ERR_VALIDATION
     */
    send(webhook: PluginWebhook): Promise<SentWebhook>
    /**
     * The address as `send` would take it: for one that somebody enters. @throws Refusal ERR_WEBHOOK_ADDRESS as `send`,
     * and where its name leads to no server now
     */
    check(url: string): Promise<string>
    /**
     * What became of what the plugin sent under these keys, 200 at most; nothing for keys that are not known, or not
     * any more: deliveries are kept for a month. For whoever shows the administrator what was sent.
     */
    became(keys: readonly string[]): Promise<readonly PluginDelivery[]>
  }
  readonly messages: {
    /**
     * A message of the company, for a plugin that declares `uses: ['messages.read']`. In a user's route one of a ticket
     * that they may see, as they see it.
     */
    get(message: MessageId): Promise<Message | undefined>
    /**
     * Messages of a ticket, newest first, 100 at most at a time; deleted ones without their content. For a plugin that
     * declares `uses: ['messages.read']`. Empty for a ticket that does not exist or that the user may not see.
     */
    page(
      ticket: TicketId,
      options?: { readonly cursor?: string; readonly limit?: number },
    ): Promise<{ readonly messages: readonly Message[]; readonly nextCursor: string | null }>
    /**
     * What GET /messages/search answers the user whose route it is: messages with every word, newest first, of tickets
     * that they may see. For a plugin that declares `uses: ['messages.read']`. @throws Refusal ERR_NO_PERMISSION
     * without `tickets.read`, ERR_VALIDATION for a text that is too short or too long; TypeError outside of a user's
     * route
     */
    search(query: MessageSearch): Promise<MessageSearchPage>
    /**
     * Words by which a message is found beside its own, such as what is spoken in its recording; null or blanks take
     * them away. One text of each plugin, of which the first 8,000 characters count. They follow the message when
     * conversations are merged and go with it. For a plugin that declares `uses: ['messages.words']`. False for a
     * message that does not exist, is deleted, or that the user whose route it is may not see.
     */
    setWords(message: MessageId, words: string | null): Promise<boolean>
    /**
     * Sends as the plugin (sendType `bot`). `key` makes it idempotent. Same limits and delivery as an agent's message:
     * content that the channel cannot carry is sent as text or refused (ERR_CHANNEL_UNSUPPORTED, ERR_MESSAGE_TOO_LONG,
     * ERR_FILE_TOO_LARGE), and outside of its service window only allowed messages are taken
     * (ERR_SERVICE_WINDOW_CLOSED). With `evenClosed`, for `uses: ['replies.expect']`, it is sent in a closed ticket,
     * which stays closed. `as`, for `uses: ['conversations.open']`, is stored as its sendType.
     */
    send(
      ticket: TicketId,
      parts: readonly [Part, ...Part[]],
      options: { readonly key: string; readonly evenClosed?: boolean; readonly as?: SendingFor },
    ): Promise<Message>
  }
}
