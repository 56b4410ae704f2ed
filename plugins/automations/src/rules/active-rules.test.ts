import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RuleCache } from './active-rules.ts'

/** Shared parts of two nodes of one company: a database that counts its reads, and topics. */
function company(tenant: string) {
  const listeners = new Set<() => void>()
  const world = { reads: 0, breaks: false, listeners }
  const ctx = {
    tenant,
    core: {
      company: { profile: () => Promise.reject(new Error('nobody asks for the clock of a company without rules')) },
    },
    db: {
      transaction: async () => {
        world.reads++
        if (world.breaks) throw new Error('the database is away')
        return { rules: [], oldestFiring: null }
      },
    },
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
  return { world, ctx: ctx as never }
}
const silent = (): Promise<void> => Promise.resolve()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a company is read once for a while, however many events come at once, and of another nothing is known', async () => {
  const [cache, a, b] = [new RuleCache(), company('a'), company('b')]
  await Promise.all(Array.from({ length: 5 }, () => cache.of(a.ctx, silent)))
  await cache.of(b.ctx, silent)
  expect([a.world.reads, b.world.reads]).toEqual([1, 1])
  vi.advanceTimersByTime(16_000)
  await cache.of(a.ctx, silent)
  expect([a.world.reads, a.world.listeners.size]).toEqual([2, 1])
})

test('a change is known here at once and on the other node when it hears of it', async () => {
  const { world, ctx } = company('a')
  const [here, there] = [new RuleCache(), new RuleCache()]
  await Promise.all([here, there].map((node) => node.of(ctx, silent)))
  here.changed(ctx)
  await Promise.all([here, there].map((node) => node.of(ctx, silent)))
  expect([world.reads, world.listeners.size]).toEqual([4, 2])
})

test('what was being read while something changed is not kept', async () => {
  const { world, ctx } = company('a')
  const cache = new RuleCache()
  const under = cache.of(ctx, silent)
  cache.changed(ctx)
  await under
  await cache.of(ctx, silent)
  expect(world.reads).toBe(2)
})

test('a read that failed is not kept either, and nobody listens for it', async () => {
  const { world, ctx } = company('a')
  const cache = new RuleCache()
  world.breaks = true
  await expect(cache.of(ctx, silent)).rejects.toThrow('away')
  expect(world.listeners.size).toBe(0)
  world.breaks = false
  await cache.of(ctx, silent)
  expect(world.reads).toBe(2)
})
