import type { ChannelPace } from '@recado/contracts'

const minuteMs = 60_000

/**
 * Room for answers of one connection, in the memory of its node: full after a restart. Times are of one steady clock.
 */
export class AnswerRoom {
  readonly #spacing: number
  readonly #full: number
  #spacedUntil = -Infinity

  constructor({ perMinute, burst }: ChannelPace['answers']) {
    this.#spacing = minuteMs / perMinute
    this.#full = burst * this.#spacing
  }

  /** How many may go now, and, where none may, after how many milliseconds one may. */
  at(now: number): { readonly most: number; readonly waitMs: number } {
    const free = this.#full - Math.max(0, this.#spacedUntil - now)
    return { most: Math.floor(free / this.#spacing), waitMs: Math.max(0, this.#spacing - free) }
  }

  take(now: number, answers: number): void {
    this.#spacedUntil = Math.max(this.#spacedUntil, now) + answers * this.#spacing
  }
}
