import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstBelow } from './first-below.ts'

test('it is the row that a look at all of them finds, after a few looks', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(200), { maxLength: 400 }), fc.integer({ min: -50, max: 50_000 }), (heights, line) => {
      let [edge, looks] = [0, 0]
      const edges = heights.map((height) => (edge += height))
      const found = firstBelow(
        edges.length,
        (row) => {
          looks++
          return edges[row]!
        },
        line,
      )
      const expected = edges.findIndex((each) => each > line)
      expect(found).toBe(expected < 0 ? undefined : expected)
      expect(looks).toBeLessThan(10)
    }),
  )
})
