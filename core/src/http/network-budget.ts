import { networkOf } from './address.ts'

export interface NetworkBudgetOptions {
  /** Acts of one network that pass within the window. */
  readonly points: number
  readonly windowMs: number
  /** Networks that are remembered; whose window began first goes first. 20,000 when absent, some 3 MB. */
  readonly capacity?: number
  /** Milliseconds that only grow; the process's own when absent. */
  readonly now?: () => number
}

interface Window {
  readonly began: number
  count: number
}

/** Counts acts of callers nobody knows yet by their network. Lives in this node's memory, which it cannot outgrow. */
export class NetworkBudget {
  readonly #windows = new Map<string, Window>()
  readonly #points: number
  readonly #windowMs: number
  readonly #capacity: number
  readonly #now: () => number

  constructor({ points, windowMs, capacity = 20_000, now = () => performance.now() }: NetworkBudgetOptions) {
    this.#points = points
    this.#windowMs = windowMs
    this.#capacity = capacity
    this.#now = now
  }

  /** Counts one act of an address. Answers the seconds to wait where the budget of its network is spent. */
  take(address: string): number | undefined {
    const now = this.#now()
    const network = networkOf(address)
    const known = this.#windows.get(network)
    if (known && now - known.began < this.#windowMs) {
      known.count++
      return known.count > this.#points
        ? Math.max(1, Math.ceil((known.began + this.#windowMs - now) / 1_000))
        : undefined
    }
    // In the order in which windows began, so that the first ones are those that are over.
    this.#windows.delete(network)
    for (const [oldest, { began }] of this.#windows) {
      if (now - began < this.#windowMs && this.#windows.size < this.#capacity) break
      this.#windows.delete(oldest)
    }
    this.#windows.set(network, { began: now, count: 1 })
    return undefined
  }

  /** Networks that are remembered. */
  get size(): number {
    return this.#windows.size
  }
}
