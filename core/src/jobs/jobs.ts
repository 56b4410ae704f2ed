import type { Tx } from '../db/database.ts'

export interface Job {
  readonly task: string
  readonly tenantId: string
  /** JSON. */
  readonly data: unknown
  readonly runAt?: Date
  /** Replaces a job of the same tenant, task and key that has not started. */
  readonly key?: string
  /**
   * Jobs of one tenant and queue run one after another, in the order they were stored. Without it they run side by
   * side.
   */
  readonly queue?: string
  /** 25 when absent, with exponentially growing rests; a job that failed as often stays in the table. */
  readonly maxAttempts?: number
}

/**
 * Arguments of a handler. `attempt` is 1 on the first run; `signal` is aborted when the node ends before the job does.
 */
export interface RunningJob {
  readonly tenantId: string
  readonly data: unknown
  readonly attempt: number
  readonly signal: AbortSignal
}

/**
 * Durable background work. Not for the hot path and not for per-ticket timers: those are due columns (see sweep.ts).
 */
export interface Jobs {
  /** Stored in the caller's transaction. */
  enqueue(tx: Tx, job: Job): Promise<void>
  /** Deletes the job of this tenant, task and key unless it runs, in the caller's transaction. */
  cancel(tx: Tx, job: Required<Pick<Job, 'tenantId' | 'task' | 'key'>>): Promise<void>
  /** Runs what is stored for that time without waiting for the next poll; for jobs that others stored. */
  wakeAt(time: Date): void
  /** The handler may run more than once for one job. A task has one handler at a time. */
  register(task: string, handler: (job: RunningJob) => Promise<void>): void
  /** Takes no more of these jobs here; running ones go on. Stored ones wait for a node that has the task. */
  unregister(task: string): void
  /** Deletes stored jobs whose task begins so and that do not run. */
  discard(taskPrefix: string): Promise<void>
  /**
   * Deletes stored jobs of a company, in its transaction, whose task begins so, whose data says one of these words, and
   * that do not run. Answers how many.
   */
  discardAbout(
    tx: Tx,
    about: { readonly tenantId: string; readonly taskPrefix: string; readonly words: readonly string[] },
  ): Promise<number>
  /** Five-field cron in UTC, on one node at a time. Runs missed within the last day are made up for by a single one. */
  cron(task: string, expression: string, handler: (signal: AbortSignal) => Promise<void>): void
  start(): Promise<void>
  /** Takes no more jobs, gives back those that were taken and not begun, and lets running ones go on. */
  drain(): void
  /** Lets running jobs end, for 5 s at most. Then they are aborted, and tried again as after any failure. */
  close(): Promise<void>
}
