import { createBatcher } from './batcher.ts'

const mostTogether = 100
/** Below the time that a handler of an event has, so that what is late is tried again. */
const readWithinMs = 8_000

/**
 * A reader that reads together what is asked for while a reading is under way. A reading begins after it was asked
 * for, so that whoever has just changed something reads the change. Each company is read by itself, so that one that
 * cannot be read fails alone.
 * @param what names what is read in the error of a reading that takes eight seconds
 * @param read answers what was asked for, in that order
 */
export function createTenantBatcher<Item, Result>(
  what: string,
  read: (tenantId: string, items: readonly Item[]) => Promise<readonly Result[]>,
): (tenantId: string, item: Item) => Promise<Result> {
  interface Asked {
    readonly tenantId: string
    readonly item: Item
  }
  const readCompany = async (tenantId: string, asked: readonly Asked[]): Promise<ReadonlyMap<Asked, Result>> => {
    const found = await read(
      tenantId,
      asked.map(({ item }) => item),
    )
    return new Map(asked.map((each, at) => [each, found[at]!]))
  }
  const together = createBatcher<Asked, Promise<Result>>({
    max: mostTogether,
    deadlineMs: readWithinMs,
    late: () => new Error(`${what} could not be read in time`),
    isFaultOfItem: () => false,
    async run(items) {
      const companies = Map.groupBy(items, ({ tenantId }) => tenantId)
      const reads = new Map([...companies].map(([tenantId, asked]) => [tenantId, readCompany(tenantId, asked)]))
      await Promise.allSettled(reads.values())
      return items.map(async (item) => (await reads.get(item.tenantId)!).get(item)!)
    },
  })
  return async (tenantId, item) => await together({ tenantId, item })
}
