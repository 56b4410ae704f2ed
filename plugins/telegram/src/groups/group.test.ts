import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupOf, permissionsWith } from './group.ts'
import { GroupFacts, Member, Permissions } from './results.ts'

const names = Object.keys(Permissions.shape) as (keyof Permissions)[]
const anyPermissions = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.boolean()])),
) as fc.Arbitrary<Permissions>
const facts = (change: object = {}): GroupFacts =>
  GroupFacts.parse({ id: -1001, type: 'supergroup', title: 'Bairro', ...change })
const member = (id: number, status: string, user: object = {}): Member =>
  Member.parse({ status, user: { id, first_name: `P${id}`, ...user } })
const bot = member(7, 'administrator', { first_name: 'Loja' })

test('rules change what they name and nothing else', () => {
  fc.assert(
    fc.property(anyPermissions, fc.boolean(), fc.boolean(), (before, write, change) => {
      const after = permissionsWith(before, { onlyAdminsWrite: write, onlyAdminsChange: change })
      const told = groupOf({ facts: facts({ permissions: after }), administrators: [], self: bot, total: 1 })
      expect([told.onlyAdminsWrite, told.onlyAdminsChange]).toEqual([write, change])
      for (const name of ['can_invite_users', 'can_pin_messages', 'can_manage_topics'] as const)
        expect(after[name]).toBe(before[name])
      expect(permissionsWith(before, {})).toEqual(before)
    }),
  )
})

test('the owner is first, then administrators by name; the bot is one of them once, and nobody where it is outside', () => {
  const administrators = [member(3, 'administrator', { first_name: 'Zé' }), bot, member(2, 'creator')]
  const names = (self: Member): (string | null)[] =>
    groupOf({ facts: facts(), administrators, self, total: 9 }).members.map(({ name }) => name)
  expect(names(bot)).toEqual(['P2', 'Loja', 'Zé'])
  expect(names({ ...bot, status: 'kicked' })).toEqual(['P2', 'Zé'])
  expect(names({ ...bot, status: 'restricted', is_member: false })).toEqual(['P2', 'Zé'])
})

test('who has no name is called by their user name, and ranks are for supergroups alone', () => {
  const nameless = member(4, 'administrator', { first_name: undefined, username: 'rui' })
  const told = groupOf({ facts: facts({ type: 'group' }), administrators: [nameless], self: bot, total: 9 })
  expect(told.members.at(0)).toMatchObject({ id: '4', name: '@rui', phone: null })
  expect([told.memberActs, told.total]).toEqual([['remove'], 9])
})
