import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { whatsappIdentity } from './whatsapp-identity.ts'

describe('an identity on WhatsApp Web', () => {
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
            expect(whatsappIdentity(spelling)).toBe(full)
          expect(whatsappIdentity(`55${area}${first}${rest}@S.WhatsApp.net`)).toBe(full)
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
      expect(whatsappIdentity(address)).toBe(address)
  })

  it('of an identity is itself', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(whatsappIdentity(whatsappIdentity(value))).toBe(whatsappIdentity(value))
      }),
    )
  })
})
