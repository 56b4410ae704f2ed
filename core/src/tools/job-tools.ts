import { Refusal, type AuditAction, type FailedJob, type Viewer, type WorkCount } from '@recado/contracts'
import { sql, type SQL } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Database, Tx } from '../db/database.ts'

const longestReason = 500
const counted = 10_000
/** Jobs are few; where they are not, so many are looked at, and what is counted is a part of them. */
const lookedAt = 20_000

interface CountRow {
  readonly queue: string
  readonly state: string
  readonly count: string
  readonly oldest: Date | null
}

const toCount = ({ queue, state, count, oldest }: CountRow): WorkCount => ({
  queue,
  state,
  count: Number(count),
  oldest: oldest && oldest.toISOString(),
})

/** Waiting, running and failed work in all companies: jobs, messages to be sent, events. For masters alone. */
export class JobTools {
  readonly #db: Database
  constructor({ db }: { db: Database }) {
    this.#db = db
  }

  /** Counts end at a bound, so that a long queue costs no more than a short one. */
  async counts(): Promise<WorkCount[]> {
    const { raw } = this.#db
    const [jobs, others] = await Promise.all([
      this.jobCounts(),
      raw<CountRow[]>`
      select 'deliveries' as queue, case state when 'leased' then 'running' else state end as state, count, oldest
        from core.count_deliveries(${counted})
      union all select 'events', 'queued', count(*), min(at)
        from (select at from bus.outbox order by id limit ${counted}) waiting having count(*) > 0
      union all select 'events', 'retry', count(*), min(at)
        from (select at from bus.parked where dead_at is null limit ${counted}) parked having count(*) > 0
      union all select 'events', 'failed', count(*), min(at) from (
        select at from bus.parked where dead_at is not null and discarded_at is null limit ${counted}) dead
       having count(*) > 0
       order by 1, 2`,
    ])
    return [...others.map(toCount), ...jobs]
  }

  /** The jobs alone, by task. */
  async jobCounts(): Promise<WorkCount[]> {
    const rows = await this.#db.raw<CountRow[]>`
      select 'job:' || t.identifier as queue, j.state, count(*) as count, min(j.created_at) as oldest
        from (
          select task_id, created_at,
                 case when locked_at is not null then 'running'
                      when attempts >= max_attempts then 'failed'
                      when attempts > 0 then 'retry'
                      when run_at > now() then 'scheduled' else 'queued' end as state
            from graphile_worker._private_jobs limit ${lookedAt}) j
        join graphile_worker._private_tasks t on t.id = j.task_id group by 1, 2 order by 1, 2`
    return rows.map(toCount)
  }

  /** Newest first; `before` is the id that the page before ended with. */
  async failed(limit: number, before?: string): Promise<FailedJob[]> {
    const rows = await this.#db.raw<
      { id: string; task: string; tenant: string | null; attempts: number; reason: string | null; failed_at: Date }[]
    >`
      select j.id, t.identifier as task, j.payload ->> 'tenantId' as tenant, j.attempts,
             left(split_part(j.last_error, E'\n', 1), ${longestReason}) as reason, j.updated_at as failed_at
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where j.attempts >= j.max_attempts
         and j.locked_at is null ${before === undefined ? this.#db.raw`` : this.#db.raw`and j.id < ${before}`}
       order by j.id desc limit ${limit}`
    return rows.map(({ failed_at, tenant, ...row }) => ({
      ...row,
      tenantId: tenant,
      failedAt: failed_at.toISOString(),
    }))
  }

  /** Runs it once more with all its tries. @throws Refusal ERR_NOT_FOUND also while it runs */
  retry(viewer: Viewer, id: string): Promise<void> {
    return this.#act(
      viewer,
      'platform.retryJob',
      id,
      sql`select id from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`,
    )
  }

  /** Deletes it for good. @throws Refusal ERR_NOT_FOUND also while it runs */
  discard(viewer: Viewer, id: string): Promise<void> {
    return this.#act(
      viewer,
      'platform.discardJob',
      id,
      sql`select id from graphile_worker.complete_jobs(array[${id}::bigint])`,
    )
  }

  #act(viewer: Viewer, action: AuditAction, id: string, statement: SQL): Promise<void> {
    return this.#db.platform(async (tx: Tx) => {
      const [task] = await tx.execute<{ task: string }>(sql`
        select t.identifier as task
          from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id
         where j.id = ${id}::bigint and j.locked_at is null for update of j`)
      if (!task) throw new Refusal('ERR_NOT_FOUND')
      await tx.execute(statement)
      // Set last: a transaction of a company sees its own jobs alone.
      await tx.execute(sql`select set_config('app.tenant', ${viewer.tenantId}, true)`)
      await audit(tx, {
        tenantId: viewer.tenantId,
        userId: viewer.userId,
        action,
        subject: id,
        facts: { task: task.task },
      })
    })
  }
}
