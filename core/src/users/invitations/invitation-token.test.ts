import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newId } from '../../base/ids.ts'
import { newInvitationToken, readInvitationToken } from './invitation-token.ts'

test('a token is read back as its company and its hash, and no two are alike', () => {
  const tenantId = newId()
  const [one, other] = [newInvitationToken(tenantId), newInvitationToken(tenantId)]
  expect(one.token).toMatch(/^[\w-]{64}$/)
  expect(one.token).not.toBe(other.token)
  expect(readInvitationToken(one.token)).toEqual({ tenantId, hash: one.hash })
  expect(one.hash).toEqual(createHash('sha256').update(one.token).digest())
})

test('any other text is no token, and never throws', () => {
  for (const text of ['', 'x', newInvitationToken(newId()).token.slice(1), 'A'.repeat(63), '='.repeat(64)])
    expect(readInvitationToken(text), text).toBeUndefined()
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const read = readInvitationToken(text)
      if (read) expect(text).toMatch(/^[\w-]{64}$/)
    }),
  )
})
