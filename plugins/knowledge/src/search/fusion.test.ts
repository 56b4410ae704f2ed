import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fused } from './fusion.ts'

const own = (item: string): string => item
const list = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 12 })

describe('lists that are fused', () => {
  it('put what stands in both before what stands high in one', () => {
    expect(
      fused(
        [
          ['a', 'b', 'c'],
          ['d', 'b'],
        ],
        own,
      ),
    ).toEqual(['b', 'a', 'd', 'c'])
  })

  it('hold everything once', () => {
    fc.assert(
      fc.property(fc.array(list, { maxLength: 4 }), (lists) => {
        const all = fused(lists, own)
        expect(all.toSorted()).toEqual([...new Set(lists.flat())].toSorted())
      }),
    )
  })

  it('keep the order of one list, and of lists that are the same', () => {
    fc.assert(
      fc.property(list, (one) => {
        expect(fused([one], own)).toEqual(one)
        expect(fused([one, [], one], own)).toEqual(one)
      }),
    )
  })

  it('keep before another what is before it in every list', () => {
    fc.assert(
      fc.property(list, list, (first, second) => {
        const all = fused([first, second], own)
        const isBefore = (a: string, b: string): boolean =>
          [first, second].every((each) => each.includes(a) && each.includes(b) && each.indexOf(a) < each.indexOf(b))
        for (const a of first)
          for (const b of first) if (isBefore(a, b)) expect(all.indexOf(a)).toBeLessThan(all.indexOf(b))
      }),
    )
  })
})
