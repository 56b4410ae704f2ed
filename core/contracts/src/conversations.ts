import type { Connection, Ticket } from './entities.ts'
import type { ConnectionId, ContactId, QueueId, UserId } from './ids.ts'

/** On whose behalf a plugin sends, as the sendType of the message: `API` for a program that called the plugin. */
export type SendingFor = 'API'

/** A connection as the place of a new conversation. */
export interface ConversationConnection extends Pick<Connection, 'id' | 'name' | 'type' | 'status' | 'isActive'> {
  /**
   * What a person who has never written is reached by; null where they have to write first (a web chat, a bot).
   */
  readonly reaches: 'phone' | 'email' | null
}

/** With whom and where a conversation is opened. */
export interface ConversationWish {
  readonly connection: ConnectionId
  /**
   * A contact of the company, or what the connection reaches people by: a telephone number with its country, an e-mail
   * address, else the channel's own id of a person. A number or an e-mail address that nobody has makes a contact.
   */
  readonly with: { readonly contact: ContactId } | { readonly address: string; readonly name?: string | undefined }
  /** Queue of a new ticket; the connection's own if absent. */
  readonly queueId?: QueueId
  /** Whose a new ticket is; without it, it waits. */
  readonly userId?: UserId
}

/**
 * The conversation there is now. A contact has one live ticket per connection: where there was one, it is answered as
 * it is, with the code with which people are refused a second one.
 */
export type OpenedConversation =
  | { readonly ticket: Ticket; readonly opened: true }
  | { readonly ticket: Ticket; readonly opened: false; readonly code: 'ERR_OTHER_OPEN_TICKET' }

/** Conversations that the company begins, for plugins. */
export interface ConversationPort {
  /**
   * The company's connections by name, 200 at most, also those that are switched off; with `connection` that one alone,
   * or none.
   */
  places(only?: { readonly connection: ConnectionId }): Promise<readonly ConversationConnection[]>
  /**
   * Opens a conversation, or answers the live one. The same `key` (200 characters at most) within a day is answered
   * with the same ticket, whatever has become of it.
   * @throws Refusal ERR_NO_WAPP_FOUND, ERR_CONNECTION_INACTIVE, ERR_NO_CONTACT_FOUND, ERR_VALIDATION at `address`,
   * ERR_CONTACT_LIMIT_REACHED, ERR_CREATING_TICKET for who cannot be reached there, ERR_NO_QUEUE_FOUND,
   * ERR_NO_USER_FOUND, ERR_NO_SHARED_QUEUE, ERR_IDEMPOTENCY_MISMATCH
   */
  open(wish: ConversationWish, options: { readonly key: string }): Promise<OpenedConversation>
}
