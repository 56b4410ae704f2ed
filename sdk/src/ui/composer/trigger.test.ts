import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { triggerAt } from './trigger.ts'

describe('the trigger behind the caret', () => {
  test.for([
    ['/', 1, { char: '/', query: '', from: 0, to: 1 }],
    ['/good morning', 13, { char: '/', query: 'good morning', from: 0, to: 13 }],
    ['/good morning', 5, { char: '/', query: 'good', from: 0, to: 5 }],
    ['/good', 0, null],
    ['see a/b', 7, null],
    ['/first\nsecond', 13, null],
    ['hello @an', 9, { char: '@', query: 'an', from: 6, to: 9 }],
    ['ana@example', 11, null],
    ['@ana ok', 7, null],
    ['10:30', 5, null],
    ['fine :smi', 9, { char: ':', query: 'smi', from: 5, to: 9 }],
  ] as const)('%j at %i', ([text, caret, expected]) => {
    expect(triggerAt(text, caret)).toEqual(expected)
  })

  test('it always spans from the trigger to the caret', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', '@', ':', ' ', 'a', '\n'), maxLength: 20 }),
        fc.nat(20),
        (text, place) => {
          const caret = Math.min(place, text.length)
          const found = triggerAt(text, caret)
          if (!found) return
          expect(text[found.from]).toBe(found.char)
          expect(text.slice(found.from, found.to)).toBe(found.char + found.query)
          expect(found.to).toBe(caret)
        },
      ),
    )
  })
})
