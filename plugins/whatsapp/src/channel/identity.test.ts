import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identityOf } from './identity.ts'

describe('an identity', () => {
  it('is one for a Brazilian number with and without its ninth digit, however it is written', () => {
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
    fc.assert(
      fc.property(
        fc.constantFrom('11', '21', '47', '85'),
        fc.constantFrom(...'6789'),
        digits(7),
        (area, first, rest) => {
          const full = `55${area}9${first}${rest}@s.whatsapp.net`
          for (const spelling of [
            `55${area}${first}${rest}`,
            `+55${area}9${first}${rest}`,
            ` 55${area}9${first}${rest}`,
          ])
            expect(identityOf(spelling)).toBe(full)
          expect(identityOf(`55${area}${first}${rest}@S.WhatsApp.net`)).toBe(full)
        },
      ),
    )
  })

  it('leaves landlines, other countries, groups and hidden numbers as they are', () => {
    for (const address of [
      '551133334444@s.whatsapp.net',
      '5491187654321@s.whatsapp.net',
      '551187654321@lid',
      '551187654321-1600000000@g.us',
      '120363012345678901@g.us',
    ])
      expect(identityOf(address)).toBe(address)
  })

  it('of an identity is itself', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(identityOf(identityOf(value))).toBe(identityOf(value))
      }),
    )
  })
})
