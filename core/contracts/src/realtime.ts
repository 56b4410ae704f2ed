import type { Connection, Message, Ticket } from './entities.ts'
import type { TicketId, UserId } from './ids.ts'
import type { ScheduledMessage } from './scheduled.ts'

/**
 * Pushes of the server to a signed-in user's socket. Socket.IO event names are the specification's:
 * `{tenantId}:ticketList` and so on. Every push carries `seq`, counted per user stream: a client that misses a number,
 * or gets `resync`, fetches its lists again. Typing and presence carry none: they are worthless when late, so they are
 * never replayed and their loss is no gap. A push never contains data that its receiver may not see.
 */
export type TicketListPush =
  /** `begins` with a message whose ticket was not there before. */
  | { type: 'chat:create'; payload: Message & { ticket: Ticket; begins?: true } }
  | { type: 'chat:update' | 'chat:ack'; payload: Message }
  | { type: 'chat:delete'; payload: { id: string; ticketId: TicketId } }
  /** A message with a time of its own waits (S4-116), or waits no more (S4-117). */
  | { type: 'chat:schedule'; payload: ScheduledMessage }
  | { type: 'ticket:create' | 'ticket:update'; payload: Ticket }
  /** The time of a snoozed ticket has come. Sent to its user. */
  | { type: 'ticket:woken'; payload: Ticket }
  /** A responder handed it on to people, and it waits for them. */
  | { type: 'ticket:waiting'; payload: Ticket }
  /** A user or the distribution assigned the ticket to this user; sent to them alone. */
  | { type: 'ticket:transferred'; payload: Ticket }
  /** The ticket was merged with another one, or a merge was undone: its thread changed. */
  | { type: 'ticket:merge'; payload: Ticket }
  /** The ticket left what this user may see, or was deleted. */
  | { type: 'ticket:remove'; payload: { id: TicketId } }
  /** A plugin's data about the ticket changed: its panels fetch again. */
  | { type: 'plugin:update'; payload: { plugin: string; ticketId: TicketId } }
  /** A colleague named this user. `place` is where in the thread, a `ThreadPlace`. */
  | {
      type: 'mention:new'
      payload: { userId: UserId; ticketId: TicketId; contactName: string; by: string; place: string | null }
    }
/** A colleague types in a conversation that the receiver may see. */
export type TypingPush = {
  ticketId: TicketId
  who: { name: string; kind: 'contact' | 'agent'; userId?: string }
  mode: 'text' | 'voice' | 'stop'
}
/**
 * A colleague opened a conversation that the receiver may see, still has it open, or left it. Repeated while it is
 * open; 45 s without one mean that they left.
 */
export type PresencePush = { ticketId: TicketId; who: { userId: string; name: string }; viewing: boolean }
/** A connection changed or was deleted. */
export type ConnectionPush = { action: 'update'; whatsapp: Connection } | { action: 'delete'; whatsappId: string }

/** A colleague changed: whether they are there. */
export type UserPush = { type: 'user:update'; payload: { id: string; status: 'online' | 'offline' } }

/** A contact was created, changed or deleted. The push holds its id alone: clients that may see more fetch it again. */
export type ContactPush = { type: 'contact:create' | 'contact:update' | 'contact:delete'; payload: { id: string } }

/**
 * A push of a plugin to users that it named: `core.users.push`. Panels receive it by `usePush`. The name `badge` says
 * that the number beside the plugin's pages has changed; `notice` carries a {@link PluginNotice}.
 */
export interface PluginPush {
  plugin: string
  name: string
  data: unknown
}

/**
 * What a plugin notifies a user of. `text` is shown as it is, cut after 160 characters. `path` is the page to which it
 * leads, with its search (`/chat-interno?conversa=…`): letters, digits and `/?=&.%~-_`. A later notice of the same
 * `tag` replaces one that is shown.
 */
export interface PluginNotice {
  readonly text: string
  readonly path: `/${string}`
  readonly tag: string
}

export interface Sequenced {
  seq: number
}
/** Last position of a client in its stream, sent in the handshake's `auth.stream` when it reconnects. */
export interface StreamPosition {
  epoch: string
  seq: number
}
/**
 * Sent after connecting, and again whenever the stream can no longer be followed. The next sequenced push carries
 * `seq + 1`. `resync` is false only if everything missed since the client's position follows at once. It is true for a
 * client that connects without a position, because what changed between loading the lists and connecting is unknown:
 * the manifest names one to begin with. `epoch` changes when the server restarts.
 */
export interface StreamHello extends StreamPosition {
  resync: boolean
}
/**
 * The session is over: do not reconnect with it. `code` is an error code of the catalogue. With ERR_LGPD_CONSENT and
 * ERR_LICENSE_BLOCKED the session goes on, and only pushes wait until that is settled.
 */
export interface SessionEnded {
  code: string
}
/** The session ends at `at`, an instant, for the reason `code`. Sent five minutes before the user's hours end. */
export interface SessionEnding {
  at: string
  code: string
}

/** Event names of one tenant. */
export const socketEvents = (tenantId: string) => ({
  ticketList: `${tenantId}:ticketList`,
  typing: `${tenantId}:typing`,
  presence: `${tenantId}:presence`,
  connection: `${tenantId}:whatsapp`,
  plugins: `${tenantId}:plugins`,
  user: `${tenantId}:user`,
  contact: `${tenantId}:contact`,
  /** A plugin tells users that it named. */
  plugin: `${tenantId}:plugin`,
  /** The same, not numbered and never replayed: who is typing. */
  pluginFleeting: `${tenantId}:pluginFleeting`,
  /** The receiver's bell has changed: clients fetch it again. */
  bell: `${tenantId}:bell`,
  /** The company has another licence tier: clients fetch it again. */
  licence: `${tenantId}:licence`,
  session: 'session:ended',
  ending: 'session:ending',
  hello: 'stream:hello',
  /** Client to server. */
  clientTyping: `${tenantId}:clientTyping`,
  /**
   * Client to server: which conversation is on the page and whether somebody is at it;
   * `{ ticketId: string | null, focused: boolean }`.
   */
  viewing: `${tenantId}:joinChatBox`,
})

/** S7-066…070: configuration of the client's reconnection. Delays in milliseconds; websocket first, then polling. */
export const socketReconnection = {
  attempts: 10,
  delay: 5_000,
  delayMax: 10_000,
  timeout: 20_000,
  transports: ['websocket', 'polling'],
} as const
