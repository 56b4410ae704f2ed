import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExpectedMessages } from './expected-messages.ts'

const looks = 3

/** So many looks, one after the other. */
function look(expected: ExpectedMessages, times: number): void {
  for (let time = 0; time < times; time++) expected.look()
}

describe('messages that Baileys reads', () => {
  it('are given up when nothing comes out, and not before', () => {
    const expected = new ExpectedMessages(looks)
    expected.arrives('a')
    look(expected, looks - 1)
    expected.arrives('b')
    expect(expected.size).toBe(2)
    look(expected, 1)
    expect(expected.comeOut(['a', 'b'])).toEqual(['b'])
  })

  it('wait for their turn as long as others come out', () => {
    const expected = new ExpectedMessages(looks)
    for (let message = 0; message < 50; message++) expected.arrives(`${message}`)
    for (let message = 0; message < 50; message++) {
      look(expected, looks - 1)
      expect(expected.comeOut([`${message}`])).toEqual([`${message}`])
    }
    expect(expected.size).toBe(0)
  })

  it('are given up one by one where later ones come out, also in a line that is never quiet', () => {
    const expected = new ExpectedMessages(looks)
    expected.arrives('none')
    for (let message = 0; message < looks; message++) {
      expected.arrives(`${message}`)
      expected.comeOut([`${message}`])
      expect(expected.size).toBe(1)
      expected.look()
    }
    expect(expected.size).toBe(0)
  })

  it('never come out twice, and none is expected for ever', () => {
    const acts = fc.oneof(
      fc.record({ act: fc.constant('arrives' as const), id: fc.nat(9) }),
      fc.record({ act: fc.constant('comes' as const), id: fc.nat(9) }),
      fc.record({ act: fc.constant('look' as const), id: fc.constant(0) }),
    )
    fc.assert(
      fc.property(fc.array(acts), (all) => {
        const expected = new ExpectedMessages(looks)
        const open = new Set<string>()
        for (const { act, id } of all) {
          if (act === 'look') expected.look()
          else if (act === 'arrives') {
            expected.arrives(`${id}`)
            open.add(`${id}`)
          } else {
            const known = expected.comeOut([`${id}`])
            expect(known.every((one) => open.delete(one))).toBe(true)
          }
        }
        look(expected, looks)
        expect(expected.size).toBe(0)
      }),
    )
  })
})
