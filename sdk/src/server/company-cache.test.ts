import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CompanyCache, type CacheContext } from './company-cache.ts'

/** Shared parts of two nodes of one company: a database that counts its reads, and topics. */
function company(tenant: string) {
  const listeners = new Set<() => void>()
  const world = { reads: 0, breaks: false, listeners }
  const ctx = {
    tenant,
    world,
    topics: {
      publish: () => {
        for (const told of [...listeners]) told()
      },
      subscribe: (_name: string, told: () => void) => {
        listeners.add(told)
        return () => {
          listeners.delete(told)
        }
      },
    },
  }
  return { world, ctx: ctx as CacheContext & typeof ctx }
}
type Context = ReturnType<typeof company>['ctx']

const node = (): CompanyCache<number, Context> =>
  new CompanyCache({
    topic: 'rules',
    companies: 2,
    load: async ({ world }) => {
      world.reads++
      if (world.breaks) throw new Error('the database is away')
      return world.reads
    },
  })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a company is read once for a while, however often it is asked for, and each company for itself', async () => {
  const [cache, a, b] = [node(), company('a'), company('b')]
  await Promise.all(Array.from({ length: 5 }, () => cache.of(a.ctx)))
  await cache.of(b.ctx)
  expect([a.world.reads, b.world.reads]).toEqual([1, 1])
  vi.advanceTimersByTime(16_000)
  expect(await cache.of(a.ctx)).toBe(2)
  expect([a.world.reads, a.world.listeners.size]).toEqual([2, 1])
})

test('a change is known here at once and on the other node when it hears of it', async () => {
  const { world, ctx } = company('a')
  const [here, there] = [node(), node()]
  await Promise.all([here, there].map((each) => each.of(ctx)))
  here.changed(ctx)
  await Promise.all([here, there].map((each) => each.of(ctx)))
  expect([world.reads, world.listeners.size]).toEqual([4, 2])
})

test('what was being read while something changed is not kept', async () => {
  const { world, ctx } = company('a')
  const cache = node()
  const under = cache.of(ctx)
  cache.changed(ctx)
  await under
  await cache.of(ctx)
  expect(world.reads).toBe(2)
})

test('a read that failed is not kept either, and nobody listens for it', async () => {
  const { world, ctx } = company('a')
  const cache = node()
  world.breaks = true
  await expect(cache.of(ctx)).rejects.toThrow('away')
  expect(world.listeners.size).toBe(0)
  world.breaks = false
  await cache.of(ctx)
  expect(world.reads).toBe(2)
})

test('the company that was read longest ago makes room', async () => {
  const cache = node()
  const all = ['a', 'b', 'c'].map(company)
  for (const { ctx } of all) await cache.of(ctx)
  expect(all.map(({ world }) => world.listeners.size)).toEqual([0, 1, 1])
})
