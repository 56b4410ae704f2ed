import type { LiveEvents } from '@recado/sdk/ui'
import type { TicketListPush, TypingPush } from '../../base/contracts.ts'

/** A sign of typing without a following stop counts this long. Milliseconds. */
const fades = 6_000
/** The customer's side of a ticket counts as one writer; agents are told apart by their ids. */
const contact = 'contact'

/** People who are typing, by ticket. Kept beside the query cache: transient and never fetched. */
export class TypingStore {
  readonly #writers = new Map<string, Map<string, { name: string; timer: ReturnType<typeof setTimeout> }>>()
  readonly #listeners = new Set<() => void>()
  #names = new Map<string, string>()

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The names of those who write, joined; empty when nobody does. */
  of = (ticketId: string): string => this.#names.get(ticketId) ?? ''

  /** The same without the customer. */
  colleaguesOf = (ticketId: string): string =>
    [...(this.#writers.get(ticketId) ?? [])].flatMap(([key, { name }]) => (key === contact ? [] : [name])).join(', ')

  listen(live: LiveEvents, ownUserId: string): () => void {
    const stops = [
      live.on('typing', (push) => {
        const { ticketId, who, mode } = push as TypingPush
        if (who.userId !== ownUserId) this.take(ticketId, who.userId ?? contact, who.name, mode !== 'stop')
      }),
      // A sent message ends its author's typing, whether or not a stop follows.
      live.on('ticketList', (data) => {
        const push = data as TicketListPush
        if (push.type === 'chat:create')
          this.take(push.payload.ticketId, push.payload.fromMe ? (push.payload.userId ?? '') : contact, '', false)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  take(ticketId: string, key: string, name: string, writing: boolean): void {
    const writers =
      this.#writers.get(ticketId) ?? new Map<string, { name: string; timer: ReturnType<typeof setTimeout> }>()
    clearTimeout(writers.get(key)?.timer)
    if (writing) writers.set(key, { name, timer: setTimeout(() => this.take(ticketId, key, name, false), fades) })
    else writers.delete(key)
    if (writers.size > 0) this.#writers.set(ticketId, writers)
    else this.#writers.delete(ticketId)
    const names = [...writers.values()].map((writer) => writer.name).join(', ')
    if (names === this.of(ticketId)) return
    this.#names = new Map(this.#names).set(ticketId, names)
    for (const listener of this.#listeners) listener()
  }
}
