import type { ConnectionContext, ExternalChatId, ExternalMessageId, Target } from '@recado/sdk'
import type { CloudApi } from '../api/client.ts'
import { Done, Sent } from '../api/results.ts'
import { addressOf } from './address.ts'

/** One reaction of ours per message; null takes it back. */
export async function react(
  api: CloudApi,
  { chat, id }: Target,
  emoji: string | null,
  signal: AbortSignal,
): Promise<void> {
  await api.call({
    path: api.transport.paths.messages,
    result: Sent,
    signal,
    json: {
      messaging_product: 'whatsapp',
      ...addressOf(chat),
      type: 'reaction',
      reaction: { message_id: id, emoji: emoji ?? '' },
    },
  })
}

/** Marks a message and everything before it. */
export async function markRead(
  api: CloudApi,
  id: ExternalMessageId,
  signal: AbortSignal,
  isTyping = false,
): Promise<void> {
  await api.call({
    path: api.transport.paths.messages,
    result: Done,
    signal,
    json: {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: id,
      ...(isTyping && { typing_indicator: { type: 'text' } }),
    },
  })
}

/** The sign of typing ends after 25 seconds or with the next message; it is shown again a little before. */
const shownMs = 20_000
const recentMessages = 30
const maxChats = 1_000

/** Shows that somebody is writing. The API ties that to a message of the customer, and marks it as read. */
export class TypingSign {
  readonly #api: CloudApi
  readonly #history: ConnectionContext<unknown>['history']
  readonly #shown = new Map<ExternalChatId, number>()

  constructor(api: CloudApi, history: ConnectionContext<unknown>['history']) {
    this.#api = api
    this.#history = history
  }

  async show(chat: ExternalChatId, signal: AbortSignal): Promise<void> {
    const now = Date.now()
    if ((this.#shown.get(chat) ?? 0) > now - shownMs) return
    if (this.#shown.size >= maxChats) this.#shown.clear()
    this.#shown.set(chat, now)
    const entries = await this.#history.read(chat, { limit: recentMessages })
    const answered = entries.findLast(({ fromContact, externalId }) => fromContact && externalId !== null)?.externalId
    if (answered) await markRead(this.#api, answered, signal, true)
  }

  /** A message went out: the sign is gone with it. */
  gone(chat: ExternalChatId): void {
    this.#shown.delete(chat)
  }
}
