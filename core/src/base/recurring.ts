import type { Logger } from '@recado/contracts'
import { withoutContext } from './context.ts'

export interface RecurringWork {
  /** For the log. */
  readonly name: string
  /**
   * Longest rest between the end of one run and the start of the next, in milliseconds; a function is asked at each
   * end.
   */
  readonly everyMs: number | (() => number)
  readonly log: Logger
  run(): Promise<void> | void
}

/**
 * Work that runs periodically and at once on request, never twice at the same time. A failing run is logged when a
 * series of failures begins and when it ends, and never stops the series. It runs outside of the context of the
 * request: concurrent requests share one run, and its timers outlive them all.
 */
export class Recurring {
  readonly #work: RecurringWork
  #timer: NodeJS.Timeout | undefined
  #current: Promise<void> | undefined
  #again = false
  #stopped = true
  #failures = 0

  constructor(work: RecurringWork) {
    this.#work = work
  }

  start(): void {
    this.#stopped = false
    withoutContext(() => this.#rest())
  }

  /**
   * Runs at once; when a run is under way, once more after it. Resolves when a run that began after the call has ended.
   */
  async now(): Promise<void> {
    if (this.#stopped) return
    this.#again = true
    this.#current ??= withoutContext(() => this.#series())
    await this.#current
  }

  /** The rest is computed again: the next run is due at another moment than it was. */
  replan(): void {
    if (this.#current === undefined) this.#rest()
  }

  /** Resolves when the run under way, if any, has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#again = false
    clearTimeout(this.#timer)
    await this.#current
  }

  async #series(): Promise<void> {
    clearTimeout(this.#timer)
    // The caller has to have the promise before the series can end.
    await Promise.resolve()
    while (this.#again && !this.#stopped) {
      this.#again = false
      try {
        await this.#work.run()
        if (this.#failures > 0)
          this.#work.log.info({ work: this.#work.name, failures: this.#failures }, 'recurring work succeeds again')
        this.#failures = 0
      } catch (error) {
        if (this.#failures++ === 0 && !this.#stopped)
          this.#work.log.error({ err: error, work: this.#work.name }, 'recurring work failed; it is tried again')
      }
    }
    // In the same step as the last look at #again: a call in between would be lost.
    this.#current = undefined
    this.#rest()
  }

  #rest(): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    const { everyMs } = this.#work
    this.#timer = setTimeout(() => void this.now(), typeof everyMs === 'number' ? everyMs : everyMs())
    this.#timer.unref()
  }
}
