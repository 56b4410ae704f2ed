import type { Tx } from '../db/database.ts'

export interface Job { readonly task: string; readonly tenantId: string; readonly data: unknown; readonly runAt?: Date; /** Replaces a job of the same key that has not started. */ readonly key?: string; readonly maxAttempts?: number }

/** Durable background work. Not for the hot path and not for per-ticket timers: those are due columns (see sweep.ts). */
export interface Jobs {
  /** Stored in the caller's transaction. */
  enqueue(tx: Tx, job: Job): Promise<void>
  /** Registers before `start`. The handler may run more than once for one job. */
  register(task: string, handler: (job: { tenantId: string; data: unknown; attempt: number; signal: AbortSignal }) => Promise<void>): void
  /** Five-field cron in UTC; missed runs are made up for once. */
  cron(task: string, expression: string, handler: (signal: AbortSignal) => Promise<void>): void
  start(): Promise<void>
  /** Lets running jobs end, 10 s at most. */
  close(): Promise<void>
}
