import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { e164, normaliseSender } from './number.ts'

describe('a phone number', () => {
  test.for([
    ['+5511987654321', '+5511987654321'],
    ['5511987654321', '+5511987654321'],
    ['11987654321', '+5511987654321'],
    ['(11) 98765-4321', '+5511987654321'],
    ['011987654321', '+5511987654321'],
    ['005511987654321', '+5511987654321'],
    ['+551187654321', '+5511987654321'],
    ['551187654321', '+5511987654321'],
    ['1187654321', '+5511987654321'],
    ['1133334444', '+551133334444'],
    ['+551133334444', '+551133334444'],
    ['+14155552671', '+14155552671'],
    ['14155552671', '+14155552671'],
    ['+34612345678', '+34612345678'],
    ['\u202a+55\u00a011\u00a098765\u20114321\u202c', '+5511987654321'],
    ['tel:+55-11-98765-4321', '+5511987654321'],
    ['（11）９８７６５－４３２１', '+5511987654321'],
    ['34612345678', '+34612345678'],
  ])('%s is %s', ([written, expected]) => {
    expect(e164(written!)).toBe(expected)
  })

  test.for([
    // Written the same, meant differently: the provider's way of writing decides.
    ['51987654321', 'BR', true, '+5551987654321'],
    ['51987654321', 'BR', false, '+51987654321'],
    ['4155552671', 'BR', true, '+554155552671'],
    ['4155552671', 'US', true, '+14155552671'],
    ['4155552671', 'US', false, '+14155552671'],
    ['14155552671', 'US', true, '+14155552671'],
    ['612345678', 'ES', true, '+34612345678'],
    ['351912345678', 'PT', false, '+351912345678'],
    ['912345678', 'PT', false, '+351912345678'],
    ['11987654321', 'BR', false, '+5511987654321'],
    ['1187654321', 'BR', false, '+5511987654321'],
    ['551187654321', 'US', false, '+5511987654321'],
    ['+551187654321', 'PT', true, '+5511987654321'],
    ['004915123456789', 'BR', true, '+4915123456789'],
    ['11987654321', 'ZZ', true, undefined],
  ] as const)('%s of a provider in %s, national: %s, is %s', ([value, country, isNational, expected]) => {
    expect(e164(value, { country, isNational })).toBe(expected)
  })

  test.for(['28398', 'NUBANK', '', '+', '123456789012345678', 'call 11987654321', '+5590466137'])(
    '%s is none',
    (written) => {
      expect(e164(written)).toBeUndefined()
    },
  )

  test('with and without the ninth digit is one person, however it is written', () => {
    const area = fc.constantFrom('11', '21', '31', '47', '51', '71', '85', '92')
    const subscriber = fc
      .tuple(fc.integer({ min: 6, max: 9 }), fc.integer({ min: 0, max: 9_999_999 }))
      .map(([first, rest]) => `${first}${String(rest).padStart(7, '0')}`)
    fc.assert(
      fc.property(area, subscriber, fc.constantFrom('+55', '55', ''), (ddd, number, prefix) => {
        const full = e164(`+55${ddd}9${number}`)
        fc.pre(full !== undefined)
        expect(normaliseSender(`${prefix}${ddd}${number}`)).toBe(full)
        expect(normaliseSender(`${prefix}${ddd}9${number}`)).toBe(full)
      }),
    )
  })

  test('normalising twice is normalising once', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'+0123456789 -()') })),
        (value) => {
          const once = normaliseSender(value)
          expect(normaliseSender(once)).toBe(once)
        },
      ),
    )
  })
})
