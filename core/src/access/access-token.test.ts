import { SignJWT } from 'jose'
import { hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { AccessTokens, accessTokenSeconds } from './access-token.ts'

const secret = 'a secret of an installation, long enough'
const claims = {
  userId: '019a0000-0000-7000-8000-000000000001',
  tenantId: '019a0000-0000-7000-8000-000000000002',
  sessionId: '019a0000-0000-7000-8000-000000000003',
}
let now = new Date('2026-05-01T12:00:00Z')
const tokens = new AccessTokens(secret, { now: () => now })
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a token names its user, company and session until it expires', async () => {
  const token = await tokens.sign(claims)
  expect(await tokens.read(token)).toEqual(claims)
  now = new Date(now.getTime() + accessTokenSeconds * 1_000 - 1_000)
  expect(await tokens.read(token)).toEqual(claims)
  now = new Date(now.getTime() + 1_000)
  await expect(tokens.read(token)).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED' })
})

test('what this installation did not sign, or signed for something else, ends the session', async () => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'recado access token', 32))
  const exp = Math.floor(now.getTime() / 1_000) + 60
  const [header, payload, signature] = (await tokens.sign(claims)).split('.') as [string, string, string]
  const hostile = {
    nothing: '',
    words: 'not a token',
    unsigned: `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'unsigned but claimed': `${part({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
    'another payload': `${header}.${part({
      sub: claims.userId,
      tid: claims.sessionId,
      sid: claims.sessionId,
      exp,
    })}.${signature}`,
    'another secret': await new AccessTokens('another secret of an installation', { now: () => now }).sign(claims),
    'another algorithm': await new SignJWT({ tid: claims.tenantId, sid: claims.sessionId, sub: claims.userId, exp })
      .setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
      .sign(new Uint8Array(64).fill(1)),
    'another type': await new SignJWT({ tid: claims.tenantId, sid: claims.sessionId, sub: claims.userId, exp })
      .setProtectedHeader({ alg: 'HS256', typ: 'media' })
      .sign(key),
    'no expiry': await new SignJWT({ tid: claims.tenantId, sid: claims.sessionId, sub: claims.userId })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key),
    'no session': await new SignJWT({ tid: claims.tenantId, sub: claims.userId, exp })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key),
  }
  for (const [name, token] of Object.entries(hostile))
    await expect(tokens.read(token), name).rejects.toMatchObject({ code: 'ERR_SESSION_ENDED' })
})
