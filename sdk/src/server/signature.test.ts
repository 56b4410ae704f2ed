import fc from 'fast-check'
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sameSecret, verifyHmac } from './signature.ts'

const sign = (body: Uint8Array, secret: string) => createHmac('sha256', secret).update(body).digest('hex')

describe('signatures', () => {
  test('the right one is accepted in either case, for any body and secret', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string({ minLength: 1 }), (body, secret) => {
        expect(verifyHmac(body, sign(body, secret), secret)).toBe(true)
        expect(verifyHmac(body, sign(body, secret).toUpperCase(), secret)).toBe(true)
      }),
    )
  })

  test('any other text is refused and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), fc.string({ minLength: 1 }), (body, signature, secret) => {
        fc.pre(signature.toLowerCase() !== sign(body, secret))
        expect(verifyHmac(body, signature, secret)).toBe(false)
      }),
    )
  })

  test('nothing is genuine without a secret', () => {
    const body = new Uint8Array([1])
    expect(verifyHmac(body, sign(body, ''), '')).toBe(false)
    expect(verifyHmac(body, sign(body, ''), undefined)).toBe(false)
    expect(verifyHmac(body, null, 'secret')).toBe(false)
    expect(sameSecret('', '')).toBe(false)
  })
})
