import type { Logger } from '@recado/contracts'
import postgres, { type Sql } from 'postgres'
import { Recurring } from '../base/recurring.ts'
import type { LockedJob, TakenJobs } from './taken-jobs.ts'

/** A killed node's jobs run elsewhere after two to three of these. */
const everyMs = 3_000
const lockOf = (runner: string): string => `recado:jobs:${runner}`

/** A job or a queue that a runner has locked; `own` for jobs of this one. */
interface Held extends LockedJob {
  readonly own: boolean
}

/**
 * Frees the jobs of killed nodes, and those that this runner locked without getting them. The library itself waits four
 * hours before it takes a locked job for abandoned; here each runner holds an advisory lock of its name as long as it
 * runs, and jobs locked by a name without a lock are freed.
 */
export class Orphans {
  readonly #runner: string
  readonly #taken: TakenJobs
  readonly #log: Logger
  readonly #watching: Recurring
  readonly #sql: Sql
  #alive = false
  /** A runner is dead when two looks in a row find it so: it may be starting, or connecting again. */
  #suspects = new Set<string>()

  constructor(url: string, runner: string, taken: TakenJobs, log: Logger) {
    this.#runner = runner
    this.#taken = taken
    this.#log = log
    this.#sql = postgres(url, {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connection: { application_name: 'recado-jobs' },
      onclose: () => {
        this.#alive = false
      },
    })
    this.#watching = new Recurring({ name: 'orphaned jobs', everyMs, log, run: () => this.#look() })
  }

  async start(): Promise<void> {
    this.#watching.start()
    await this.#watching.now()
  }

  async close(): Promise<void> {
    await this.#watching.stop()
    await this.#sql.end({ timeout: 1 })
  }

  async #look(): Promise<void> {
    if (!this.#alive) {
      const [lock] = await this.#sql<
        { held: boolean }[]
      >`select pg_try_advisory_lock(hashtextextended(${lockOf(this.#runner)}, 0)) as held`
      this.#alive = lock!.held
    }
    const held = await this.#freeUnheard()
    if (held.every(({ own }) => own)) return this.#suspects.clear()
    await this.#sql.begin(async (tx) => {
      const dead = await tx<{ runner: string }[]>`
        select runner from (
          select locked_by as runner from graphile_worker._private_jobs where locked_by is not null
          union select locked_by from graphile_worker._private_job_queues where locked_by is not null) holders
         where runner <> ${this.#runner} and pg_try_advisory_xact_lock(hashtextextended('recado:jobs:' || runner, 0))`
      const certain = dead.map((row) => row.runner).filter((runner) => this.#suspects.has(runner))
      this.#suspects = new Set(dead.map((row) => row.runner))
      if (certain.length === 0) return
      await tx`select graphile_worker.force_unlock_workers(${certain}::text[])`
      this.#log.warn({ runners: certain }, 'jobs of ended nodes are free again')
    })
  }

  /**
   * Frees jobs as if they had not been taken: this try of them never began.
   * @returns what runners held before: jobs of this one, of others, and queues of others
   */
  async #freeUnheard(): Promise<readonly Held[]> {
    let held: readonly Held[] = []
    const lost = await this.#taken.lost(async () => {
      held = await this.#held()
      return held.filter(({ own }) => own)
    })
    if (lost.length === 0) return held
    await this.#sql`
      with freed as (
        update graphile_worker._private_jobs j set locked_by = null, locked_at = null, attempts = j.attempts - 1
          from unnest(${lost.map(({ id }) => id)}::bigint[],
                      ${lost.map(({ attempts }) => attempts)}::integer[]) l (id, attempts)
         where j.id = l.id and j.attempts = l.attempts and j.locked_by = ${this.#runner} returning j.job_queue_id)
      update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
        from freed where q.id = freed.job_queue_id and q.locked_by = ${this.#runner}`
    this.#log.warn({ jobs: lost.length }, 'jobs that were taken without an answer are free again')
    return held
  }

  /** One statement for both looks: it is made every few seconds by every node, mostly to find nothing. */
  #held(): Promise<readonly Held[]> {
    return this.#sql<Held[]>`
      select id::text, attempts, locked_by = ${this.#runner} as own
        from graphile_worker._private_jobs where locked_by is not null
      union all
      select id::text, 0, false from graphile_worker._private_job_queues
       where locked_by is not null and locked_by <> ${this.#runner}`
  }
}
