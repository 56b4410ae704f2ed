import type { Logger } from '@recado/contracts'
import type { Sql } from 'postgres'
import { PollPace } from '../base/poll-pace.ts'
import { Recurring } from '../base/recurring.ts'
import type { ConsumerDuty } from './consumer.ts'

/** Rest between two looks for revived events, where the word of it may be lost and where it arrives. */
const everyMs = 1_000
const everyMsAtRest = 10_000

/** Finds dead events that somebody brought back: one look for all consumers that this process holds. */
export class Revivals {
  readonly #sql: Sql
  readonly #held: () => readonly ConsumerDuty[]
  readonly #looking: Recurring

  constructor(sql: Sql, log: Logger, held: () => readonly ConsumerDuty[], isSignalled: () => boolean) {
    this.#sql = sql
    this.#held = held
    const pace = new PollPace({ busyMs: everyMs, idleMs: everyMsAtRest, isSignalled })
    const run = (): Promise<void> => this.#look()
    this.#looking = new Recurring({ name: 'revived events', everyMs: pace.restMs, log, run })
    this.#looking.start()
  }

  /** Called when an event was brought back. */
  look(): void {
    void this.#looking.now()
  }

  close(): Promise<void> {
    return this.#looking.stop()
  }

  async #look(): Promise<void> {
    const held = new Map(this.#held().map((duty) => [duty.name, duty]))
    if (held.size === 0) return
    const rows = await this.#sql<{ consumer: string; tenant_id: string; key: string }[]>`
      select distinct consumer, tenant_id, key from bus.parked
       where consumer = any (${[...held.keys()]}::text[]) and revived`
    for (const row of rows) held.get(row.consumer)?.revived({ tenantId: row.tenant_id, key: row.key })
  }
}
