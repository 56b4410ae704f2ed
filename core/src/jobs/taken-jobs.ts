import type { Job, WorkerEvents } from 'graphile-worker'

/** A job as the database has it locked: a number as text, and which try it is. */
export interface LockedJob {
  readonly id: string
  readonly attempts: number
}

const keyOf = ({ id, attempts }: LockedJob): string => `${id}:${attempts}`

/**
 * Which jobs this runner was given. The database locks jobs and then answers with them; when the connection is lost in
 * between, they are locked by a runner that lives and has never heard of them.
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
   * Those that this runner was never given, two looks in a row: an answer may be on its way. What is not locked any more
   * is forgotten.
   * @param look reads what the database has locked for this runner
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
