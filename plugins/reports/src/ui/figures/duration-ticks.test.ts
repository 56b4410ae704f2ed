import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationTicks } from './duration-ticks.ts'

describe('the marks of an axis of durations', () => {
  it('are round minutes, hours and days', () => {
    expect(durationTicks(2_000)).toEqual([0, 600, 1_200, 1_800, 2_400])
    expect(durationTicks(9)).toEqual([0, 2, 4, 6, 8, 10])
    expect(durationTicks(30_000)).toEqual([0, 7_200, 14_400, 21_600, 28_800, 36_000])
    expect(durationTicks(86_400 * 12).slice(1, 2)).toEqual([86_400 * 5])
  })

  it('are two to six, and the last is not below the longest', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e10, noNaN: true }), (longest) => {
        const ticks = durationTicks(longest)
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(ticks.at(-1)!).toBeGreaterThanOrEqual(longest)
      }),
    )
  })
})
