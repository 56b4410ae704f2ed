import { expect, test } from 'vitest'
import { BriefCache, forgetEverything } from './brief-cache.ts'

const deferred = <T>() => Promise.withResolvers<T>()

test('concurrent readers share one load and later readers its answer', async () => {
  const cache = new BriefCache<number>(60_000)
  let loads = 0
  const load = async () => ++loads
  expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1])
  expect(await cache.get('a', load)).toBe(1)
  expect(await cache.get('b', load)).toBe(2)
})

test('a failed load is asked again', async () => {
  const cache = new BriefCache<number>(60_000)
  await expect(
    cache.get('a', async () => {
      throw new Error('down')
    }),
  ).rejects.toThrow('down')
  expect(await cache.get('a', async () => 7)).toBe(7)
})

test('what is forgotten while it loads is not kept', async () => {
  const cache = new BriefCache<string>(60_000)
  const slow = deferred<string>()
  const first = cache.get('a', () => slow.promise)
  cache.forget('a')
  slow.resolve('old')
  expect(await first).toBe('old')
  expect(await cache.get('a', async () => 'new')).toBe('new')
})

test('an answer is not used after its life and the oldest goes when the cache is full', async () => {
  const dead = new BriefCache<number>(0)
  let loads = 0
  await dead.get('a', async () => ++loads)
  expect(await dead.get('a', async () => ++loads)).toBe(2)

  const small = new BriefCache<number>(60_000, 2)
  for (const key of ['a', 'b', 'c']) await small.get(key, async () => 1)
  expect(await small.get('a', async () => 2)).toBe(2)
  expect(await small.get('c', async () => 3)).toBe(1)
})

test('S7-098 every cache of the process can be emptied at once', async () => {
  const [first, second] = [new BriefCache<number>(60_000), new BriefCache<number>(60_000)]
  let loads = 0
  const load = async () => ++loads
  await Promise.all([first.get('k', load), second.get('k', load)])
  forgetEverything()
  expect([await first.get('k', load), await second.get('k', load)]).toEqual([3, 4])
})
