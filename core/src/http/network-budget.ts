import { systemClock, type Clock } from '../base/clock.ts'
import { networkOf } from './address.ts'
import { WindowCounter } from './window-counter.ts'

export interface NetworkBudgetOptions {
  /** Acts of one network that pass within the window. */
  readonly points: number
  readonly seconds: number
  /** Networks that are remembered; 20,000 when absent, some 3 MB. */
  readonly capacity?: number
  readonly clock?: Clock
}

/** Counts acts of unknown callers by their network. Kept in this node's memory, with a bound. */
export class NetworkBudget {
  readonly #counter: WindowCounter
  readonly #points: number

  constructor({ points, seconds, capacity = 20_000, clock = systemClock }: NetworkBudgetOptions) {
    this.#points = points
    this.#counter = new WindowCounter({ seconds, capacity, clock })
  }

  /** Counts one act of an address. Answers the seconds to wait where the budget of its network is spent. */
  take(address: string): number | undefined {
    const network = networkOf(address)
    this.#counter.add(network, 1)
    const { spent, endsInSeconds } = this.#counter.read(network)
    return spent > this.#points ? endsInSeconds : undefined
  }

  /** Networks that are remembered. */
  get size(): number {
    return this.#counter.size
  }
}
