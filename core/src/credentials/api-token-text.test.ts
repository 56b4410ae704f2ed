import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashApiTokenSecret, isApiToken, newApiTokenSecret, readApiToken, writeApiToken } from './api-token-text.ts'

test('a token is read as it was written', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const secret = newApiTokenSecret()
      const text = writeApiToken({ id, secret })
      expect(isApiToken(text)).toBe(true)
      expect(readApiToken(text)).toEqual({ id, secret })
      expect(hashApiTokenSecret(secret)).toHaveLength(32)
    }),
  )
})

test('nothing else is one', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readApiToken(text)).toBeUndefined()
    }),
  )
  const good = writeApiToken({ id: '0199d000-0000-7000-8000-000000000001', secret: newApiTokenSecret() })
  for (const text of [good.slice(1), `${good}x`, good.slice(0, -1), good.toUpperCase(), `${good}\n`])
    expect(readApiToken(text), text).toBeUndefined()
})
