import type { Logger } from '@recado/contracts'
import type { Sql } from 'postgres'
import { Recurring } from '../base/recurring.ts'
import type { EventLog } from './log.ts'

/** Greatest age of the data on screens while the other nodes cannot be reached. */
const lookEveryMs = 2_000

/**
 * Replaces the messages of other nodes while they cannot be reached: reads from the log in which companies something
 * happened. It costs nothing while they can be reached.
 */
export class CutWatch {
  readonly #sql: Sql
  readonly #log: EventLog
  readonly #isCut: () => boolean
  readonly #changed: (companies: readonly string[]) => void
  readonly #looking: Recurring
  /** Number of the newest event that everybody knows of. */
  #known: number | undefined

  constructor(
    sql: Sql,
    events: EventLog,
    log: Logger,
    isCut: () => boolean,
    changed: (companies: readonly string[]) => void,
  ) {
    this.#sql = sql
    this.#log = events
    this.#isCut = isCut
    this.#changed = changed
    this.#looking = new Recurring({
      name: 'changes of other nodes',
      everyMs: lookEveryMs,
      log,
      run: () => this.#look(),
    })
    this.#looking.start()
  }

  stop(): Promise<void> {
    return this.#looking.stop()
  }

  async #look(): Promise<void> {
    const known = this.#known
    if (!this.#isCut() || known === undefined) {
      this.#known = this.#log.head
      return
    }
    const rows = await this.#sql<{ tenant_id: string; newest: string }[]>`
      select tenant_id, max(seq) as newest from bus.log where seq > ${known} group by tenant_id`
    if (rows.length === 0) return
    this.#known = Math.max(known, ...rows.map(({ newest }) => Number(newest)))
    this.#changed(rows.map(({ tenant_id: id }) => id))
  }
}
