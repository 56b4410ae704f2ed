import type { Logger } from '@recado/contracts'
import { systemClock, type Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { Recurring } from '../base/recurring.ts'

export interface Sweep<Row> {
  readonly name: string
  readonly everyMs: number
  /** Most rows of one transaction; 500 when absent. */
  readonly batch?: number
  /**
   * Locks rows that are due, `… for update skip locked limit ${limit}`, oldest first. No tenant is set: call a reviewed
   * function that answers the tenant with each row.
   */
  claim(tx: Tx, now: Date, limit: number): Promise<readonly Row[]>
  /**
   * Applies the effect and moves the due column on, in the same transaction: a claimed row must not be due any more.
   */
  handle(tx: Tx, rows: readonly Row[], now: Date): Promise<void>
}

export interface SweepOptions {
  readonly db: Database
  readonly log: Logger
  readonly clock?: Clock
}
export interface Sweeping {
  /** Sweeps now; resolves when nothing is due any more. */
  run(): Promise<void>
  close(): Promise<void>
}

/**
 * Timers of many rows as a due column: reminders, auto-close, schedules. Any number of nodes may sweep, each row is
 * claimed by one. When a batch fails its rows are handled one by one, and those that fail stay due for the next sweep.
 */
export function sweep<Row>(work: Sweep<Row>, { db, log, clock = systemClock }: SweepOptions): Sweeping {
  const limit = work.batch ?? 500
  const recurring = new Recurring({
    name: `sweep ${work.name}`,
    everyMs: work.everyMs,
    log,
    async run() {
      while ((await once()) === limit);
    },
  })

  /** Answers how many rows were claimed and done with. */
  const once = (): Promise<number> =>
    db.platform(async (tx) => {
      const now = clock.now()
      const rows = await work.claim(tx, now, limit)
      if (rows.length === 0) return 0
      try {
        await tx.transaction((inner) => work.handle(inner, rows, now))
        return rows.length
      } catch (error) {
        if (rows.length > 1) return handleEach(tx, rows, now)
        log.error({ err: error, sweep: work.name }, 'a due row failed')
        return 0
      }
    })

  async function handleEach(tx: Tx, rows: readonly Row[], now: Date): Promise<number> {
    let done = 0
    for (const row of rows) {
      try {
        await tx.transaction((inner) => work.handle(inner, [row], now))
        done++
      } catch (error) {
        log.error({ err: error, sweep: work.name }, 'a due row failed')
      }
    }
    return done
  }

  recurring.start()
  return { run: () => recurring.now(), close: () => recurring.stop() }
}
