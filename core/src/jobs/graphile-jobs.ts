import { EventEmitter } from 'node:events'
import type { Logger } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  type CronItem,
  type Runner,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import postgres from 'postgres'
import { outcomesWithinMs, within, workEndsWithinMs } from '../base/closing.ts'
import { withoutContext } from '../base/context.ts'
import { JobWakes } from './job-wakes.ts'
import type { Job, Jobs } from './jobs.ts'
import { Orphans } from './orphans.ts'
import { TakenJobs } from './taken-jobs.ts'

export interface GraphileJobsOptions {
  /** Address as the server's role. */
  readonly appUrl: string
  readonly log: Logger
  /** Jobs run at once on this node; 8 when absent. */
  readonly concurrency?: number
  /**
   * Connections to the database, two at least: one is notified of new jobs, the others take and end them; 3 when
   * absent.
   */
  readonly connections?: number
}

const makeUpWithinMs = 24 * 3_600_000
/** Text in the record of an aborted job. */
const stopping = 'the node stopped'
/** The library's own timer of aborting begins with the drain; ours when the grace is over. */
const neverMs = 3_600_000
/** Of the time for outcomes, for jobs that go on although they were aborted. */
const forcedWithinMs = 500
const relaunchAfterMs = 500
/**
 * New jobs start the runner, and so do those whose due time this node knows; jobs that other nodes stored wait so long.
 */
const pollMs = 2_000

/** Jobs on graphile-worker, in the server's own database. `migrateJobs` must have run. */
export function graphileJobs({ appUrl, log, concurrency = 8, connections = 3 }: GraphileJobsOptions): Jobs {
  const tasks: TaskList = {}
  const crons: CronItem[] = []
  const wakes = new JobWakes()
  const ending = new AbortController()
  let runner: Runner | undefined
  let pool: WorkerPool | undefined
  let draining: Promise<void> | undefined
  let orphans: Orphans | undefined
  let relaunch: NodeJS.Timeout | undefined
  let started = false
  let launching = Promise.resolve()

  const declare = (task: string, handler: NonNullable<TaskList[string]>): void => {
    if (tasks[task]) throw new Error(`the task ${task} is registered already`)
    // The library asks the list again before it takes jobs, so tasks may come and go while it runs.
    tasks[task] = handler
    if (started) startSoon(0)
  }

  /** The library refuses to run without any task. */
  const launch = (): Promise<void> =>
    (launching = launching
      .catch(() => undefined)
      .then(async () => {
        if (runner || Object.keys(tasks).length === 0) return
        const events: WorkerEvents = new EventEmitter()
        wakes.follow(events)
        const taken = new TakenJobs()
        taken.follow(events)
        events.once('pool:create', ({ workerPool }) => {
          pool = workerPool
        })
        runner = await run({
          noHandleSignals: true,
          events,
          taskList: tasks,
          parsedCronItems: parseCronItems(crons),
          logger: workerLogger(log),
          preset: {
            worker: {
              connectionString: appUrl,
              maxPoolSize: connections,
              concurrentJobs: concurrency,
              pollInterval: pollMs,
              gracefulShutdownAbortTimeout: neverMs,
              localQueue: { size: concurrency * 2, ttl: 30_000 },
              // Outcomes are written by a queue of the library that tries again; without it a lost connection is
              // nobody's error.
              completeJobBatchDelay: 0,
              failJobBatchDelay: 0,
            },
          },
        })
        const launched = runner
        const ended = (error?: unknown): void => {
          if (!started || runner !== launched) return
          log.error({ err: error }, 'the job runner ended and is started again')
          runner = undefined
          startSoon()
        }
        launched.promise.then(() => ended(), ended)
        await orphans?.close()
        orphans = new Orphans(appUrl, pool!.id, taken, log)
        await orphans.start()
      }))

  /** The library gives up when it cannot reach the database for long; the jobs do not. */
  const startSoon = (afterMs = relaunchAfterMs): void => {
    clearTimeout(relaunch)
    // Installing a plugin adds tasks: their runner outlives that request.
    relaunch = withoutContext(() =>
      setTimeout(() => {
        if (started)
          void launch().catch((error: unknown) => {
            log.error({ err: error }, 'the job runner did not start')
            runner = undefined
            startSoon()
          })
      }, afterMs),
    )
  }

  const drain = (): Promise<void> => {
    started = false
    clearTimeout(relaunch)
    wakes.close()
    return (draining ??= launching
      .catch(() => undefined)
      .then(() => runner?.stop())
      .catch((error: unknown) => log.error({ err: error }, 'the job runner did not end cleanly')))
  }

  return {
    async enqueue(tx, job) {
      await tx.execute(sql`
        select graphile_worker.add_job(${job.task},
          ${JSON.stringify({ tenantId: job.tenantId, data: job.data ?? null })}::json,
          queue_name => ${job.queue === undefined ? null : `${job.tenantId}:${job.queue}`}::text,
          run_at => ${job.runAt?.toISOString() ?? null}::timestamptz,
          max_attempts => ${job.maxAttempts ?? null}::int,
          job_key => ${job.key === undefined ? null : keyOf({ ...job, key: job.key })}::text)`)
      if (job.runAt) wakes.at(job.runAt.getTime())
    },
    async cancel(tx, job) {
      await tx.execute(sql`select graphile_worker.remove_job(${keyOf(job)})`)
    },
    wakeAt: (time) => wakes.at(time.getTime()),
    register(task, handler) {
      declare(task, async (payload, { job }) => {
        const { tenantId, data } = payload as Pick<Job, 'tenantId' | 'data'>
        await handler({ tenantId, data, attempt: job.attempts, signal: ending.signal })
      })
    },
    cron(task, expression, handler) {
      if (started) throw new Error(`the task ${task} comes after the start of the jobs`)
      let began = 0
      declare(task, async (payload) => {
        // The library makes up for every missed run; one that began after all of them were due is enough.
        if (Date.parse((payload as { _cron: { ts: string } })._cron.ts) < began) return
        const before = began
        began = Date.now()
        try {
          await handler(ending.signal)
        } catch (error) {
          // The next try must not take itself for made up for.
          began = before
          throw error
        }
      })
      crons.push({
        task,
        match: expression,
        identifier: task,
        options: { backfillPeriod: makeUpWithinMs, jobKey: `cron:${task}`, jobKeyMode: 'replace' },
      })
    },
    unregister(task) {
      delete tasks[task]
    },
    async discard(taskPrefix) {
      const client = postgres(appUrl, { max: 1, onnotice: () => undefined })
      try {
        await client`
          select graphile_worker.complete_jobs(array(
            select id
              from graphile_worker.jobs
             where starts_with(task_identifier, ${taskPrefix}) and locked_at is null))`
      } finally {
        await client.end()
      }
    },
    async discardAbout(tx, { tenantId, taskPrefix, words }) {
      const gone = await tx.execute(sql`
        delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
         where t.id = j.task_id
           and starts_with(t.identifier, ${taskPrefix})
           and j.locked_at is null
           and j.payload ->> 'tenantId' = ${tenantId}
           and exists (
             select 1
               from unnest(${sql.param([...words])}::text[]) word
              where position(word in j.payload::text || coalesce(j.last_error, '')) > 0)
        returning 1`)
      return gone.length
    },
    start() {
      started = true
      return launch()
    },
    drain: () => void drain(),
    async close() {
      const drained = drain()
      let isDrained = false
      void drained.then(() => {
        isDrained = true
      })
      await within(drained, workEndsWithinMs)
      ending.abort(new Error(stopping))
      await within(drained, outcomesWithinMs - forcedWithinMs)
      // A job that ignores its signal ends with the process; that it failed is written before others miss the node.
      if (!isDrained && pool) await within(Promise.resolve(pool.forcefulShutdown(stopping)), forcedWithinMs)
      await orphans?.close()
    },
  }
}

/** Keys are those of a tenant's task; `core.plugin_job` makes them in the same way. */
const keyOf = ({ tenantId, task, key }: Required<Pick<Job, 'tenantId' | 'task' | 'key'>>): string =>
  `${tenantId}:${task}:${key}`

/** What the library says of a pool that is smaller than the jobs at once, as the budget of connections has it. */
const ofSmallPool = 'having maxPoolSize'

/** The library's own news are for debugging. Its facts hold payloads and are left out. */
const workerLogger = (log: Logger): WorkerLogger =>
  new WorkerLogger(() => (level, message) => {
    if (level === 'error') log.error({}, message)
    else if (level === 'warning' && !message.includes(ofSmallPool)) log.warn({}, message)
    else log.debug({}, message)
  })
