import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundTop } from './chart.ts'

test('an axis ends at a round number that holds everything, and not far above it', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (most) => {
      const top = roundTop(most)
      expect(top).toBeGreaterThanOrEqual(most)
      expect(top).toBeLessThanOrEqual(Math.max(1, most * 2.5))
      expect(String(top)).toMatch(/^[125]0*$/)
    }),
  )
})
