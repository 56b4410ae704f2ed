import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteRange } from './range.ts'

describe('byte ranges', () => {
  it.each([
    [null, 10, 'all'],
    ['bytes=0-3', 10, { start: 0, end: 3 }],
    ['bytes=4-', 10, { start: 4, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-30', 10, { start: 0, end: 9 }],
    ['bytes=0-99', 10, { start: 0, end: 9 }],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=5-2', 10, 'all'],
    ['bytes=0-1,3-4', 10, 'all'],
    ['lines=1-2', 10, 'all'],
    ['bytes=', 10, 'all'],
    ['bytes=-', 10, 'all'],
    ['bytes=0-', 0, 'unsatisfiable'],
  ] as const)('reads %j of %d bytes', (header, size, expected) => {
    expect(byteRange(header, size)).toEqual(expected)
  })

  it('never leaves the file', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `bytes=${a}-${b}`),
          fc.nat().map((n) => `bytes=-${n}`),
        ),
        fc.nat(1_000),
        (header, size) => {
          const range = byteRange(header, size)
          if (typeof range === 'string') return
          expect(0 <= range.start && range.start <= range.end && range.end < size).toBe(true)
        },
      ),
    )
  })
})
