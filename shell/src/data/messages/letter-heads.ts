import type { LetterAddress } from '../../base/contracts.ts'

/** The head of a letter as its author has it so far. What is undefined stays as the conversation has it. */
export interface LetterDraft {
  readonly subject?: string | undefined
  readonly cc?: readonly LetterAddress[] | undefined
  readonly bcc?: readonly LetterAddress[] | undefined
  /** What was written into the fields of people and is no address yet. */
  readonly ccRest?: string | undefined
  readonly bccRest?: string | undefined
}

const untouched: LetterDraft = {}
/** Conversations of which a head is kept; the ones begun longest ago are forgotten. */
const most = 200

/** Heads of unsent letters per ticket, in this browser, under the user. They survive switching and reloading. */
export class LetterHeads {
  readonly #storage: Storage
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  #heads: ReadonlyMap<string, LetterDraft>

  constructor({ storage, userId }: { readonly storage: Storage; readonly userId: string }) {
    this.#storage = storage
    this.#key = `recado.letterHeads.${userId}`
    this.#heads = this.#restore()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  of = (ticketId: string): LetterDraft => this.#heads.get(ticketId) ?? untouched

  change(ticketId: string, change: LetterDraft): void {
    this.#put(ticketId, { ...this.of(ticketId), ...change })
  }

  clear(ticketId: string): void {
    this.#put(ticketId, untouched)
  }

  #put(ticketId: string, head: LetterDraft): void {
    const next = new Map(this.#heads)
    next.delete(ticketId)
    if (Object.values(head).some((value) => value !== undefined && value !== '')) next.set(ticketId, head)
    this.#heads = new Map([...next].slice(-most))
    try {
      this.#storage.setItem(this.#key, JSON.stringify([...this.#heads]))
    } catch {
      // The browser's storage is full: the head stays in memory for as long as the page is open.
    }
    for (const listener of this.#listeners) listener()
  }

  #restore(): ReadonlyMap<string, LetterDraft> {
    try {
      return new Map(JSON.parse(this.#storage.getItem(this.#key) ?? '[]') as [string, LetterDraft][])
    } catch {
      return new Map()
    }
  }
}
