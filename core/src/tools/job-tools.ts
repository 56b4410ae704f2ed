import { Refusal, type Viewer, type AuditAction } from '@recado/contracts'
import { sql, type SQL } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Database, Tx } from '../db/database.ts'

/** How many of one kind of work are in one state, and since when the oldest is. */
export interface WorkCount { readonly queue: string; readonly state: string; readonly count: number; readonly oldest: string | null }
/** A job that was given up. `reason` is for who runs the installation: it may name tables or hosts. */
export interface FailedJob { readonly id: string; readonly task: string; readonly tenantId: string | null; readonly attempts: number; readonly reason: string | null; readonly failedAt: string }

const longestReason = 500
const counted = 10_000

/** What waits, runs and failed in all companies: jobs, messages to be sent, events. For masters alone. */
export class JobTools {
  readonly #db: Database
  constructor({ db }: { db: Database }) { this.#db = db }

  async counts(): Promise<readonly WorkCount[]> {
    const rows = await this.#db.raw<{ queue: string; state: string; count: string; oldest: Date | null }[]>`
      select 'job:' || t.identifier as queue,
             case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'failed' when j.attempts > 0 then 'retry' when j.run_at > now() then 'scheduled' else 'queued' end as state,
             count(*) as count, min(j.created_at) as oldest
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id group by 1, 2
      union all select 'deliveries', case state when 'leased' then 'running' else state end, count, oldest from core.count_deliveries()
      union all select 'events', 'queued', count(*), min(at) from (select at from bus.outbox order by id limit ${counted}) waiting having count(*) > 0
      union all select 'events', case when dead_at is null then 'retry' else 'failed' end, count(*), min(at) from bus.parked group by 2
      order by 1, 2`
    return rows.map(({ queue, state, count, oldest }) => ({ queue, state, count: Number(count), oldest: oldest && oldest.toISOString() }))
  }

  /** Newest first; `before` is the id that the page before ended with. */
  async failed(limit: number, before?: string): Promise<readonly FailedJob[]> {
    const rows = await this.#db.raw<{ id: string; task: string; tenant: string | null; attempts: number; reason: string | null; failed_at: Date }[]>`
      select j.id, t.identifier as task, j.payload ->> 'tenantId' as tenant, j.attempts, left(split_part(j.last_error, E'\n', 1), ${longestReason}) as reason, j.updated_at as failed_at
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where j.attempts >= j.max_attempts and j.locked_at is null ${before === undefined ? this.#db.raw`` : this.#db.raw`and j.id < ${before}`}
       order by j.id desc limit ${limit}`
    return rows.map(({ failed_at, tenant, ...row }) => ({ ...row, tenantId: tenant, failedAt: failed_at.toISOString() }))
  }

  /** Runs it once more with all its tries. @throws Refusal ERR_NOT_FOUND also while it runs */
  retry(viewer: Viewer, id: string): Promise<void> {
    return this.#act(viewer, 'platform.retryJob', id, sql`select id from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`)
  }

  /** Deletes it for good. @throws Refusal ERR_NOT_FOUND also while it runs */
  discard(viewer: Viewer, id: string): Promise<void> {
    return this.#act(viewer, 'platform.discardJob', id, sql`select id from graphile_worker.complete_jobs(array[${id}::bigint])`)
  }

  #act(viewer: Viewer, action: AuditAction, id: string, statement: SQL): Promise<void> {
    return this.#db.platform(async (tx: Tx) => {
      const [task] = await tx.execute<{ task: string }>(sql`select t.identifier as task from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where j.id = ${id}::bigint and j.locked_at is null for update of j`)
      if (!task) throw new Refusal('ERR_NOT_FOUND')
      await tx.execute(statement)
      // Only now: a transaction of a company sees its own jobs alone.
      await tx.execute(sql`select set_config('app.tenant', ${viewer.tenantId}, true)`)
      await audit(tx, { tenantId: viewer.tenantId, userId: viewer.userId, action, subject: id, facts: { task: task.task } })
    })
  }
}
