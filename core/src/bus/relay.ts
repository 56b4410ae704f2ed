import type { Logger } from '@recado/contracts'
import type { Sql } from 'postgres'
import { Recurring } from '../jobs/recurring.ts'
import type { Duty } from '../nodes/duty.ts'
import { fromRow, type EventLog, type EventRow } from './log.ts'

/** Events moved in one statement. */
const batch = 500
/** Rest between two looks at the outbox when nobody says that something was committed. */
const sweepEveryMs = 250

/**
 * Moves events from the outbox to the end of the log, in the order of their ids. One process does it (it keeps the lease
 * `relay`); the others look how far the log has come, so that they get on without any network between the processes.
 *
 * Rows are deleted in id order instead of being read behind a remembered id: a transaction that commits late with a low
 * id would be skipped by the latter.
 */
export class Relay implements Duty {
  readonly #sql: Sql
  readonly #events: EventLog
  readonly #sweeping: Recurring
  #leading = false

  constructor(sql: Sql, events: EventLog, log: Logger) {
    this.#sql = sql
    this.#events = events
    this.#sweeping = new Recurring({ name: 'event relay', everyMs: sweepEveryMs, log, run: () => (this.#leading ? this.#move() : this.#look()) })
    this.#sweeping.start()
  }

  get leading(): boolean { return this.#leading }

  async start(): Promise<void> {
    await this.#look()
    this.#leading = true
    await this.#sweeping.now()
  }

  async stop(): Promise<void> {
    this.#leading = false
  }

  /** Something was committed. */
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
      this.#events.append(moved.map(fromRow))
    } while (moved.length === batch && this.#leading)
  }

  async #look(): Promise<void> {
    const [head] = await this.#sql<{ seq: string }[]>`select seq from bus.head`
    this.#events.advanceTo(Number(head?.seq))
  }
}
