import type { LiveEvents } from '@recado/sdk/ui'
import type { PresencePush } from '../../base/contracts.ts'

/** Interval at which a page repeats its presence. Milliseconds. */
export const repeatPresence = 20_000
/** Time without a repetition after which a colleague is gone. Milliseconds. */
const fades = 2.25 * repeatPresence

export interface Colleague {
  readonly userId: string
  readonly name: string
}
const nobody: readonly Colleague[] = []

/** Colleagues and their open tickets. Transient, like {@link TypingStore}: never fetched, never stored. */
export class ColleagueStore {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #listeners = new Set<() => void>()
  readonly #newcomers = new Set<(ticketId: string) => void>()
  #shown = new Map<string, readonly Colleague[]>()

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The same array until somebody comes or goes. */
  of = (ticketId: string): readonly Colleague[] => this.#shown.get(ticketId) ?? nobody

  /** Called when somebody opens a ticket who did not have it open: they do not know yet who else has. */
  onNewcomer(listener: (ticketId: string) => void): () => void {
    this.#newcomers.add(listener)
    return () => this.#newcomers.delete(listener)
  }

  listen(live: LiveEvents, ownUserId: string): () => void {
    return live.on('presence', (push) => {
      const { ticketId, who, viewing } = push as PresencePush
      if (who.userId !== ownUserId) this.take(ticketId, who, viewing)
    })
  }

  take(ticketId: string, who: Colleague, viewing: boolean): void {
    const key = `${ticketId} ${who.userId}`
    clearTimeout(this.#timers.get(key))
    const others = this.of(ticketId).filter((one) => one.userId !== who.userId)
    const isKnown = others.length < this.of(ticketId).length
    if (viewing)
      this.#timers.set(
        key,
        setTimeout(() => this.take(ticketId, who, false), fades),
      )
    else this.#timers.delete(key)
    if (isKnown === viewing) return
    this.#shown = new Map(this.#shown).set(ticketId, viewing ? [...others, who] : others)
    if (!viewing && others.length === 0) this.#shown.delete(ticketId)
    for (const listener of this.#listeners) listener()
    if (viewing) for (const listener of this.#newcomers) listener(ticketId)
  }
}
