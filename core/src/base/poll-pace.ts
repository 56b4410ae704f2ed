export interface PollPaceOptions {
  /** Rest while there is work, or while signals may be lost; milliseconds. */
  readonly busyMs: number
  /** Rest while there is nothing to do and signals arrive; milliseconds. */
  readonly idleMs: number
  /** Whether those who store work can say so at present. */
  readonly isSignalled: () => boolean
  /** For tests: milliseconds that only grow. */
  readonly now?: () => number
}

/** So long after the last work a poll stays quick: work comes in bursts, and its signals may be lost under load. */
const calmAfterMs = 10_000

/**
 * Interval of polling for work that is announced by a signal and found by a poll when the signal is lost. An idle node
 * polls rarely; a busy one, and one without signals, as often as if there were none.
 */
export class PollPace {
  readonly #options: PollPaceOptions
  #busyUntil = 0

  constructor(options: PollPaceOptions) {
    this.#options = options
  }

  /** There was work. */
  worked(): void {
    this.#busyUntil = this.#now() + calmAfterMs
  }

  /** Milliseconds until the next look. */
  readonly restMs = (): number => {
    const { busyMs, idleMs, isSignalled } = this.#options
    return isSignalled() && this.#now() >= this.#busyUntil ? idleMs : busyMs
  }

  #now(): number {
    return this.#options.now?.() ?? performance.now()
  }
}
