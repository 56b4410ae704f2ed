import { eventBurst, eventsBeforeCut, eventsPerSecond } from './limits.ts'

/** Limit of one socket's events: a bucket of tokens that refills. */
export class EventBudget {
  #tokens = eventBurst
  #filledAt: number
  #refused = 0

  constructor(now: number) {
    this.#filledAt = now
  }

  /** `drop` ignores the event; `cut` ends the connection of a client that does not stop. */
  take(now: number): 'pass' | 'drop' | 'cut' {
    this.#tokens = Math.min(eventBurst, this.#tokens + ((now - this.#filledAt) / 1_000) * eventsPerSecond)
    this.#filledAt = now
    if (this.#tokens < 1) return ++this.#refused > eventsBeforeCut ? 'cut' : 'drop'
    this.#tokens--
    return 'pass'
  }
}
