import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NetworkBudget } from './network-budget.ts'

function budget(points: number, capacity?: number) {
  const clock = { at: 0 }
  const made = new NetworkBudget({
    points,
    seconds: 60,
    clock: { now: () => new Date(clock.at) },
    ...(capacity !== undefined && { capacity }),
  })
  return { clock, take: (address: string) => made.take(address), size: () => made.size }
}

describe('a budget of networks', () => {
  it('lets so many pass within the window, says how long to wait, and begins anew', () => {
    const { clock, take } = budget(2)
    expect([take('192.0.2.1'), take('192.0.2.1'), take('192.0.2.1')]).toEqual([undefined, undefined, 60])
    clock.at = 59_500
    expect(take('192.0.2.1')).toBe(1)
    clock.at = 60_000
    expect(take('192.0.2.1')).toBeUndefined()
  })

  it('counts each network for itself, and a /64 of IPv6 as one', () => {
    const { take } = budget(1)
    expect([
      take('192.0.2.1'),
      take('192.0.2.2'),
      take('2001:db8::1'),
      take('2001:db8::2'),
      take('2001:db8:0:1::1'),
    ]).toEqual([undefined, undefined, undefined, 60, undefined])
  })

  it('never remembers more networks than it may, and forgets those whose window is over', () => {
    const { clock, take, size } = budget(1, 100)
    for (let n = 0; n < 1_000; n++) take(`10.0.${n >> 8}.${n & 255}`)
    expect(size()).toBe(100)
    clock.at = 60_000
    take('192.0.2.1')
    expect(size()).toBe(1)
  })

  it('passes as many as its points within any window of one network', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 3 })), { maxLength: 60 }),
        (points, acts) => {
          const { clock, take } = budget(points, 50)
          const passed = new Map<number, number[]>()
          for (const [after, host] of acts) {
            clock.at += after
            if (take(`192.0.2.${host}`) === undefined) passed.set(host, [...(passed.get(host) ?? []), clock.at])
          }
          // Two windows can lie side by side, so that twice the points pass within any minute at most.
          for (const times of passed.values())
            for (const time of times)
              expect(times.filter((other) => other >= time && other - time < 60_000).length).toBeLessThanOrEqual(
                2 * points,
              )
        },
      ),
    )
  })
})
