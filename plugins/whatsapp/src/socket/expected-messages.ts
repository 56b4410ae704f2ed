/** A message that has arrived, and the looks at which it did and at which a later one came out. */
interface Expected {
  readonly place: number
  readonly since: number
  passedAt: number | undefined
}

/**
 * Messages that have arrived and that Baileys reads one after the other. Some never come out: protocol messages, or
 * what cannot be read at all. A message is given up that has not come out `looks` looks after a later one did, or when
 * nothing came out for that many. Looks are counted instead of time: a process that stood still, or is busy, has looked
 * once, and thousands that wait for their turn are not given up as long as some come out.
 */
export class ExpectedMessages {
  readonly #looks: number
  readonly #messages = new Map<string, Expected>()
  #arrivals = 0
  #now = 0
  /** The last look at which one came out. */
  #movedAt = 0

  constructor(looks: number) {
    this.#looks = looks
  }

  get size(): number {
    return this.#messages.size
  }

  /** It has arrived. One that comes again is expected anew. */
  arrives(id: string): void {
    this.#messages.delete(id)
    this.#messages.set(id, { place: ++this.#arrivals, since: this.#now, passedAt: undefined })
  }

  /** These have come out; answers those that were expected. */
  comeOut(ids: readonly string[]): string[] {
    const known = ids.filter((id) => this.#messages.has(id))
    if (known.length === 0) return known
    const last = Math.max(...known.map((id) => this.#messages.get(id)!.place))
    for (const id of known) this.#messages.delete(id)
    this.#movedAt = this.#now
    for (const expected of this.#messages.values()) {
      if (expected.place > last) break
      expected.passedAt ??= this.#now
    }
    return known
  }

  forget(id: string): void {
    this.#messages.delete(id)
  }

  clear(): void {
    this.#messages.clear()
  }

  /** Looks once more, and gives up what does not come out. */
  look(): void {
    this.#now++
    for (const [id, { since, passedAt = Math.max(since, this.#movedAt) }] of this.#messages)
      if (this.#now - passedAt >= this.#looks) this.#messages.delete(id)
  }
}
