import { argon2Sync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { noPassword, Passwords } from './passwords.ts'

test('a password is recognised, another is not, and equal passwords have different hashes', async () => {
  const passwords = new Passwords()
  const stored = await passwords.hash('Correta123')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await passwords.verify('Correta123', stored)).toEqual({ ok: true, outdated: false })
  expect(await passwords.verify('correta123', stored)).toEqual({ ok: false, outdated: false })
  expect(await passwords.hash('Correta123')).not.toBe(stored)
})

test('without a stored hash the verdict is no after the same work', async () => {
  expect(await new Passwords().verify('Correta123', undefined)).toEqual({ ok: false, outdated: false })
})

test('who has no password is let in with none', async () => {
  for (const stored of [noPassword, ''])
    for (const password of ['!', '', 'Correta123'])
      expect(await new Passwords().verify(password, stored)).toEqual({ ok: false, outdated: false })
})

test('a hash of other costs still verifies and asks to be renewed', async () => {
  const nonce = randomBytes(16)
  const key = argon2Sync('argon2id', {
    message: 'Antiga123',
    nonce,
    memory: 8_192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
  const stored = `$argon2id$v=19$m=8192,t=1,p=1$${unpadded(nonce)}$${unpadded(key)}`
  expect(await new Passwords().verify('Antiga123', stored)).toEqual({ ok: true, outdated: true })
})

test('more logins than may wait are refused and the others end', async () => {
  const passwords = new Passwords()
  const outcomes = await Promise.allSettled(Array.from({ length: 80 }, () => passwords.verify('x', undefined)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(80 - 4 - 64)
  for (const outcome of refused) expect(outcome.reason).toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' })
  expect(await passwords.verify('x', undefined)).toEqual({ ok: false, outdated: false })
})
