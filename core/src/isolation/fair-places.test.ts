import type { Refusal } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FairPlaces } from './fair-places.ts'

const limits = { atOnce: 2, each: 1, waitingAtMost: 5, waitingEach: 3 }
const codeOf = (error: unknown): string => (error as Refusal).code

describe('places for expensive work', () => {
  it('are never all one company’s, and go round between those that wait', async () => {
    const places = new FairPlaces(limits)
    const leaves: (() => void)[] = []
    const order: string[] = []
    const enter = (tenant: string): void =>
      void places.take(tenant).then((leave) => {
        order.push(tenant)
        leaves.push(leave)
      })
    for (const tenant of ['a', 'a', 'a', 'b', 'b', 'c']) enter(tenant)
    await Promise.resolve()
    expect(order).toEqual(['a', 'b'])
    for (let freed = 0; freed < 6; freed++) {
      leaves[freed]!()
      await new Promise((settled) => setImmediate(settled))
    }
    expect(order).toEqual(['a', 'b', 'a', 'b', 'c', 'a'])
  })

  it('are refused when too many of a company wait, or too many of all', async () => {
    const places = new FairPlaces(limits)
    await places.take('a')
    const waiting = [1, 2, 3].map(() => places.take('a'))
    expect(await places.take('a').catch(codeOf)).toBe('ERR_TOO_MANY_REQUESTS')
    await places.take('b')
    waiting.push(places.take('b'), places.take('c'))
    expect(await places.take('d').catch(codeOf)).toBe('ERR_TOO_MANY_REQUESTS')
  })

  it('are left by who does not wait any longer', async () => {
    const places = new FairPlaces(limits)
    const leave = await places.take('a')
    const gone = new AbortController()
    const waits = places.take('a', gone.signal)
    gone.abort(new Error('the client is gone'))
    await expect(waits).rejects.toThrow('the client is gone')
    await expect(places.take('b', gone.signal)).rejects.toThrow('the client is gone')
    const next = places.take('a')
    leave()
    expect(await next).toBeTypeOf('function')
  })

  it('hold whatever comes: never more than allowed, and everybody who waits is served', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(3)), { maxLength: 40 }),
        async (asked) => {
          const places = new FairPlaces({ atOnce: 3, each: 2, waitingAtMost: 100, waitingEach: 100 })
          const running = new Map<string, number>()
          let served = 0
          await Promise.all(
            asked.map(([tenant, turns]) =>
              places.run(tenant, async () => {
                running.set(tenant, (running.get(tenant) ?? 0) + 1)
                expect(running.get(tenant)).toBeLessThanOrEqual(2)
                expect([...running.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(3)
                for (let turn = 0; turn < turns; turn++) await Promise.resolve()
                running.set(tenant, running.get(tenant)! - 1)
                served++
              }),
            ),
          )
          expect(served).toBe(asked.length)
        },
      ),
      { numRuns: 100 },
    )
  })
})
