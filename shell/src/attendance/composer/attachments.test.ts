import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maxFileBytes, maxTotalBytes, pickFiles } from './attachments.ts'

const file = (size: number, name = 'a.bin') => ({ name, size }) as File

it('accepts exactly what fits: 10 MB each, 30 MB together', () => {
  expect(pickFiles([], [file(maxFileBytes), file(maxFileBytes + 1)])).toEqual({ accepted: [file(maxFileBytes)], tooLarge: [file(maxFileBytes + 1)], overTotal: [] })
  fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: maxFileBytes * 2 })), (sizes) => {
    const { accepted, tooLarge, overTotal } = pickFiles([], sizes.map((size) => file(size)))
    expect(accepted.length + tooLarge.length + overTotal.length).toBe(sizes.length)
    expect(accepted.reduce((sum, one) => sum + one.size, 0)).toBeLessThanOrEqual(maxTotalBytes)
    expect(accepted.every((one) => one.size <= maxFileBytes)).toBe(true)
  }))
})

it('counts what is attached already', () => {
  const present = [file(maxFileBytes), file(maxFileBytes), file(maxFileBytes - 5)]
  expect(pickFiles(present, [file(6, 'b'), file(5, 'c')])).toEqual({ accepted: [file(5, 'c')], tooLarge: [], overTotal: [file(6, 'b')] })
})
