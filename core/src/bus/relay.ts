import type { Logger } from '@recado/contracts'
import type { Sql } from 'postgres'
import { PollPace } from '../base/poll-pace.ts'
import { Recurring } from '../base/recurring.ts'
import type { Duty } from '../nodes/duty.ts'
import { fromRow, type EventLog, type EventRow } from './log.ts'

/** Events moved in one statement. */
const batch = 500
/** Rest between two looks at the outbox when nobody says that something was committed: under way, and at rest. */
const sweepEveryMs = 250
const sweepAtRestMs = 2_000

/**
 * Moves events from the outbox to the end of the log, in the order of their ids. One process does it (it keeps the
 * lease `relay`); the others look how far the log has come, so that they get on without any network between the
 * processes.
 *
 * Rows are deleted in id order instead of being read behind a remembered id: a transaction that commits late with a low
 * id would be skipped by the latter.
 */
export class Relay implements Duty {
  readonly #sql: Sql
  readonly #events: EventLog
  readonly #sweeping: Recurring
  readonly #pace: PollPace
  #leading = false
  /** End of the log at the last look. */
  #known = 0

  /** @param isSignalled whether every process that commits can say so at present */
  constructor(sql: Sql, events: EventLog, log: Logger, isSignalled: () => boolean) {
    this.#sql = sql
    this.#events = events
    this.#pace = new PollPace({ busyMs: sweepEveryMs, idleMs: sweepAtRestMs, isSignalled })
    const run = (): Promise<void> => (this.#leading ? this.#move() : this.#look())
    this.#sweeping = new Recurring({ name: 'event relay', everyMs: this.#pace.restMs, log, run })
    this.#sweeping.start()
  }

  get leading(): boolean {
    return this.#leading
  }

  async start(): Promise<void> {
    await this.#look()
    this.#leading = true
    await this.#sweeping.now()
  }

  async stop(): Promise<void> {
    this.#leading = false
  }

  /** Called after a commit. */
  poke(): void {
    void this.#sweeping.now()
  }

  async close(): Promise<void> {
    await this.#sweeping.stop()
  }

  async #move(): Promise<void> {
    let moved
    do {
      moved = await this.#sql<EventRow[]>`select * from bus.relay(${batch})`
      if (moved.length > 0) this.#pace.worked()
      this.#events.append(moved.map(fromRow))
    } while (moved.length === batch && this.#leading)
  }

  async #look(): Promise<void> {
    const [head] = await this.#sql<{ seq: string }[]>`select seq from bus.head`
    if (Number(head?.seq) > this.#known) this.#pace.worked()
    this.#known = Number(head?.seq)
    this.#events.advanceTo(this.#known)
  }
}
