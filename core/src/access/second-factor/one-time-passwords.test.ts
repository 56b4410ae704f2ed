import { Secret, TOTP } from 'otpauth'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newTotpSecret, totpAddress, totpStep } from './one-time-passwords.ts'

const codeAt = (secret: string, ms: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms })

test('the first vector of RFC 6238 for SHA-1, of which apps show six digits', () => {
  const secret = Secret.fromUTF8('12345678901234567890').base32
  expect(totpStep(secret, '287082', new Date(59_000))).toBe(1)
})

test('a code counts in its own step and the ones beside it, and always as its own', () => {
  const secret = newTotpSecret()
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 2 ** 31 }), fc.integer({ min: -3, max: 3 }), (step, off) => {
      const found = totpStep(secret, codeAt(secret, step * 30_000), new Date((step + off) * 30_000 + 15_000))
      // Six digits meet by chance once in a million; then another step is named, and never one that is further away.
      if (Math.abs(off) <= 1) expect(Math.abs(found! - step)).toBeLessThanOrEqual(2)
      else if (found !== undefined) expect(Math.abs(found - (step + off))).toBeLessThanOrEqual(1)
    }),
  )
})

test('what is no code is none', () => {
  const secret = newTotpSecret()
  fc.assert(
    fc.property(
      fc.string({ maxLength: 12 }).filter((text) => !/^\d{6}$/.test(text)),
      (text) => {
        expect(totpStep(secret, text, new Date(1_800_000_000_000))).toBeUndefined()
      },
    ),
  )
})

test('the address carries issuer, account and secret', () => {
  const address = new URL(totpAddress('JBSWY3DPEHPK3PXP', 'Recado', 'ana@aurora.test'))
  expect([
    address.protocol,
    decodeURIComponent(address.pathname),
    address.searchParams.get('secret'),
    address.searchParams.get('issuer'),
  ]).toEqual(['otpauth:', expect.stringContaining('Recado:ana@aurora.test'), 'JBSWY3DPEHPK3PXP', 'Recado'])
})
