/** Time as the simulated provider knows it: a day passes by a click. */
export class Clock {
  #ahead = 0
  now(): number { return Date.now() + this.#ahead }
  advance(ms: number): void { this.#ahead += ms }
  /** As webhooks write it. */
  seconds(): string { return String(Math.floor(this.now() / 1_000)) }
}
