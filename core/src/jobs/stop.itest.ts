import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { graphileJobs } from './graphile-jobs.ts'
import type { Jobs, RunningJob } from './jobs.ts'
import { migrateJobs } from './migrate-jobs.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const tenantId = randomUUID()
interface Stored {
  readonly attempts: number
  readonly locked_by: string | null
  readonly last_error: string | null
}

describe('a stop of the jobs', () => {
  let world: TestDatabase
  let jobs: Jobs
  /** By the data of each job, how often it was begun. */
  let begun: Map<unknown, number>
  const count = ({ data }: RunningJob): void => void begun.set(data, (begun.get(data) ?? 0) + 1)

  beforeEach(async () => {
    world = await testDatabase()
    await migrateJobs(world.ownerUrl, world.roles)
    begun = new Map()
    jobs = graphileJobs({ appUrl: world.appUrl, log, concurrency: 2 })
  })
  afterEach(async () => {
    await jobs.close()
    await world.drop()
  })
  const enqueue = (task: string, ...all: readonly unknown[]): Promise<void> =>
    world.db.tenant(tenantId, async (tx) => {
      for (const data of all) await jobs.enqueue(tx, { task, tenantId, data })
    })
  const stored = (): Promise<Stored[]> => world.owner<Stored[]>`
    select attempts, locked_by, last_error from graphile_worker._private_jobs order by id`
  const begins = (): Record<string, number> =>
    Object.fromEntries([...begun].map(([data, times]) => [String(data), times]))
  const soon = { timeout: 10_000 }
  const untouched: Stored = { attempts: 0, locked_by: null, last_error: null }

  it('lets a running job end, and gives back untouched what was only taken', async () => {
    const end = Promise.withResolvers<void>()
    jobs.register('held', async (job) => {
      count(job)
      await end.promise
    })
    await jobs.start()
    await enqueue('held', 'a', 'b', 'c', 'd')
    // Two run, the other two are in the queue of this node.
    const taken = async (): Promise<number> => (await stored()).filter((job) => job.locked_by !== null).length
    await vi.waitFor(async () => expect(await taken()).toBe(4), soon)
    expect(begins()).toEqual({ a: 1, b: 1 })
    jobs.drain()
    await vi.waitFor(async () => expect((await stored()).slice(2)).toEqual([untouched, untouched]), soon)
    end.resolve()
    await jobs.close()
    expect(begins()).toEqual({ a: 1, b: 1 })
    expect(await stored()).toEqual([untouched, untouched])
  })

  it('aborts what goes on for five seconds after the grace, heard or not; that is one attempt', async () => {
    let abortedAt: number | undefined
    jobs.register('obedient', async (job) => {
      count(job)
      await once(job.signal, 'abort')
      abortedAt = performance.now()
      throw new Error('aborted')
    })
    jobs.register('deaf', async (job) => {
      count(job)
      await new Promise(() => undefined)
    })
    await jobs.start()
    await enqueue('obedient', 'o')
    await enqueue('deaf', 'd')
    await vi.waitFor(() => expect(begins()).toEqual({ o: 1, d: 1 }), soon)
    jobs.drain()
    await delay(1_500)
    const began = performance.now()
    await jobs.close()
    expect(abortedAt! - began).toBeGreaterThan(4_900)
    expect(performance.now() - began).toBeLessThan(6_500 + 1_500)
    expect(begins()).toEqual({ o: 1, d: 1 })
    expect(await stored()).toEqual([
      { attempts: 1, locked_by: null, last_error: expect.stringContaining('aborted') as string },
      { attempts: 1, locked_by: null, last_error: expect.stringContaining('the node stopped') as string },
    ])
  })
})
