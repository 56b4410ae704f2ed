/** One caller waiting for its part of a batch. */
interface Waiting<Item, Result> { readonly item: Item; resolve(result: Result): void; reject(error: unknown): void }

export interface BatcherOptions<Item, Result> {
  /** Handles several at once; answers one result per item, in order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly max: number
  /** Told when a batch failed and its items are tried one by one: a metric, so that the fallback cannot hide a fault. */
  readonly onFallback?: (error: unknown) => void
}

/**
 * Collects what arrives while a batch is under way and sends it as the next one: a single flight, no timer, so nothing
 * waits at rest and everything rides together under load. When a batch fails, its items are tried alone, so that one
 * that cannot be stored does not take the others down.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = []
  let busy = false

  async function alone(waiting: Waiting<Item, Result>): Promise<void> {
    try {
      const [result] = await options.run([waiting.item])
      waiting.resolve(result as Result)
    } catch (error) {
      waiting.reject(error)
    }
  }

  async function flight(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await options.run(batch.map((waiting) => waiting.item))
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as Result)
    } catch (error) {
      if (batch.length === 1) return batch[0]!.reject(error)
      options.onFallback?.(error)
      for (const waiting of batch) await alone(waiting)
    }
  }

  async function pump(): Promise<void> {
    if (busy) return
    busy = true
    while (queue.length > 0) await flight(queue.splice(0, options.max))
    busy = false
  }

  return (item) => new Promise<Result>((resolve, reject) => {
    queue.push({ item, resolve, reject })
    // After everything that lies ready on the sockets, so that what came together rides together; at rest that is at once.
    setImmediate(() => void pump())
  })
}
