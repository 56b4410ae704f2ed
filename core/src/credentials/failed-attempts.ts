import { Refusal } from '@recado/contracts'
import { RateLimiterMemory } from 'rate-limiter-flexible'

/**
 * Counts a user's failed tries: addresses and numbers that are taken on the platform. Honest mistakes stay far below;
 * trying a list, or guessing, is slowed down.
 */
export class FailedAttempts {
  readonly #limiter: RateLimiterMemory
  readonly #points: number

  constructor(points = 10, seconds = 15 * 60) {
    this.#points = points
    this.#limiter = new RateLimiterMemory({ points, duration: seconds })
  }

  /** @throws Refusal ERR_TOO_MANY_REQUESTS while the user has to wait */
  async require(userId: string): Promise<void> {
    const spent = await this.#limiter.get(userId)
    if (spent && spent.consumedPoints >= this.#points)
      throw new Refusal('ERR_TOO_MANY_REQUESTS', {
        retryAfterSeconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1_000)),
      })
  }

  /** Never refuses: the caller says what went wrong. */
  async failed(userId: string): Promise<void> {
    await this.#limiter.penalty(userId)
  }
}
