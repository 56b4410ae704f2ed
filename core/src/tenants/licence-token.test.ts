import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { judgeLicence, LicenceIssuer, readLicence, type LicenceClaims } from './licence-token.ts'

const issuer = new LicenceIssuer('a secret of thirty-two characters!!')
const other = new LicenceIssuer('another secret of many characters!!')
const claims: LicenceClaims = {
  jti: 'code-1',
  sub: '018f0000-0000-7000-8000-000000000001',
  tier: 'plus',
  domain: 'desk.example.com',
  limits: { users: 10, contacts: null },
  exp: 2_000_000_000,
}
const now = new Date('2026-11-22T12:00:00Z')
const place = { tenantId: claims.sub, host: 'desk.example.com', codeIsKnown: true, now }

describe('a licence token', () => {
  test('says what it was issued with, to whoever knows the key', async () => {
    const token = await issuer.sign(claims)
    expect(await readLicence(token, [other.publicKey, issuer.publicKey])).toEqual({ claims, issuer: issuer.publicKey })
    expect(await readLicence(token, [other.publicKey])).toBeUndefined()
  })

  test('is the same key for the same secret, of 32 bytes', () => {
    expect(new LicenceIssuer('a secret of thirty-two characters!!').publicKey).toBe(issuer.publicKey)
    expect(Buffer.from(issuer.publicKey, 'base64url')).toHaveLength(32)
    expect(other.publicKey).not.toBe(issuer.publicKey)
  })

  test('changed in any character it is none', async () => {
    const token = await issuer.sign(claims)
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom(...'abcXYZ019-_.'), async (at, letter) => {
        const forged = token.slice(0, at) + letter + token.slice(at + 1)
        const read = await readLicence(forged, [issuer.publicKey])
        // The last characters of base64url carry unused bits: a token that decodes to the same signature is the same
        // one.
        if (read) expect(read.claims).toEqual(claims)
        if (read)
          expect(Buffer.from(forged.split('.')[2]!, 'base64url')).toEqual(
            Buffer.from(token.split('.')[2]!, 'base64url'),
          )
      }),
      { numRuns: 300 },
    )
  })

  test('nothing else passes for one: no signature, another algorithm, another kind of token, another key under the known name', async () => {
    const [head, body] = (await issuer.sign(claims)).split('.') as [string, string]
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = `${encode({ alg: 'none', typ: 'recado-licence+jwt', kid: issuer.publicKey })}.${body}.`
    const symmetric = await new SignJWT({ tier: 'premium' })
      .setProtectedHeader({ alg: 'HS256', typ: 'recado-licence+jwt', kid: issuer.publicKey })
      .setJti('x')
      .setSubject('*')
      .sign(Buffer.from(issuer.publicKey, 'base64url'))
    const { privateKey } = generateKeyPairSync('ed25519')
    const foreign = `${head}.${body}.${sign(null, Buffer.from(`${head}.${body}`), privateKey).toString('base64url')}`
    for (const token of [unsigned, symmetric, foreign, '', 'a.b.c', `${head}.${body}`])
      expect(await readLicence(token, [issuer.publicKey]), token.slice(0, 40)).toBeUndefined()
  })
})

describe('what a licence is worth', () => {
  test.each([
    ['valid', {}, {}],
    ['valid', { sub: '*' }, {}],
    ['valid', { domain: null }, { host: 'anything' }],
    ['valid', { domain: 'DESK.example.com' }, {}],
    ['invalid', { sub: 'somebody else' }, {}],
    ['invalidDomain', {}, { host: 'localhost' }],
    ['invalidCode', {}, { codeIsKnown: false }],
    ['expired', { exp: now.getTime() / 1_000 }, {}],
    ['valid', { exp: now.getTime() / 1_000 + 1 }, {}],
    ['valid', { exp: undefined }, {}],
    ['invalid', { sub: 'somebody else', exp: 1, domain: 'x' }, {}],
    ['invalidDomain', { exp: 1 }, { host: 'x', codeIsKnown: false }],
  ] as const)('%s for %j at %j', (state, changedClaims, changedPlace) => {
    const { exp, ...rest } = { ...claims, ...changedClaims }
    expect(judgeLicence({ ...rest, ...(exp !== undefined && { exp }) }, { ...place, ...changedPlace })).toBe(state)
  })
})
