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
  /**
   * Outcomes and no promises: nobody would hear of one that fails after the time is over, and the process would end.
   */
  const together = createBatcher<Asked, PromiseSettledResult<Result>>({
    max: mostTogether,
    deadlineMs: readWithinMs,
    late: () => new Error(`${what} could not be read in time`),
    isFaultOfItem: () => false,
    async run(items) {
      const companies = [...Map.groupBy(items, ({ tenantId }) => tenantId)]
      const reads = await Promise.allSettled(companies.map(([tenantId, asked]) => readCompany(tenantId, asked)))
      const ofCompany = new Map(companies.map(([tenantId], at) => [tenantId, reads[at]!]))
      return items.map((item) => {
        const read = ofCompany.get(item.tenantId)!
        return read.status === 'rejected' ? read : { status: 'fulfilled', value: read.value.get(item)! }
      })
    },
  })
  return async (tenantId, item) => {
    const outcome = await together({ tenantId, item })
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }
}
