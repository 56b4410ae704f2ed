/** The time in a simulated world: the real one, moved by what a test has let pass. */
export class SimulatorClock {
  #aheadMs = 0

  now(): Date {
    return new Date(Date.now() + this.#aheadMs)
  }
  /** Whole seconds since 1970, as many providers count. */
  seconds(): number {
    return Math.floor(this.now().getTime() / 1_000)
  }
  /** Lets time pass: a window closes, a token expires. */
  advance(ms: number): void {
    this.#aheadMs += ms
  }
}
