import type { Job, WorkerEvents } from 'graphile-worker'

/** A job as the database has it locked: a number as text, and which try it is. */
export interface LockedJob {
  readonly id: string
  readonly attempts: number
}

const keyOf = ({ id, attempts }: LockedJob): string => `${id}:${attempts}`

/**
 * Jobs that this runner got. The database locks jobs and then answers with them; when the connection is lost in
 * between, they are locked by a live runner that never got them.
 */
export class TakenJobs {
  #given = new Set<string>()
  #suspects = new Set<string>()

  /** From now on this runner is watched. */
  follow(events: WorkerEvents): void {
    const take = (job: Job): void => void this.#given.add(keyOf(job))
    events.on('localQueue:getJobs:complete', ({ jobs }) => jobs.forEach(take))
    events.on('job:start', ({ job }) => take(job))
  }

  /**
   * Jobs that this runner never got, in two consecutive looks: an answer may be on its way. Jobs that are not locked
   * any more are dropped.
   * @param look reads the jobs that the database has locked for this runner
   */
  async lost(look: () => Promise<readonly LockedJob[]>): Promise<readonly LockedJob[]> {
    const before = [...this.#given]
    const locked = await look()
    const held = new Set(locked.map(keyOf))
    for (const key of before) if (!held.has(key)) this.#given.delete(key)
    const unheard = locked.filter((job) => !this.#given.has(keyOf(job)))
    const certain = unheard.filter((job) => this.#suspects.has(keyOf(job)))
    this.#suspects = new Set(unheard.map(keyOf))
    return certain
  }
}
