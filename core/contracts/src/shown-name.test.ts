import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { shownName } from './shown-name.ts'

const Name = shownName(20)

describe('a shown name', () => {
  test.each([
    [' Ana  Lima ', 'Ana Lima'],
    ['Ana\u202eamiL', 'AnaamiL'],
    ['An\u200ba\u2066 Lima\u2069', 'Ana Lima'],
    ['Ana\r\n\tLima', 'Ana Lima'],
    ['Ana \u200b Lima', 'Ana Lima'],
    ['Jose\u0301', 'José'],
    ['Ana\u3164', 'Ana'],
    ['Ольга', 'Ольга'],
    ['ليلى', 'ليلى'],
    ['👩‍💻 Ana', '👩‍💻 Ana'],
    ['می‌خواهم', 'می‌خواهم'],
  ])('%j is %j', (given, expected) => {
    expect(Name.parse(given)).toBe(expected)
  })

  test.each(['', ' ', '\u200b', '\u202e\u202c', '\u200d', '\u3164', '\u0301', '\u00ad'])('%j is none', (given) => {
    expect(Name.safeParse(given).success).toBe(false)
  })

  test('is its own, whatever was given, and never longer than it may be', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            ...'Aé é\u0301ж中👩\u200d💻 \t\n\u0085\u00a0\u200b\u200c\u202e\u2066\u3000\u3164\ufeff\u1100\u1161\u1160',
          ),
          maxLength: 40,
        }),
        (given) => {
          const name = Name.safeParse(given)
          if (!name.success) return
          expect(Name.parse(name.data)).toBe(name.data)
          expect(name.data.length).toBeLessThanOrEqual(20)
        },
      ),
    )
  })

  test('is described to programs as text with its bounds', () => {
    expect(z.toJSONSchema(Name)).toMatchObject({ type: 'string', minLength: 1, maxLength: 20 })
  })
})
