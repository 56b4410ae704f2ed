import type { Logger } from '@recado/contracts'
import { Recurring } from '../base/recurring.ts'
import { withTimeLimit } from '../base/time-limit.ts'

export interface VitalsOptions {
  /** Goes the way of the node's work; rejects when the node cannot do it. */
  readonly check: () => Promise<void>
  /**
   * Whether the same can be done by somebody else: the database answers on a new connection. Then the fault is this
   * process.
   */
  readonly worksElsewhere: () => Promise<boolean>
  /** Called when the node has failed for {@link patienceMs} while others could work. The process had better end. */
  readonly onHopeless: () => void
  readonly log: Logger
  /** For tests. */
  readonly everyMs?: number
  readonly patienceMs?: number
  readonly now?: () => number
}

const checkWithinMs = 2_000
const defaultEveryMs = 2_000
/** Longer than a restart of the database takes to be noticed and healed from. */
const defaultPatienceMs = 10_000

/**
 * Watches whether this node can still do its work. A node whose connections cannot be repaired while the database
 * answers others is restarted by its supervisor; one whose database is down waits for it.
 */
export class Vitals {
  readonly #options: VitalsOptions
  readonly #watching: Recurring
  #failingSince: number | undefined

  constructor(options: VitalsOptions) {
    this.#options = options
    this.#watching = new Recurring({
      name: 'vitals',
      everyMs: options.everyMs ?? defaultEveryMs,
      log: options.log,
      run: () => this.#look(),
    })
  }

  start(): void {
    this.#watching.start()
  }
  stop(): Promise<void> {
    return this.#watching.stop()
  }

  async #look(): Promise<void> {
    // A failure that all nodes have is no fault of this one, and its time to recover begins when others work again.
    const works = await withTimeLimit(checkWithinMs, undefined, () => this.#options.check()).then(
      () => true,
      () => false,
    )
    if (works || !(await this.#options.worksElsewhere())) {
      this.#failingSince = undefined
      return
    }
    const now = this.#options.now?.() ?? performance.now()
    this.#failingSince ??= now
    if (now - this.#failingSince < (this.#options.patienceMs ?? defaultPatienceMs)) return
    this.#options.log.error(
      { failingMs: Math.round(now - this.#failingSince) },
      'this node cannot work any more and ends, to be started anew',
    )
    this.#failingSince = undefined
    this.#options.onHopeless()
  }
}
