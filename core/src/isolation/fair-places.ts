import { Refusal } from '@recado/contracts'

/** How many pieces of work of one kind a node does at once, and how many may wait for their turn. */
export interface PlaceLimits {
  readonly atOnce: number
  /** Of one company; below `atOnce`, so that no company takes the whole node. */
  readonly perCompany: number
  readonly waitingAtMost: number
  readonly waitingPerCompany: number
}

interface Waiting {
  readonly enter: () => void
}

/** What a client is asked to wait when too many wait already. Seconds. */
const retryAfterSeconds = 5

/**
 * Bounds expensive work of a node (reading tables, drawing pictures, converting sound) and shares it between companies:
 * each has its own limit and its own queue, and a place that becomes free goes to the company that was served longest
 * ago.
 */
export class FairPlaces {
  readonly #limits: PlaceLimits
  readonly #running = new Map<string, number>()
  /** By company, the one that was served longest ago first. */
  readonly #queues = new Map<string, Waiting[]>()
  #taken = 0
  #waiting = 0

  constructor(limits: PlaceLimits) {
    this.#limits = limits
  }

  /**
   * Takes a place for work of a company, waiting for it if need be. The answer gives it back, and must be called once.
   * @throws Refusal ERR_TOO_MANY_REQUESTS where too many wait; the reason of `signal` when it aborts the wait
   */
  async take(tenantId: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#taken < this.#limits.atOnce && this.#of(tenantId) < this.#limits.perCompany) this.#occupy(tenantId)
    else await this.#wait(tenantId, signal)
    return () => this.#leave(tenantId)
  }

  /** Does the work in a place of the company. @throws what {@link take} and the work throw */
  async run<T>(tenantId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.take(tenantId, signal)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  #of(tenantId: string): number {
    return this.#running.get(tenantId) ?? 0
  }

  #occupy(tenantId: string): void {
    this.#taken++
    this.#running.set(tenantId, this.#of(tenantId) + 1)
  }

  async #wait(tenantId: string, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.#queues.get(tenantId) ?? []
    const { waitingAtMost, waitingPerCompany } = this.#limits
    if (this.#waiting >= waitingAtMost || queue.length >= waitingPerCompany)
      throw new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds })
    const turn = Promise.withResolvers<void>()
    const waiting: Waiting = { enter: turn.resolve }
    const abort = (): void => {
      if (this.#forget(tenantId, waiting)) turn.reject(signal!.reason)
    }
    queue.push(waiting)
    this.#queues.set(tenantId, queue)
    this.#waiting++
    signal?.addEventListener('abort', abort, { once: true })
    try {
      await turn.promise
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  #forget(tenantId: string, waiting: Waiting): boolean {
    const queue = this.#queues.get(tenantId) ?? []
    const at = queue.indexOf(waiting)
    if (at < 0) return false
    queue.splice(at, 1)
    this.#waiting--
    if (queue.length === 0) this.#queues.delete(tenantId)
    return true
  }

  #leave(tenantId: string): void {
    this.#taken--
    const left = this.#of(tenantId) - 1
    if (left > 0) this.#running.set(tenantId, left)
    else this.#running.delete(tenantId)
    for (const [next, queue] of this.#queues) {
      if (this.#of(next) >= this.#limits.perCompany) continue
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
