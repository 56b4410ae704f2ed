import type { Clock } from '../base/clock.ts'

interface Window {
  spent: number
  readonly until: number
}

/**
 * Counts what keys spend in windows of one length, each from its key's first spending on. Remembers a bounded number of
 * keys: beyond it the oldest window is forgotten, so that who makes up keys gains windows and takes no memory.
 */
export class WindowCounter {
  readonly #windows = new Map<string, Window>()
  readonly #ms: number
  readonly #capacity: number
  readonly #clock: Clock

  constructor({ seconds, capacity, clock }: { seconds: number; capacity: number; clock: Clock }) {
    this.#ms = seconds * 1_000
    this.#capacity = capacity
    this.#clock = clock
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#windows.size
  }

  /** Spent amount of the key in its present window, and the seconds until that ends. */
  read(key: string): { readonly spent: number; readonly endsInSeconds: number } {
    const now = this.#clock.now().getTime()
    const window = this.#windows.get(key)
    if (!window || window.until <= now) return { spent: 0, endsInSeconds: 0 }
    return { spent: window.spent, endsInSeconds: Math.max(1, Math.ceil((window.until - now) / 1_000)) }
  }

  add(key: string, cost: number): void {
    const now = this.#clock.now().getTime()
    const known = this.#windows.get(key)
    if (known && known.until > now) {
      known.spent += cost
      return
    }
    // All windows are equally long: in the order of their beginning they also end.
    this.#windows.delete(key)
    this.#windows.set(key, { spent: cost, until: now + this.#ms })
    for (const [oldest, { until }] of this.#windows) {
      if (until > now && this.#windows.size <= this.#capacity) break
      this.#windows.delete(oldest)
    }
  }
}
