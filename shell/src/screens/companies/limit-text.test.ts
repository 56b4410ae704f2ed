import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitKinds, readLimit, readLimits, writeLimit, writeLimits } from './limit-text.ts'

test('S6-039 nothing typed is without limit, and what is written reads as it was', () => {
  expect(readLimit('  ')).toBeNull()
  fc.assert(
    fc.property(fc.option(fc.nat(999_999_999)), (limit) => {
      expect(readLimit(writeLimit(limit))).toBe(limit)
    }),
  )
})

test.each(['-1', '1.5', '1e3', 'dez', '1234567890'])('%s is no limit', (text) => {
  expect(readLimit(text)).toBeUndefined()
  expect(
    readLimits(limitKinds, {
      ...writeLimits(limitKinds, { users: 1, connectedUsers: null, connections: 2, contacts: 3, storage: null }),
      contacts: text,
    }),
  ).toBeUndefined()
})
