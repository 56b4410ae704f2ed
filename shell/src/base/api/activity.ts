/** S8-017, reading 39: a request shows the spinner only when the one before it started more than 2 s earlier. */
export const burstWindow = 2_000

/** Says whether the thin progress line is shown. Requests inside a burst do not make it flicker. */
export class Activity {
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  readonly #shown = new Set<symbol>()
  #lastStart = Number.NEGATIVE_INFINITY

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  visible = (): boolean => this.#shown.size > 0

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins a request; the answer ends it. */
  start(): () => void {
    const now = this.#now()
    const alone = now - this.#lastStart > burstWindow
    this.#lastStart = now
    if (!alone) return () => undefined
    const mark = Symbol('request')
    this.#shown.add(mark)
    this.#announce()
    return () => {
      if (this.#shown.delete(mark)) this.#announce()
    }
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}
