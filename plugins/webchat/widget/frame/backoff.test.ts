import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

test('pauses grow to half a minute and no further, and are never shorter than half a second', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, random) => {
      const wait = backoffMs(attempt, () => random)
      expect(wait).toBeGreaterThanOrEqual(500)
      expect(wait).toBeLessThanOrEqual(30_000)
      expect(backoffMs(attempt + 1, () => random)).toBeGreaterThanOrEqual(wait)
    }),
  )
})
