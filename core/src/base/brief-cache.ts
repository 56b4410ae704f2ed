/** Every cache of this process that is still in use, for {@link forgetEverything}. */
const inUse = new Set<WeakRef<BriefCache<unknown>>>()

/**
 * Empties every brief cache of this process: the next reads come from the database. For an operator, not for
 * invalidation.
 */
export function forgetEverything(): void {
  for (const reference of inUse) {
    const cache = reference.deref()
    if (cache) cache.clear()
    else inUse.delete(reference)
  }
}

interface Entry<V> {
  readonly value: Promise<V>
  readonly until: number
}

/**
 * Answers of the database kept for a moment, so that a burst of requests asks once. Concurrent readers share one load.
 * A failed load is not kept. `forget` also discards a load that is under way, so that nobody keeps what it will bring.
 */
export class BriefCache<V> {
  readonly #entries = new Map<string, Entry<V>>()
  readonly #lifeMs: number
  readonly #capacity: number

  /**
   * `lifeMs` bounds how long a missed invalidation can matter; `capacity` bounds the memory, oldest entries go first.
   */
  constructor(lifeMs = 1_000, capacity = 20_000) {
    this.#lifeMs = lifeMs
    this.#capacity = capacity
    inUse.add(new WeakRef(this))
  }

  get(key: string, load: (key: string) => Promise<V>): Promise<V> {
    const known = this.#entries.get(key)
    if (known && known.until > performance.now()) return known.value
    const entry: Entry<V> = { value: load(key), until: performance.now() + this.#lifeMs }
    entry.value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
    })
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size > this.#capacity) this.#entries.delete(this.#entries.keys().next().value!)
    return entry.value
  }

  forget(key: string): void {
    this.#entries.delete(key)
  }
  clear(): void {
    this.#entries.clear()
  }
}
