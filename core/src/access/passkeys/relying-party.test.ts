import { Refusal } from '@recado/contracts'
import { expect, test } from 'vitest'
import { relyingParty } from './relying-party.ts'

const at = (publicUrl: string | undefined, request: string) => {
  try {
    return relyingParty(publicUrl, new URL(request))
  } catch (error) {
    return Refusal.is(error) ? error.code : error
  }
}

test('S5-019 the published https address counts, whatever host a request names', () => {
  expect(at('https://desk.aurora.test/', 'http://evil.test/passkey/auth/options')).toEqual({
    id: 'desk.aurora.test',
    origin: 'https://desk.aurora.test',
  })
  expect(at('https://desk.aurora.test:8443/app', 'http://127.0.0.1:3000/')).toEqual({
    id: 'desk.aurora.test',
    origin: 'https://desk.aurora.test:8443',
  })
})

test('S5-019 without one it is localhost, and no other host header is believed', () => {
  expect(at(undefined, 'http://localhost:3000/passkey/auth/options')).toEqual({
    id: 'localhost',
    origin: 'http://localhost:3000',
  })
  for (const request of [
    'http://evil.test/',
    'http://192.168.0.7:3000/',
    'http://localhost.evil.test/',
    'https://evil.test/',
  ])
    expect(at(undefined, request), request).toBe('ERR_PASSKEY_ORIGIN')
})

test('S5-019 without https, and by address where browsers want a name, it is refused', () => {
  for (const publicUrl of ['http://desk.aurora.test', 'https://10.0.0.7', 'https://[::1]'])
    expect(at(publicUrl, 'http://localhost/'), publicUrl).toBe('ERR_PASSKEY_ORIGIN')
  for (const request of ['http://127.0.0.1:3000/', 'http://[::1]:3000/'])
    expect(at(undefined, request), request).toBe('ERR_PASSKEY_ORIGIN')
  expect(at('http://localhost:5173', 'http://x.test/')).toEqual({ id: 'localhost', origin: 'http://localhost:5173' })
})
