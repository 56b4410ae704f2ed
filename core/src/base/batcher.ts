import { withoutContext } from './context.ts'

/** One caller waiting for its part of a batch. */
interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

export interface BatcherOptions<Item, Result> {
  /** Handles several at once; answers one result per item, in order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly max: number
  /**
   * Milliseconds a flight may take; after them its items are rejected and the next flight begins. Its work may still
   * take effect.
   */
  readonly deadlineMs: number
  /** Error with which the items of a late flight are rejected. */
  readonly late: () => Error
  /**
   * Whether an error may be the fault of one item, so that each is tried alone; a database that is away is no item's
   * fault.
   */
  readonly isFaultOfItem: (error: unknown) => boolean
  /**
   * Called when a batch failed and its items are tried one by one: a metric, so that the fallback cannot hide a fault.
   */
  readonly onFallback?: (error: unknown) => void
}

/**
 * Collects what arrives while a batch is under way and sends it as the next one: a single flight, no timer, so nothing
 * waits at rest and everything rides together under load. When a batch fails, its items are tried alone, so that one
 * that cannot be stored does not take the others down. Each flight has a deadline: one that is never answered holds up
 * nobody for longer. Flights run outside of the requests whose items they carry.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = []
  let busy = false

  async function run(items: readonly Item[]): Promise<readonly Result[]> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(options.late()), options.deadlineMs)
    })
    try {
      return await Promise.race([options.run(items), late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Stops at an error that is no item's fault: it would meet every other item too, each after a wait of its own. */
  async function oneByOne(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    for (const [index, waiting] of batch.entries()) {
      try {
        const [result] = await run([waiting.item])
        waiting.resolve(result as Result)
      } catch (error) {
        const rejected = options.isFaultOfItem(error) ? [waiting] : batch.slice(index)
        for (const { reject } of rejected) reject(error)
        if (rejected.length > 1) return
      }
    }
  }

  async function flight(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map((waiting) => waiting.item))
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as Result)
    } catch (error) {
      if (batch.length === 1 || !options.isFaultOfItem(error)) return batch.forEach((waiting) => waiting.reject(error))
      options.onFallback?.(error)
      await oneByOne(batch)
    }
  }

  async function pump(): Promise<void> {
    if (busy) return
    busy = true
    while (queue.length > 0) await flight(queue.splice(0, options.max))
    busy = false
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ item, resolve, reject })
      // After everything that lies ready on the sockets, so that what came together rides together; at rest that is at
      // once.
      setImmediate(() => withoutContext(() => void pump()))
    })
}
