/** Unsent text per ticket, kept in this browser under the user: never lost by switching, failing or reloading. */
export class DraftStore {
  readonly #storage: Storage
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  #drafts: Readonly<Record<string, string>>

  constructor(storage: Storage, userId: string) {
    this.#storage = storage
    this.#key = `recado.drafts.${userId}`
    this.#drafts = this.#read()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  of = (ticketId: string): string => this.#drafts[ticketId] ?? ''

  set(ticketId: string, text: string): void {
    if (this.of(ticketId) === text) return
    const { [ticketId]: _old, ...others } = this.#drafts
    this.#drafts = text === '' ? others : { ...others, [ticketId]: text }
    try {
      this.#storage.setItem(this.#key, JSON.stringify(this.#drafts))
    } catch {
      // The browser's storage is full: the text stays in memory for as long as the page lives.
    }
    for (const listener of this.#listeners) listener()
  }

  #read(): Readonly<Record<string, string>> {
    try {
      const stored: unknown = JSON.parse(this.#storage.getItem(this.#key) ?? '{}')
      return typeof stored === 'object' && stored !== null ? stored as Record<string, string> : {}
    } catch {
      return {}
    }
  }
}
