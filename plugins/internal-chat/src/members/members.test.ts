import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeMembers, withAdmin, type Member, type MemberChange } from './members.ts'

const people = ['ana', 'bia', 'caio', 'davi', 'eva']
const at = '2026-01-01'
const admin = (userId: string, isAdmin = true): Member => ({ userId, isAdmin, joinedAt: at })
const someone = fc.constantFrom(...people)
const change: fc.Arbitrary<MemberChange> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), userIds: fc.array(someone) }),
  fc.record({ kind: fc.constant('remove' as const), userId: someone }),
  fc.record({ kind: fc.constant('leave' as const) }),
  fc.record({ kind: fc.constant('admin' as const), userId: someone, isAdmin: fc.boolean() }),
)

test('whatever happens, a group with members has an administrator, each is in it once, and there are not too many', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(someone, change), { maxLength: 40 }), (acts) => {
      let members: readonly Member[] = [admin('ana')]
      for (const [actor, act] of acts) {
        const before = members
        const outcome = changeMembers(members, actor, act, { at, most: 4 })
        if ('members' in outcome) members = outcome.members
        expect(new Set(members.map(({ userId }) => userId)).size).toBe(members.length)
        expect(members.length).toBeLessThanOrEqual(4)
        if (members.length > 0) expect(members.some(({ isAdmin }) => isAdmin)).toBe(true)
        // Nobody but an administrator changes who else is in it.
        const was = before.find(({ userId }) => userId === actor)
        if (!was?.isAdmin && act.kind !== 'leave') expect(members).toBe(before)
      }
    }),
  )
})

test('the longest-standing member looks after a group whose last administrator left', () => {
  const members = [
    admin('ana'),
    { userId: 'bia', isAdmin: false, joinedAt: '2026-02-02' },
    { userId: 'caio', isAdmin: false, joinedAt: '2026-02-01' },
  ]
  expect(changeMembers(members, 'ana', { kind: 'leave' }, { at, most: 9 })).toEqual({
    members: [members[1], { ...members[2], isAdmin: true }],
  })
  expect(withAdmin([])).toEqual([])
})

test('who is not in it changes nothing, and who is not in it cannot be removed', () => {
  const members = [admin('ana'), admin('bia', false)]
  const limits = { at, most: 9 }
  expect(changeMembers(members, 'eva', { kind: 'leave' }, limits)).toEqual({ fault: 'ERR_CHAT_NOT_FOUND' })
  expect(changeMembers(members, 'bia', { kind: 'remove', userId: 'ana' }, limits)).toEqual({
    fault: 'ERR_CHAT_ADMIN_ONLY',
  })
  expect(changeMembers(members, 'ana', { kind: 'remove', userId: 'eva' }, limits)).toEqual({
    fault: 'ERR_CHAT_NOT_A_MEMBER',
  })
})
