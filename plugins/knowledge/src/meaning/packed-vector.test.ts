import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dotProduct, normalised, packed } from './packed-vector.ts'

const vector = (dimensions: number) =>
  fc.array(fc.double({ min: -1_000, max: 1_000, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
const pair = fc.integer({ min: 1, max: 300 }).chain((dimensions) => fc.tuple(vector(dimensions), vector(dimensions)))
const exact = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0)

describe('a vector that is stored', () => {
  it('has a sign and a byte for each number', () => {
    const { signs, bytes } = packed([3, -4, 0])
    expect(signs).toBe('100')
    expect(bytes).toHaveLength(4 + 3)
    expect([...bytes.subarray(4)].map((byte) => (byte << 24) >> 24)).toEqual([95, -127, 0])
  })

  it('has nearly the same angle to another one as its floats have', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const [asked, stored] = [normalised(a), normalised(b)]
        // A byte is off by half a step at most, and the other vector has length 1.
        const most = (0.5 / 127) * Math.sqrt(a.length) * Math.max(...stored.map(Math.abs)) + 1e-6
        expect(Math.abs(dotProduct(asked, packed(b).bytes) - exact(asked, stored))).toBeLessThanOrEqual(most)
      }),
    )
  })

  it('does not depend on the length of the vector', () => {
    fc.assert(
      fc.property(vector(16), fc.integer({ min: 1, max: 50 }), (values, times) => {
        const [once, often] = [packed(values), packed(values.map((value) => value * times))]
        expect(often.signs).toBe(once.signs)
        expect(dotProduct(normalised(values), often.bytes)).toBeCloseTo(dotProduct(normalised(values), once.bytes), 1)
      }),
    )
  })

  it('has 768 signs at most, of the sums of numbers that far apart', () => {
    const long = Array.from({ length: 1_536 }, (_none, at) => (at < 768 ? 1 : -2))
    expect(packed(long).signs).toBe('0'.repeat(768))
    expect(packed(long).bytes).toHaveLength(4 + 1_536)
    expect(packed(long.slice(0, 769)).signs).toBe(`0${'1'.repeat(767)}`)
  })

  it('of zeros is like nothing', () => {
    expect(dotProduct([1, 0], packed([0, 0]).bytes)).toBe(0)
  })
})
