import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { smsSize, withoutAccents } from './segments.ts'

const gsm = fc.string({ unit: fc.constantFrom(...'abc XYZ 019@éà\n€[]^|~{}\\') })
const any = fc.string({ unit: 'grapheme', maxLength: 400 })

describe('the size of an SMS', () => {
  test.for([
    ['', 'gsm7', 0, 0],
    ['a'.repeat(160), 'gsm7', 160, 1],
    ['a'.repeat(161), 'gsm7', 161, 2],
    ['a'.repeat(306), 'gsm7', 306, 2],
    ['a'.repeat(307), 'gsm7', 307, 3],
    ['€'.repeat(80), 'gsm7', 160, 1],
    ['€'.repeat(81), 'gsm7', 162, 2],
    ['ã'.repeat(70), 'ucs2', 70, 1],
    ['ã'.repeat(71), 'ucs2', 71, 2],
    ['ã'.repeat(134), 'ucs2', 134, 2],
    ['ã'.repeat(135), 'ucs2', 135, 3],
    ['Olá, é você?', 'ucs2', 12, 1],
    ['É à noite', 'gsm7', 9, 1],
    ['😀'.repeat(35), 'ucs2', 70, 1],
  ] as const)('%s', ([text, encoding, units, segments]) => {
    expect(smsSize(text)).toMatchObject({ encoding, units, segments })
  })

  test('an escaped character and an emoji are not torn: a part may end one unit early', () => {
    expect(smsSize('a'.repeat(152) + '€'.repeat(77)).segments).toBe(3)
    // 33 emoji fill 66 of 67 units of a part.
    expect(smsSize('😀'.repeat(67))).toMatchObject({ units: 134, segments: 3 })
  })

  test('every text has as many parts as its units need, and at most one empty unit in each', () => {
    fc.assert(
      fc.property(fc.oneof(gsm, any), (text) => {
        const { encoding, units, segments, left } = smsSize(text)
        const [single, part] = encoding === 'gsm7' ? [160, 153] : [70, 67]
        expect(left).toBeGreaterThanOrEqual(0)
        if (units <= single) expect([segments, left]).toEqual([units === 0 ? 0 : 1, single - units])
        else {
          expect(segments).toBeGreaterThanOrEqual(Math.ceil(units / part))
          expect(segments).toBeLessThanOrEqual(Math.ceil(units / (part - 1)))
          expect(units).toBeLessThanOrEqual(segments * part - left)
        }
      }),
    )
  })

  test('writing on never makes a text smaller, and one character outside GSM-7 changes all of it', () => {
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(smsSize(a + b).segments).toBeGreaterThanOrEqual(smsSize(a).segments)
      }),
    )
    fc.assert(
      fc.property(gsm, (text) => {
        expect([smsSize(text).encoding, smsSize(`${text}ç`).encoding]).toEqual(['gsm7', 'ucs2'])
      }),
    )
  })

  test('without accents, Portuguese is GSM-7 again', () => {
    expect(withoutAccents('Ação às três, não é?')).toBe('Acao as tres, nao e?')
    expect(smsSize(withoutAccents('Promoção até amanhã: não perca, você também!')).encoding).toBe('gsm7')
  })
})
