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
    ['whatsapp:+5511987654321', '+5511987654321'],
    ['Tel.: (11) 98765-4321', '+5511987654321'],
    ['(11) 3333-4444 ramal 3', '+551133334444'],
    ['11 98765-4321 / 11 91234-5678', '+5511987654321'],
    ['٠١١ ٩٨٧٦٥ ٤٣٢١', '+5511987654321'],
    ['525512345678', '+525512345678'],
    ['5215512345678', '+525512345678'],
    ['+5215512345678', '+525512345678'],
    ['56961234567', '+56961234567'],
    ['56221234567', '+56221234567'],
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

  test('of Chile or Mexico is none of Brazil, whoever brings it without its plus', () => {
    const chilean = fc.stringMatching(/^569[4-9]\d{7}$/).filter((digits) => e164(`+${digits}`) !== undefined)
    const mexican = fc
      .tuple(fc.constantFrom('52', '521'), fc.stringMatching(/^(?:55|33|81|222|664)\d{8}$/))
      .map(([code, national]) => `${code}${national.slice(0, 10)}`)
      .filter((digits) => e164(`+${digits}`) !== undefined)
    const writing = fc.record({ country: fc.constantFrom('BR', 'CL', 'MX', 'US'), isNational: fc.boolean() })
    fc.assert(
      fc.property(fc.oneof(chilean, mexican), writing, (digits, written) => {
        expect(e164(digits, written)).toBe(e164(`+${digits}`))
      }),
    )
  })

  test('dialled within Chile or Mexico is theirs at a gateway there', () => {
    const numbers = fc.oneof(
      fc.stringMatching(/^9[4-9]\d{7}$/).map((national) => ['CL', '+56', national] as const),
      fc.stringMatching(/^(?:55|33|81)[1-9]\d{7}$/).map((national) => ['MX', '+52', national] as const),
    )
    fc.assert(
      fc.property(numbers, ([country, code, national]) => {
        fc.pre(e164(`${code}${national}`) !== undefined)
        expect(e164(national, { country, isNational: true })).toBe(`${code}${national}`)
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
