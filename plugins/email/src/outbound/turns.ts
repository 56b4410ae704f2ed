import { setTimeout as pause } from 'node:timers/promises'
import { ChannelError } from '@recado/sdk'

/** Runs a few pieces of work at a time. One that waits too long is refused before it began. */
export class Turns {
  readonly #waiting: (() => void)[] = []
  #free: number
  readonly #longestWaitMs: number
  constructor(atOnce: number, longestWaitMs: number) {
    this.#free = atOnce
    this.#longestWaitMs = longestWaitMs
  }

  /** @throws ChannelError `rateLimited`, certain, when its turn does not come in time */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await this.#turn()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }

  async #turn(): Promise<void> {
    const mine = Promise.withResolvers<void>()
    this.#waiting.push(mine.resolve)
    const stop = new AbortController()
    const isMine = await Promise.race([
      mine.promise.then(() => true),
      pause(this.#longestWaitMs, false, { signal: stop.signal, ref: false }).catch(() => false),
    ])
    stop.abort()
    if (isMine) return
    const at = this.#waiting.indexOf(mine.resolve)
    // Its turn came in the very moment: it has to be taken.
    if (at < 0) return
    this.#waiting.splice(at, 1)
    throw new ChannelError({
      kind: 'rateLimited',
      code: 'BUSY',
      message: 'other mails are being sent',
      certain: true,
      retryAfterMs: 2_000,
    })
  }
}
