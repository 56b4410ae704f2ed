interface Entry<Value> {
  readonly value: Value
  readonly until: number
}

/**
 * Cache of recent answers. The oldest entry goes first when it is full. Keys begin with the company: no entry is
 * shared.
 */
export class BriefMemory<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(key: string, now = Date.now()): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry && entry.until > now) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  /** @param ms how long it is true */
  keep(key: string, value: Value, ms: number, now = Date.now()): void {
    this.#entries.delete(key)
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size >= this.#most) this.#entries.delete(oldest)
    this.#entries.set(key, { value, until: now + ms })
  }
}
