import { describe, expect, it } from 'vitest'
import { isolated, type IsolatedWork } from './isolated.ts'
import type { RigInput } from './isolated.rig.ts'

const rig = new URL('./isolated.rig.ts', import.meta.url)
const limits = { stepMs: 20_000, totalMs: 40_000, heapMb: 64 }
const start = (input: RigInput, more: Partial<IsolatedWork<number>> = {}) =>
  isolated<number, unknown>(rig, { input, limits, ...more })
async function all(results: AsyncIterable<unknown>): Promise<unknown[]> {
  const seen: unknown[] = []
  for await (const result of results) seen.push(result)
  return seen
}

describe('isolated work', () => {
  it('is fed, and hands on what it makes of it, in order', async () => {
    async function* numbers() {
      for (let number = 1; number <= 20; number++) yield number
    }
    expect(await all(start({ act: 'double' }, { feed: numbers() }))).toEqual(
      Array.from({ length: 20 }, (_, at) => (at + 1) * 2),
    )
  })

  it('makes no more than two results before they are taken', async () => {
    const seen = new SharedArrayBuffer(4)
    const made = () => Atomics.load(new Int32Array(seen), 0)
    const work = start({ act: 'count', upTo: 1_000, seen })
    const first = await work.next()
    for (let look = 0; look < 50; look++) await new Promise((settled) => setImmediate(settled))
    expect([first.value, made() <= 3]).toEqual([1, true])
    expect((await all(work)).at(-1)).toBe(1_000)
  })

  it('ends with its code and facts when it throws', async () => {
    await expect(all(start({ act: 'throw' }))).rejects.toMatchObject({
      reason: 'threw',
      message: 'what is this',
      code: 'ERR_RIG',
      facts: { limit: 3 },
    })
  })

  it.each([
    ['takes all memory', 'eat'],
    ['ends its thread', 'exit'],
  ] as const)('is a failure of the work alone when it %s', async (_, act) => {
    await expect(all(start({ act }))).rejects.toMatchObject({ reason: 'crashed' })
  })

  it.each([
    ['one result', { stepMs: 300 }],
    ['all of them', { totalMs: 300 }],
  ])('is ended when it takes too long for %s', async (_, shorter) => {
    await expect(all(start({ act: 'spin' }, { limits: { ...limits, ...shorter } }))).rejects.toMatchObject({
      reason: 'deadline',
    })
  })

  it('is ended when nobody wants it any more', async () => {
    const gone = new AbortController()
    const work = all(start({ act: 'spin' }, { signal: gone.signal }))
    gone.abort(new Error('the client is gone'))
    await expect(work).rejects.toThrow('the client is gone')
    const left = start({ act: 'count', upTo: 1_000_000 })
    await left.next()
    await left.return(undefined)
    expect(await left.next()).toEqual({ done: true, value: undefined })
  })

  it('fails with what its feed throws', async () => {
    async function* broken() {
      yield 1
      throw new Error('the database is gone')
    }
    await expect(all(start({ act: 'double' }, { feed: broken() }))).rejects.toThrow('the database is gone')
  })

  it('knows nothing of the environment of the node', async () => {
    expect(await all(start({ act: 'environment' }))).toEqual([[]])
  })
})
