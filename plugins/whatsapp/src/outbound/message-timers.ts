import type { ExternalChatId, SealedState } from '@recado/sdk'

const mostKnown = 5_000
const keyOf = (chat: ExternalChatId): string => `timer/${chat}`

/**
 * After how many seconds the messages of chats disappear, so that answers disappear with them. Kept among the keys of
 * the login, and goes with it.
 */
export class MessageTimers {
  readonly #sealed: SealedState
  /** The last ones, 0 for none; the oldest is forgotten first. */
  readonly #known = new Map<ExternalChatId, number>()

  constructor(sealed: SealedState) {
    this.#sealed = sealed
  }

  /** Seconds of a chat, 0 where its messages stay. */
  async of(chat: ExternalChatId): Promise<number> {
    await this.#learn([chat])
    return this.#known.get(chat) ?? 0
  }

  /** Keeps what messages told of their chats. Resolves when it is stored. */
  async heard(told: ReadonlyMap<ExternalChatId, number>): Promise<void> {
    await this.#learn([...told.keys()])
    const changed = [...told].filter(([chat, seconds]) => (this.#known.get(chat) ?? 0) !== seconds)
    if (changed.length === 0) return
    await this.#sealed.write(new Map(changed.map(([chat, seconds]) => [keyOf(chat), Buffer.from(String(seconds))])))
    for (const [chat, seconds] of changed) this.#keep(chat, seconds)
  }

  async #learn(chats: readonly ExternalChatId[]): Promise<void> {
    const unknown = chats.filter((chat) => !this.#known.has(chat))
    if (unknown.length === 0) return
    const stored = await this.#sealed.read(unknown.map(keyOf))
    for (const chat of unknown) this.#keep(chat, Number(Buffer.from(stored.get(keyOf(chat)) ?? []).toString()))
  }

  #keep(chat: ExternalChatId, seconds: number): void {
    this.#known.delete(chat)
    this.#known.set(chat, seconds)
    if (this.#known.size > mostKnown) this.#known.delete(this.#known.keys().next().value!)
  }
}
