import type { Viewer } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import { forgetEverything } from '../base/brief-cache.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'

/** Ephemeral: every node empties its caches. */
const clearTopic = 'tools.caches-clear'
/** S9-076: work that has waited less long is not stuck. Minutes. */
export const stuckMinutes = 5

/** Counts of restarted work. */
export interface Reprocessed {
  readonly jobs: number
  readonly deliveries: number
}

/**
 * Empties the caches of all nodes and restarts stuck work (S9-076): jobs that pause after a failure or whose node is
 * gone, and messages that certainly were not sent. Messages that may have been sent are left to people: clearing a
 * cache must not send anything twice.
 */
export class CacheTools {
  readonly #db: Database
  readonly #bus: Pick<EventBus, 'emit' | 'on'>
  readonly #leave: () => void

  constructor({ db, bus }: { db: Database; bus: Pick<EventBus, 'emit' | 'on'> }) {
    this.#db = db
    this.#bus = bus
    this.#leave = bus.on(clearTopic, forgetEverything)
  }

  async clear(viewer: Pick<Viewer, 'tenantId' | 'userId'>): Promise<Reprocessed> {
    const stuck = sql`make_interval(mins => ${stuckMinutes})`
    const reprocessed = await this.#db.platform(async (tx) => {
      const [deliveries] = await tx.execute<{ count: number }>(sql`select core.hasten_deliveries(${stuck}) as count`)
      // A runner's lease is the advisory lock that it holds as long as it runs; see jobs/orphans.ts.
      const gone = await tx.execute<{ id: string }>(sql`
        select j.id
          from graphile_worker._private_jobs j
         where j.locked_at < now() - ${stuck}
           and pg_try_advisory_xact_lock(hashtextextended('recado:jobs:' || j.locked_by, 0))`)
      const freed = await tx.execute(sql`
        update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = now()
         where id = any (${sql.param(gone.map((job) => job.id))}::bigint[]) returning 1`)
      const hastened = await tx.execute(sql`
        update graphile_worker._private_jobs set run_at = now(), updated_at = now()
         where locked_at is null
           and attempts > 0
           and attempts < max_attempts
           and run_at > now()
           and created_at < now() - ${stuck}
        returning 1`)
      const done = { deliveries: deliveries!.count, jobs: freed.length + hastened.length }
      // Set last: a transaction of a company sees its own jobs alone.
      await tx.execute(sql`select set_config('app.tenant', ${viewer.tenantId}, true)`)
      await audit(tx, {
        tenantId: viewer.tenantId,
        userId: viewer.userId,
        action: 'platform.clearCache',
        subject: 'caches',
        facts: done,
      })
      return done
    })
    this.#bus.emit(clearTopic, null)
    return reprocessed
  }

  close(): void {
    this.#leave()
  }
}
