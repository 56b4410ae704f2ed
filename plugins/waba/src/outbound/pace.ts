import { setTimeout as pause } from 'node:timers/promises'
import { ChannelError } from '@recado/sdk'

/** One message to one person every six seconds, of which 45 may be said at once (Cloud API, pair rate limits). */
const pairEveryMs = 6_000
const pairBurst = 45
/** Waiting here costs less than an attempt; a longer wait is returned with its time. */
const longestWaitMs = 5_000
/** Conversations whose last message is long past owe nothing; they are forgotten at this size. */
const maxPairs = 20_000

/**
 * Keeps to the provider's limits before it has to say so: messages per second of the number, and per person. The rate
 * is kept by the time at which the next message would be due if all came evenly (GCRA).
 */
export class Pace {
  readonly #everyMs: number
  readonly #burst: number
  readonly #now: () => number
  #due = 0
  readonly #pairs = new Map<string, number>()

  constructor(perSecond: number, now: () => number = Date.now) {
    this.#everyMs = 1_000 / perSecond
    this.#burst = perSecond
    this.#now = now
  }

  /** Time until one more message may be sent to `chat`; counts it as sent when that is at most `limitMs`. */
  reserve(chat: string, limitMs: number): number {
    const now = this.#now()
    const due = Math.max(this.#due, now)
    const pairDue = Math.max(this.#pairs.get(chat) ?? 0, now)
    const waitMs = Math.max(
      0,
      due - now - this.#everyMs * (this.#burst - 1),
      pairDue - now - pairEveryMs * (pairBurst - 1),
    )
    if (waitMs > limitMs) return waitMs
    this.#due = due + this.#everyMs
    if (this.#pairs.size >= maxPairs) for (const [known, at] of this.#pairs) if (at <= now) this.#pairs.delete(known)
    this.#pairs.set(chat, pairDue + pairEveryMs)
    return waitMs
  }

  /** @throws ChannelError `rateLimited`, certain, when the turn is too far away */
  async turn(chat: string, signal: AbortSignal): Promise<void> {
    const waitMs = this.reserve(chat, longestWaitMs)
    if (waitMs > longestWaitMs)
      throw new ChannelError({
        kind: 'rateLimited',
        code: 'PACE',
        message: 'WhatsApp limits how fast one may write',
        retryAfterMs: Math.ceil(waitMs),
        certain: true,
      })
    if (waitMs > 0) await pause(waitMs, undefined, { signal })
  }
}
