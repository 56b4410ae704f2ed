import type { Duty } from '../nodes/duty.ts'
import { Recurring, type RecurringWork } from '../base/recurring.ts'

/** Recurring work over all companies that one node of the installation does at a time, whichever that is. */
export class SharedSweep implements Duty {
  readonly name: string
  readonly #work: RecurringWork
  readonly #recurring: Recurring
  #isHeld = false

  constructor(work: RecurringWork) {
    this.name = work.name
    this.#work = work
    this.#recurring = new Recurring(work)
  }

  async start(): Promise<void> {
    this.#isHeld = true
    this.#recurring.start()
    // The node that did it before may have left something undone.
    void this.#recurring.now()
  }

  async stop(): Promise<void> {
    this.#isHeld = false
    await this.#recurring.stop()
  }

  /** Runs at once, on this node, and resolves at the end; independent of the node with the duty. */
  async now(): Promise<void> {
    await (this.#isHeld ? this.#recurring.now() : this.#work.run())
  }

  /** Called when the due time has changed. */
  replan(): void {
    if (this.#isHeld) this.#recurring.replan()
  }
}
