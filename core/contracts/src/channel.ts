import type { Socket } from 'node:net'
import type * as z from 'zod'
import {
  noCapabilities,
  type ChannelCapabilities,
  type CompletedCapabilities,
  type DeclaredCapabilities,
} from './capabilities.ts'
import type { ChannelOperation, ChannelOperations } from './channel-operations.ts'
import type { ChannelPace } from './channel-pace.ts'
import type { SupportedLevel } from './capability-rules.ts'
import type { Forwarding, InboundPart, Part, RefusedRecipient } from './content.ts'
import type { FormPreset, GuideStep } from './form-field.ts'
import type {
  ConnectionId,
  ExternalChatId,
  ExternalMessageId,
  ExternalUserId,
  MessageId,
  SendKey,
  TenantId,
} from './ids.ts'
import type { Logger, MediaPort, PluginWork, SealedState, Secrets, StateStore, Topics } from './ports.ts'
import type { PollTally } from './poll-tally.ts'
import type { ReceiptState } from './receipt.ts'

/* ---- inbound: plain data, one union, safe to queue, store and replay ---- */

/**
 * A person as the provider names them. `id` is the stable key within the channel's identity kind; `phone` (E.164, in
 * any spelling of a Brazilian mobile number) and `email` join the identity graph; `aliases` are other ids of the same
 * person in this channel, at most 20: an old one of which `id` is the successor, or a second one that the provider uses
 * beside it. Ids that belong to two contacts so far merge them. `verified` is false for data that a visitor merely
 * typed: such claims are stored as contact data but never join anything.
 */
export interface Sender {
  id: ExternalUserId
  isSelf: boolean
  name?: string | undefined
  phone?: string | undefined
  email?: string | undefined
  username?: string | undefined
  aliases?: readonly ExternalUserId[] | undefined
  verified?: boolean | undefined
}

interface Base {
  /**
   * The provider's own time, or null when it gives none: then it is the moment of arrival. Core moves times in the
   * future there too.
   */
  at: Date | null
}
/** A message that arrived: from a contact, from a colleague on another device, or our own coming back. */
export interface InboundMessage extends Base {
  type: 'message'
  chat: ExternalChatId
  id: ExternalMessageId
  sender: Sender
  isGroup: boolean
  /**
   * Name of the group; its contact is named after it. Of an own message to one person what that person is called as
   * long as nobody knows a name: a number as people write it.
   */
  chatTitle?: string | undefined
  parts: readonly [InboundPart, ...InboundPart[]]
  replyTo?: ExternalMessageId | undefined
  /** Set when this is our own send coming back. */
  echoOf?: SendKey | undefined
  /** `history` and `otherDevice` make no automation, unread count or notification. */
  origin: 'live' | 'history' | 'otherDevice'
  /**
   * A message that no person wrote: an absence notice, a bounce, a newsletter. It is stored and shown, and must start
   * no automation.
   */
  automatic?: true | undefined
  /**
   * The author is a third person in a chat of two: the message is filed with the chat's contact, with the sender's
   * name.
   */
  guest?: true | undefined
  referral?: Readonly<Record<string, string>> | undefined
  /** The author passed on what somebody else has written: `often` where the provider says that many did before. */
  forwarded?: Forwarding | undefined
  /**
   * The words of the answered message that the author chose, as plain text. They are shown with the reply, also where
   * the message itself is not known. At most 2 000 characters are kept.
   */
  quote?: string | undefined
}
/**
 * A message got other contents. `completes` where nobody has changed it: the provider announced the message and brings
 * its content now, so it does not count as edited.
 */
export interface InboundEdit extends Base {
  type: 'edit'
  chat: ExternalChatId
  target: ExternalMessageId
  parts: readonly [InboundPart, ...InboundPart[]]
  completes?: true | undefined
}
/** A message was taken back. Agents see that it was there. */
export interface InboundDelete extends Base {
  type: 'delete'
  chat: ExternalChatId
  target: ExternalMessageId
}
/** A person reacted to a message; `emoji` null takes the reaction back. */
export interface InboundReaction extends Base {
  type: 'reaction'
  chat: ExternalChatId
  target: ExternalMessageId
  sender: Sender
  emoji: string | null
}
/**
 * What somebody votes for in a poll now, by the places of its options: it takes the place of what they voted before,
 * and none withdraws it. `aliases` of the sender count as the same person. A vote that is older than the last one of
 * the same person changes nothing. Every further option of a poll that takes one is passed over, as is every place
 * without an option. `target` is the message of the poll, or the id that {@link SendResult} told of it where the
 * provider names nothing else; then there is no `chat`.
 */
export interface InboundVote extends Base {
  type: 'vote'
  chat?: ExternalChatId | undefined
  target: ExternalMessageId | { poll: string }
  sender: Sender
  options: readonly number[]
}
/**
 * A poll was stopped: nobody votes in it any more. `result` is what the provider says it ended with; without it the
 * votes that came are the result. It may come for a poll that {@link ChannelSession.stopPoll} stopped, and more than
 * once. `target` as of a vote.
 */
export interface InboundPollStopped extends Base {
  type: 'pollStopped'
  chat?: ExternalChatId | undefined
  target: ExternalMessageId | { poll: string }
  result?: PollTally | undefined
}
/** `target` is one message, or everything of ours in a chat up to a time. */
export interface InboundReceipt extends Base {
  type: 'receipt'
  target: ExternalMessageId | { chat: ExternalChatId; upTo: Date }
  state: ReceiptState
  error?: ChannelErrorShape | undefined
}
/** A person is writing or recording, or has stopped. Shown for a moment and not stored. */
export interface InboundTyping extends Base {
  type: 'typing'
  chat: ExternalChatId
  sender: Sender
  mode: 'text' | 'voice' | 'stop'
}
/** The provider gave a conversation another id: its contact, its tickets and what waits to be sent follow. */
export interface InboundChatMoved extends Base {
  type: 'chatMoved'
  from: ExternalChatId
  to: ExternalChatId
}
/**
 * A notice of the provider that belongs to no conversation: a template was approved, a number lost quality. Core
 * publishes it as one of the plugin's own events (declared in `emits`, its payload checked), for the plugin and every
 * other consumer. `connectionId` is added to the payload by core; `key` keeps the order.
 */
export interface InboundNotice extends Base {
  type: 'notice'
  event: `${string}.${string}.v${number}`
  key: string
  data: Readonly<Record<string, unknown>>
}
/** Everything that `parse` of a webhook answers and `emit` takes. */
export type InboundEvent =
  | InboundNotice
  | InboundMessage
  | InboundEdit
  | InboundDelete
  | InboundReaction
  | InboundVote
  | InboundPollStopped
  | InboundReceipt
  | InboundTyping
  | InboundChatMoved

/* ---- errors: what core needs in order to decide ---- */

/** Kinds of errors of a provider that core treats differently. */
export const channelErrorKinds = [
  'auth',
  'rateLimited',
  'invalidRecipient',
  'windowClosed',
  'unsupported',
  'tooLarge',
  'blocked',
  'notFound',
  'network',
  'provider',
] as const
/**
 * One of {@link channelErrorKinds}: `rateLimited`, `network` and `provider` are tried again when that is safe, the
 * others wait for a person.
 */
export type ChannelErrorKind = (typeof channelErrorKinds)[number]
/** A failure at the provider as plain data. Messages are read by administrators: no secrets and no contents. */
export interface ChannelErrorShape {
  kind: ChannelErrorKind
  /** The provider's own code, for people who look it up. */
  code: string
  message: string
  retryAfterMs?: number
  /** Did the provider certainly NOT act? `false` after a timeout: the message may have been sent. */
  certain: boolean
}
const channelErrorMark = Symbol.for('@recado/contracts/ChannelError')
/** The only error an adapter should throw. Anything else counts as `provider`, not certain. */
export class ChannelError extends Error implements ChannelErrorShape {
  readonly [channelErrorMark] = true
  readonly kind: ChannelErrorKind
  readonly code: string
  readonly certain: boolean
  readonly retryAfterMs?: number
  constructor(shape: ChannelErrorShape, options?: { cause?: unknown }) {
    super(shape.message, options)
    this.name = 'ChannelError'
    this.kind = shape.kind
    this.code = shape.code
    this.certain = shape.certain
    if (shape.retryAfterMs !== undefined) this.retryAfterMs = shape.retryAfterMs
  }
  static is(value: unknown): value is ChannelError {
    return typeof value === 'object' && value !== null && channelErrorMark in value
  }
}

/* ---- outbound ---- */

/**
 * One intent. `key` is the same on every attempt; `attempt` starts at 1; `automatic` when no person but a plugin wrote
 * it.
 */
export interface SendRequest {
  key: SendKey
  chat: ExternalChatId
  parts: readonly [Part, ...Part[]]
  replyTo?: ExternalMessageId
  attempt: number
  automatic?: true
  /** The stored message that is sent. */
  message?: MessageId
}
/**
 * `sent`: one external id per provider message; `refused` names others of a letter that the provider did not take it
 * for, while it took it for the contact. `poll` is the provider's own id of the poll that was sent, where votes name
 * that alone: see {@link InboundVote}. `pending`: the id comes later as an echo carrying `echoOf`.
 */
export type SendResult =
  | {
      status: 'sent'
      ids: readonly [ExternalMessageId, ...ExternalMessageId[]]
      at: Date
      refused?: readonly RefusedRecipient[]
      poll?: string
    }
  | { status: 'pending' }
/** A message to edit, take back, react to or mark as read. `sentAt` is the time that the limits count from. */
export interface Target {
  chat: ExternalChatId
  id: ExternalMessageId
  sentAt: Date
  own: boolean
}

/* ---- the session of one connection ---- */

/**
 * Something that a person has to do. `login`: sign in, by scanning `qr` or typing `pairingCode` on a phone; `relogin`:
 * the login is not valid any more; `conflict`: somebody else uses it; `passkey`: the provider asks for a passkey. `qr`
 * is the text of a code, or the picture of one that the provider has drawn, as `data:image/png;base64,…`. `until` is
 * when it is too late.
 */
export interface NeedsAction {
  state: 'needsAction'
  reason: 'login' | 'relogin' | 'conflict' | 'passkey'
  code?: string
  qr?: string
  pairingCode?: string
  until?: Date
}
/**
 * Session state that an adapter reports; core maps it onto the product's connection states. A `code` names what
 * happened: the channels screen shows the plugin's texts `state.<code>.title` and `.fix` where they exist, and the
 * message otherwise. `retryAt` is when the session tries again by itself.
 */
export type SessionState =
  | { state: 'stopped' | 'starting' }
  /** `identity`: the provider's name for this connection, if the session learns it. */
  | { state: 'connected'; identity?: string }
  | NeedsAction
  | { state: 'degraded'; code: string; message: string; retryAt?: Date }
  | { state: 'failed'; code: string; message: string }

/**
 * What a page says of itself, for a message that is sent with a link to it. `thumbnail` is a square JPEG of some
 * kilobytes.
 */
export interface SentLink {
  readonly url: string
  readonly title: string
  readonly description: string | null
  readonly thumbnail: Uint8Array | null
}

/** Context that the host gives to an adapter: the ONLY access to the outside. Tenant and connection are bound in it. */
export interface ConnectionContext<Config> {
  readonly tenant: TenantId
  readonly connection: ConnectionId
  readonly name: string
  readonly config: Readonly<Config>
  readonly secrets: Secrets
  readonly media: MediaPort
  readonly log: Logger
  /**
   * Address at which the provider reaches this connection's webhook; null when this installation has no public address.
   */
  readonly callbackUrl: URL | null
  /**
   * Through the egress guard: only the plugin's declared hosts and those of {@link ChannelSpec.egressFrom}, never
   * private addresses.
   */
  readonly fetch: typeof fetch
  /**
   * The same for files that {@link ChannelSession.fetchMedia} hands on as a stream: the answer may have 100 MB, and
   * takes as long as bytes keep coming. Never read it whole.
   */
  readonly fetchFile: typeof fetch
  /**
   * For protocols that are not HTTP: a TCP connection to `host` (a name or an address) behind the same guard, through
   * the proxy of {@link ChannelSpec.proxyFrom} where one is set. Use TLS inside it with the name as server name, and
   * close it. It is open after 15 s at the latest, or fails; `signal` ends the wait sooner.
   * @throws ChannelError, always certain. `auth` with `PROXY_AUTH` where the proxy does not take its credentials;
   * otherwise `network`, with `EGRESS_REFUSED`, `PROXY_UNREACHABLE`, `PROXY_REFUSED` (the proxy does not connect to the
   * host), `ETIMEDOUT`, or the code of the system
   */
  connect(host: string, port: number, signal?: AbortSignal): Promise<Socket>
  /**
   * For protocols that `connect` does not carry, such as those over UDP: an address of `host` (a name, no port) that
   * the same guard permits. Connect to the address, with the name as TLS server name; resolving the name again would
   * undo the check. It knows no proxy.
   * @throws ChannelError `network`, certain, for a host that may not be reached or has no address
   */
  resolveHost(host: string): Promise<string>
  readonly state: StateStore
  readonly sealed: SealedState
  readonly topics: Topics
  /** The conversation as its contact may see it: no notes, no deleted texts. Only chats of this connection. */
  readonly history: HistoryPort
  /**
   * The page behind the first link of a message that is about to be sent, fetched by core through its guard; undefined
   * where the company wants no previews, the link is not to be fetched, or the page says nothing within five seconds.
   */
  linkPreview(parts: readonly Part[]): Promise<SentLink | undefined>
  /** Resolves once the events are durably stored; the adapter acknowledges its provider only after that. */
  emit(events: readonly InboundEvent[]): Promise<void>
  setState(state: SessionState): void
  /**
   * The plugin in this connection's company, as in events: its tables and core's ports, for adapters that look up what
   * a provider wants to be told. Made for each call, and usable until `signal` ends.
   */
  plugin(): Promise<PluginWork>
  /** Aborted when the connection is stopped or the plugin disabled. */
  readonly signal: AbortSignal
}

/**
 * A user of the company as contacts may see them: the name that colleagues see, and a signed path of the picture,
 * valid for a day; null without one.
 */
export interface ShownAgent {
  readonly name: string
  readonly picture: string | null
}
/** One message as the contact sees it. `position` grows with every message of a chat and resumes a read. */
export interface HistoryEntry {
  position: string
  id: string
  externalId: ExternalMessageId | null
  fromContact: boolean
  agentName: string | null
  /** Signed path of the picture of the agent, valid for a day; null for who has none. */
  agentPicture: string | null
  parts: readonly Part[]
  at: Date
  deleted: boolean
}
/** The stored conversation of one connection, for channels that show it to their visitors. */
export interface HistoryPort {
  /**
   * Always oldest first, at most `limit` (≤ 200): the entries following the position `after`, or the newest ones that
   * precede the position `before`, or without either the newest of all. `after` wins when both are given.
   */
  read(
    chat: ExternalChatId,
    options: { after?: string; before?: string; limit: number },
  ): Promise<readonly HistoryEntry[]>
  /** The first of these messages (at most 50, in order of preference) that this connection has, with its chat. */
  find(ids: readonly ExternalMessageId[]): Promise<{ chat: ExternalChatId; id: ExternalMessageId } | undefined>
  /**
   * Who attends the chat: the user of its open ticket. Null while it waits, while a responder has it, and after it was
   * closed. `ticket.updated.v1` tells of a change.
   */
  agentOf(chat: ExternalChatId): Promise<ShownAgent | null>
}

/** What an administrator did to a connection whose session ends. */
export type LogoutReason = 'disconnected' | 'reset' | 'deleted'

/**
 * A connection that is open. Methods are called for this connection alone, sends of one chat one after another;
 * `Symbol.asyncDispose` ends it.
 */
export interface ChannelSession extends AsyncDisposable {
  /**
   * Whether the session can carry messages now. Of sessions that live on while their line is down; without it they can
   * from the moment `open` has resolved. While it answers `false`, what is to be sent waits and no attempt is counted;
   * the state `connected` says that it can go. Called often: answers at once.
   */
  isOpen?(): boolean
  send(request: SendRequest, signal: AbortSignal): Promise<SendResult>
  /** For `echo-match`: did an earlier attempt with this key go through? */
  lookup?(key: SendKey, signal: AbortSignal): Promise<SendResult | undefined>
  /**
   * Acts on an existing message. After an uncertain attempt they are called again: twice must have the effect of once.
   * `notFound` for a message that the provider does not have; `remove` is called for every id that `send` returned.
   */
  edit?(target: Target, parts: readonly [Part, ...Part[]], signal: AbortSignal): Promise<void>
  remove?(target: Target, signal: AbortSignal): Promise<void>
  react?(target: Target, emoji: string | null, signal: AbortSignal): Promise<void>
  /**
   * Stops a poll of ours and answers what it ended with. Undefined where that is not told, as when it was stopped
   * before: the votes that came are the result then. Called again like the acts above. Required by `stopPoll`.
   */
  stopPoll?(target: Target, signal: AbortSignal): Promise<PollTally | undefined>
  markRead?(chat: ExternalChatId, upTo: Target, signal: AbortSignal): Promise<void>
  typing?(chat: ExternalChatId, mode: 'text' | 'voice' | 'stop'): Promise<void>
  /**
   * Bytes of a {@link RemoteMediaPart}; core stores, limits and sniffs them, and calls again after a failure that may
   * pass. Required of adapters that hand in such parts.
   */
  fetchMedia?(ref: string, signal: AbortSignal): Promise<RemoteFile>
  /**
   * History, page by page, each message with `origin: 'history'`. Core stores a page before it requests the next one,
   * so hold no more than a page. Required by `history.level`.
   */
  backfill?(query: BackfillQuery, signal: AbortSignal): AsyncIterable<BackfillPage>
  /**
   * Contacts of this connection at the provider, page by page: the people of an address book, of the conversations, of
   * a mailbox, each once, without groups and without the company itself. Core stores a page before it requests the next
   * one. No message is sent and no ticket is made. Required by `contacts`.
   */
  listContacts?(query: ChannelContactQuery, signal: AbortSignal): AsyncIterable<ChannelContactPage>
  /**
   * What the provider tells of the other side of a chat, for channels whose messages come without names or pictures; a
   * name is the title of a group. Undefined where it does not know or does not say. Called rarely, never while a
   * message is waited for, and not again after a failure until the chat is heard of the next day. Required by
   * `profiles`.
   */
  describe?(chat: ExternalChatId, signal: AbortSignal): Promise<ChatDescription | undefined>
  /**
   * What the session can do beside conversations: exactly those that `operations` of the capabilities list. Core checks
   * what goes in and what comes out. They throw a {@link ChannelError}.
   */
  readonly operations?: Partial<ChannelOperations>
  /**
   * An administrator disconnected, reset or deleted the connection: give back what the provider holds for it. Not
   * called on a restart. A login that is hard to get again is kept when the connection is merely disconnected.
   */
  logout?(signal: AbortSignal, why: LogoutReason): Promise<void>
}
/** What a provider tells of somebody, or of a group. `picture` is a reference, whose bytes `fetchMedia` answers. */
export interface ChatDescription {
  readonly name?: string
  readonly picture?: string
}
/**
 * Range of the history to fetch (S3-043). Times are inclusive. `cursor` is the one of the last page that was stored.
 */
export interface BackfillQuery {
  readonly since: Date
  readonly until: Date
  readonly groups: boolean
  readonly cursor?: string
}
/** Oldest first. `cursor` resumes behind this page, also after a restart; `progress` is the share done, 0 to 1. */
export interface BackfillPage {
  readonly events: readonly InboundMessage[]
  readonly cursor: string
  readonly progress?: number
}
/** A contact as a provider lists it: verified ids join the identity graph as those of a {@link Sender} do. */
export type ChannelContact = Omit<Sender, 'isSelf'>
/** `cursor` is the one of the last page that was stored; without it the list begins at its start. */
export interface ChannelContactQuery {
  readonly cursor?: string
}
/** `cursor` resumes behind this page, also after a restart; `progress` is the share done, 0 to 1. */
export interface ChannelContactPage {
  readonly contacts: readonly ChannelContact[]
  readonly cursor: string
  readonly progress?: number
}
/** A file that is being read from the provider. */
export interface RemoteFile {
  readonly stream: AsyncIterable<Uint8Array>
  readonly mime?: string
  readonly name?: string
}

/**
 * Session methods that the declared capabilities require. Declaring a capability without its method does not compile.
 */
export type RequiredMethods<C extends ChannelCapabilities> = (C['edit']['level'] extends SupportedLevel
  ? { edit: NonNullable<ChannelSession['edit']> }
  : unknown) &
  (C['deleteForAll']['level'] extends SupportedLevel ? { remove: NonNullable<ChannelSession['remove']> } : unknown) &
  (C['reaction']['level'] extends SupportedLevel ? { react: NonNullable<ChannelSession['react']> } : unknown) &
  (C['stopPoll'] extends SupportedLevel ? { stopPoll: NonNullable<ChannelSession['stopPoll']> } : unknown) &
  (C['typing'] extends SupportedLevel ? { typing: NonNullable<ChannelSession['typing']> } : unknown) &
  (C['receipts']['inMarkRead'] extends true ? { markRead: NonNullable<ChannelSession['markRead']> } : unknown) &
  (C['history']['level'] extends SupportedLevel ? { backfill: NonNullable<ChannelSession['backfill']> } : unknown) &
  (C['contacts'] extends SupportedLevel ? { listContacts: NonNullable<ChannelSession['listContacts']> } : unknown) &
  (C['profiles'] extends SupportedLevel ? { describe: NonNullable<ChannelSession['describe']> } : unknown) &
  (C['operations'] extends readonly [ChannelOperation, ...ChannelOperation[]]
    ? { operations: Pick<ChannelOperations, C['operations'][number]> }
    : unknown) &
  (C['idempotentSend'] extends 'echo-match' ? { lookup: NonNullable<ChannelSession['lookup']> } : unknown)

/* ---- webhooks: verify → parse → emit ---- */

/** A request of a provider with its body unread. `url` is the address as the provider called it. */
export interface WebhookRequest {
  readonly method: string
  readonly headers: Headers
  readonly rawBody: Uint8Array
  readonly url: URL
}
/**
 * Content of a webhook request, and the answer to send once it is stored: 200 unless `respond` is set. `remember` is
 * for the adapter alone: it is stored in the state of the connection before the events.
 */
export interface WebhookOutcome {
  events: readonly InboundEvent[]
  remember?: readonly { readonly key: string; readonly value: unknown; readonly ttlMs: number }[]
  respond?: { status: number; body?: string; headers?: Record<string, string> }
}
/**
 * Verification and parsing of a provider's requests. Core calls `verify`, then `parse`, stores the events and only then
 * answers.
 */
export interface WebhookHandler<Config> {
  /**
   * The provider delivers by GET as well: a request that is no handshake is verified and parsed as a POST is. HEAD and
   * prefetching never come here.
   */
  readonly deliversByGet?: boolean
  /** Raw bytes in, verdict out; constant-time; runs before any parsing. There is no default. */
  verify(
    request: WebhookRequest,
    ctx: Pick<ConnectionContext<Config>, 'config' | 'secrets' | 'callbackUrl'>,
  ): Promise<'ok' | 'bad'>
  /** A provider's subscription challenge (GET), if it has one. */
  handshake?(
    request: WebhookRequest,
    ctx: Pick<ConnectionContext<Config>, 'config' | 'secrets'>,
  ): Promise<Response | undefined>
  /** Pure: no I/O, no clock. Recorded payloads and fuzzing run through it. Must not throw for any bytes. */
  parse(request: WebhookRequest, config: Readonly<Config>): WebhookOutcome
  register?(callback: URL, ctx: ConnectionContext<Config>): Promise<void>
  unregister?(ctx: ConnectionContext<Config>): Promise<void>
}

interface ChannelFacts<Config extends z.ZodObject> {
  /** Shown and stored as the connection's type; globally unique: `webchat`, `telegram`, `waba360`. */
  readonly type: string
  /** i18n key in the plugin's namespace. */
  readonly titleKey: string
  readonly descriptionKey?: string
  /** Colour of the channel's badge and a lucide icon name. */
  readonly badge: { readonly color: string; readonly icon: string }
  readonly transport: 'webhook' | 'socket' | 'poll' | 'embedded'
  /**
   * Page for writing as a customer, for a channel that works without any account: the first start opens a connection of
   * it and prints the page's address. `{connectionId}` is replaced by the connection's id.
   */
  readonly demoPath?: `/${string}`
  /**
   * Settings of one connection; secret fields are marked by `.meta({ secret: true })`. The form is generated from it.
   */
  readonly config: Config
  /** Providers whom the form of the settings can be filled in for, in the order in which they are offered. */
  readonly presets?: readonly FormPreset[]
  /** How a person comes by what the form asks for, step by step; shown above the form. */
  readonly guide?: readonly GuideStep[]
  /**
   * Names of settings that hold an address or a bare host name: a connection may reach that host beside the plugin's
   * `egress`. After a change to another server the connection's secrets have to be typed again.
   */
  readonly egressFrom?: readonly string[]
  /**
   * Names of other settings that decide which server gets the secrets and how they are protected in transit: a port, a
   * switch for TLS, a certificate, the provider. After any change of one the secrets have to be typed again.
   */
  readonly originFrom?: readonly string[]
  /**
   * Name of a secret setting (`ProxyAddress`) that holds the address of a proxy, `http://user:password@host:port` or
   * `socks5://…`: `ctx.fetch` and `ctx.connect` go through it if it is set (S3-048). After a change of the proxy the
   * other secrets have to be typed again.
   */
  readonly proxyFrom?: string
  /** Kind under which this channel's people enter the identity graph. */
  readonly identityKind: string
  /**
   * Identity by which a contact can be written to first: the number or address, normalised by the adapter, is the chat.
   * Absent if the provider has to issue an id before.
   */
  readonly reaches?: 'phone' | 'email'
  /** How fast core sends, for a channel whose provider restricts accounts that write too much. */
  readonly pace?: ChannelPace
}

/** A channel type as data, read by the settings screen, composer, flow builder and documentation. */
export interface ChannelSpec<
  Config extends z.ZodObject = z.ZodObject,
  C extends ChannelCapabilities = ChannelCapabilities,
> extends ChannelFacts<Config> {
  readonly capabilities: C
}

/** What the test of a connection may expect. */
export interface CheckScope {
  /**
   * Whether the settings are kept. Core tests them before as well, with what a person has typed: whatever a session
   * sets up at the provider, such as the address of the webhook, is not there yet and is no fault then.
   */
  readonly isKept: boolean
}

/** The code of a channel type, typed from its {@link ChannelSpec}. */
export interface ChannelImplementation<S extends ChannelSpec> {
  webhook?: WebhookHandler<z.output<S['config']>>
  /**
   * "Test connection": run before settings are kept, after it and whenever somebody asks; cheap, no side effect.
   * `step` names what is broken; its texts are `check.<step>.title` and `.fix` in the plugin's namespace.
   */
  check(
    ctx: ConnectionContext<z.output<S['config']>>,
    scope: CheckScope,
  ): Promise<{ ok: true; identity: string } | { ok: false; error: ChannelErrorShape; step?: string }>
  /** Opens the connection; exactly one node holds a session at a time. */
  open(ctx: ConnectionContext<z.output<S['config']>>): Promise<ChannelSession & RequiredMethods<S['capabilities']>>
  /** Stored form of a provider's user id (lower case, digits only…), so that one person has one identity. */
  normalise?(value: string): string
}

/**
 * Declares a channel type, keeping its capabilities as literal types so that {@link RequiredMethods} can bite.
 * Capabilities that are left out are rejected.
 */
export const defineChannel = <const Config extends z.ZodObject, const C extends DeclaredCapabilities>(
  spec: ChannelFacts<Config> & { readonly capabilities: C },
): ChannelSpec<Config, CompletedCapabilities<C>> => ({
  ...spec,
  capabilities: { ...noCapabilities, ...spec.capabilities } as CompletedCapabilities<C>,
})
