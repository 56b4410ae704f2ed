import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signatureHeader, signedText, verify } from './signature.ts'

const authToken = '0123456789abcdef0123456789abcdef'
const publicAddress = 'https://recado.example/hooks/sms/c/s'
const inner = 'http://10.0.0.5:3000/hooks/sms/c/s'
const held = (callbackUrl: URL | null) => ({
  callbackUrl,
  secrets: {
    get: async (name: string) => (name === 'authToken' ? authToken : undefined),
    set: async () => undefined,
    delete: async () => undefined,
    ensure: async (_name: string, make: () => string) => make(),
  },
})
const reachable = held(new URL(publicAddress))
const request = (
  called: string,
  signedFor: string,
  fields: readonly (readonly [string, string])[],
  key = authToken,
) => {
  const body = new URLSearchParams(fields.map(([name, value]) => [name, value]))
  const signature = createHmac('sha1', key).update(signedText(signedFor, body)).digest('base64')
  return {
    method: 'POST',
    url: new URL(called),
    headers: new Headers({ [signatureHeader]: signature }),
    rawBody: new TextEncoder().encode(body.toString()),
  }
}

describe('the signature of Twilio', () => {
  test('is the documented one', () => {
    // The worked example of Twilio's security documentation.
    const fields = new URLSearchParams({
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675310',
      Digits: '1234',
      From: '+14158675310',
      To: '+18005551212',
    })
    const text = signedText('https://mycompany.com/myapp.php?foo=1&bar=2', fields)
    expect(text).toBe(
      'https://mycompany.com/myapp.php?foo=1&bar=2CallSidCA1234567890ABCDECaller+14158675310Digits1234From+14158675310To+18005551212',
    )
    expect(createHmac('sha1', '12345').update(text).digest('base64')).toBe('GvWf1cFY/Q7PnoempGyD5oXAezc=')
  })

  test('holds behind a proxy, where there is a public address', async () => {
    const behind = request(inner, publicAddress, [['Body', 'oi']])
    expect(await verify(behind, held(null))).toBe('bad')
    expect(await verify(behind, reachable)).toBe('ok')
    expect(await verify(request(`${inner}?x=1`, `${publicAddress}?x=1`, [['Body', 'oi']]), reachable)).toBe('ok')
    expect(await verify(request(inner, inner, [['Body', 'oi']]), held(null))).toBe('ok')
  })

  test('of any fields in any order is accepted, of another token or address never', async () => {
    const pair = fc.tuple(fc.stringMatching(/^[A-Za-z]{1,8}$/), fc.string({ unit: 'grapheme' }))
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(pair, { selector: ([name]) => name, maxLength: 8 }), async (fields) => {
        expect(await verify(request(inner, publicAddress, fields), reachable)).toBe('ok')
        expect(await verify(request(inner, publicAddress, fields, 'another token'), reachable)).toBe('bad')
        expect(await verify(request(inner, 'https://other.example/hooks/sms/c/s', fields), reachable)).toBe('bad')
      }),
    )
  })
})
