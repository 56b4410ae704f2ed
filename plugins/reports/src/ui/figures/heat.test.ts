import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heatOf } from './heat.ts'

test('the most is coloured wholly, nothing not at all, and more never less than less', () => {
  expect([0, 1, 2, 3, 4, 5].map((count) => heatOf(count, 5))).toEqual([0, 12, 24, 36, 48, 100])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(10_000), fc.nat(10_000), (most, one, other) => {
      const [less, more] = [Math.min(one, other, most), Math.min(Math.max(one, other), most)]
      expect(heatOf(less, most)).toBeLessThanOrEqual(heatOf(more, most))
      expect(heatOf(most, most)).toBe(100)
      expect(heatOf(less, most) > 0).toBe(less > 0)
    }),
  )
})
