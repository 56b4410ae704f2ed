import { Refusal } from '@recado/contracts'

/** Limits of one kind of work on a node: concurrent pieces, and pieces that may wait for their turn. */
export interface PlaceLimits {
  readonly atOnce: number
  /** Of one owner; below `atOnce`, so that none takes the whole node. */
  readonly each: number
  readonly waitingAtMost: number
  readonly waitingEach: number
}

interface Waiting {
  readonly enter: () => void
}

/** Seconds that a client is asked to wait when too many wait already. */
const retryAfterSeconds = 5

/**
 * Bounds expensive work of a node (reading tables, drawing pictures, converting sound) and shares it between its
 * owners, companies or plugins: each has its own limit and its own queue, and a place that becomes free goes to the one
 * that was served longest ago.
 */
export class FairPlaces {
  readonly #limits: PlaceLimits
  readonly #running = new Map<string, number>()
  /** By owner, the one that was served longest ago first. */
  readonly #queues = new Map<string, Waiting[]>()
  #taken = 0
  #waiting = 0

  constructor(limits: PlaceLimits) {
    this.#limits = limits
  }

  /** Pieces of work that wait for a place. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * Takes a place for work of an owner, waiting for it if need be. The answer gives it back, and must be called once.
   * @throws Refusal ERR_TOO_MANY_REQUESTS where too many wait; the reason of `signal` when it aborts the wait
   */
  async take(owner: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#taken < this.#limits.atOnce && this.#of(owner) < this.#limits.each) this.#occupy(owner)
    else await this.#wait(owner, signal)
    return () => this.#leave(owner)
  }

  /** Does the work in a place of the owner. @throws what {@link take} and the work throw */
  async run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.take(owner, signal)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  #of(owner: string): number {
    return this.#running.get(owner) ?? 0
  }

  #occupy(owner: string): void {
    this.#taken++
    this.#running.set(owner, this.#of(owner) + 1)
  }

  async #wait(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.#queues.get(owner) ?? []
    const { waitingAtMost, waitingEach } = this.#limits
    if (this.#waiting >= waitingAtMost || queue.length >= waitingEach)
      throw new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds })
    const turn = Promise.withResolvers<void>()
    const waiting: Waiting = { enter: turn.resolve }
    const abort = (): void => {
      if (this.#forget(owner, waiting)) turn.reject(signal!.reason)
    }
    queue.push(waiting)
    this.#queues.set(owner, queue)
    this.#waiting++
    signal?.addEventListener('abort', abort, { once: true })
    try {
      await turn.promise
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  #forget(owner: string, waiting: Waiting): boolean {
    const queue = this.#queues.get(owner) ?? []
    const at = queue.indexOf(waiting)
    if (at < 0) return false
    queue.splice(at, 1)
    this.#waiting--
    if (queue.length === 0) this.#queues.delete(owner)
    return true
  }

  #leave(owner: string): void {
    this.#taken--
    const left = this.#of(owner) - 1
    if (left > 0) this.#running.set(owner, left)
    else this.#running.delete(owner)
    for (const [next, queue] of this.#queues) {
      if (this.#of(next) >= this.#limits.each) continue
      const [first] = queue
      this.#forget(next, first!)
      if (queue.length > 0) {
        // Served now, hence last in line.
        this.#queues.delete(next)
        this.#queues.set(next, queue)
      }
      this.#occupy(next)
      first!.enter()
      return
    }
  }
}
