import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RefreshCredentials } from './refresh-credential.ts'

const credentials = new RefreshCredentials('a secret of an installation, long enough')
const sessionId = '019a0000-0000-7000-8000-000000000003'

test('what is written is read again, and nothing else is', () => {
  const text = credentials.write(credentials.create(sessionId))
  expect(credentials.read(text)?.sessionId).toBe(sessionId)
  expect(new RefreshCredentials('another secret of an installation').read(text)).toBeUndefined()
  expect(credentials.read(undefined)).toBeUndefined()
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom(...'aZ0_-.'), (at, character) => {
      const changed = text.slice(0, at) + character + text.slice(at + 1)
      fc.pre(changed !== text)
      expect(credentials.read(changed)).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(fc.string(), (noise) => {
      expect(credentials.read(noise)).toBeUndefined()
    }),
  )
})

test('a credential has one successor, which is not itself and is another for another installation', () => {
  const first = credentials.create(sessionId)
  expect(credentials.successor(first)).toEqual(credentials.successor(first))
  expect(credentials.successor(first).secret).not.toBe(first.secret)
  expect(new RefreshCredentials('another secret of an installation').successor(first).secret).not.toBe(
    credentials.successor(first).secret,
  )
})
