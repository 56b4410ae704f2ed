import type { WorkerEvents } from 'graphile-worker'
import { withoutContext } from '../base/context.ts'

/** Moments this far away are found by the poll, and moments so close together count as one. */
const longestMs = 3_600_000
const grainMs = 100
/** The outcome of a job is written behind its end; only then the next one of its queue may be taken. */
const writtenWithinMs = [100, 500]
/** The library's pause of a job before its retry. */
const retryAfterMs = (attempts: number): number => Math.exp(Math.min(10, attempts)) * 1_000

/**
 * Has the runner look for jobs when one is due that this node knows of: stored for later, to be tried again, or next in
 * its queue. New jobs are notified by the database; a poll finds what nobody here knows of.
 */
export class JobWakes {
  readonly #timers = new Map<number, NodeJS.Timeout>()
  #look: () => void = () => undefined

  /** From now on this runner is told. */
  follow(events: WorkerEvents): void {
    events.once('pool:create', ({ workerPool }) => {
      this.#look = () => workerPool.nudge(1)
    })
    events.on('job:complete', ({ job, error }) => {
      if (error) this.at(Date.now() + retryAfterMs(job.attempts))
      if (job.job_queue_id !== null) for (const ms of writtenWithinMs) this.at(Date.now() + ms)
    })
  }

  /** @param moment in milliseconds since the epoch */
  at(moment: number): void {
    const afterMs = moment - Date.now()
    if (afterMs > longestMs) return
    const slot = Math.ceil(moment / grainMs)
    if (this.#timers.has(slot)) return
    const wake = (): void => {
      this.#timers.delete(slot)
      this.#look()
    }
    // The runner then works on all due jobs, of any company: not in the context of the request that stored this one.
    this.#timers.set(slot, withoutContext(() => setTimeout(wake, slot * grainMs - Date.now())).unref())
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }
}
