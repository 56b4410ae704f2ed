import { UserChange, UserCreate, UserInvite, type QueueId, type UserId, type UserRecord } from '@recado/contracts'
import { expect, it } from 'vitest'
import { changesOf, creationOf, draftOf, invitationOf } from './user-draft.ts'

const ana: UserRecord = {
  id: '01900000-0000-7000-8000-000000000001' as UserId,
  name: 'Ana',
  email: 'ana@aurora.test',
  profile: 'super',
  isActive: true,
  isOnline: false,
  image: null,
  queues: [{ id: '01900000-0000-7000-8000-000000000002' as QueueId, queue: 'Vendas' }],
  phoneNumber: '5511988887777',
  isMaster: false,
  wavoipAllowed: false,
  lastLoginAt: null,
  role: { id: '01900000-0000-7000-8000-000000000003', name: 'Caixa' },
  granted: [],
  denied: [],
  loginMode: 'any',
  loginHours: null,
  availability: null,
}

it('nothing is sent that was not changed', () => {
  expect(changesOf(draftOf(ana), draftOf(ana))).toEqual({})
  expect(changesOf(draftOf(ana), { ...draftOf(ana), name: 'Ana Lima', phoneNumber: ' ' })).toEqual({
    name: 'Ana Lima',
    phoneNumber: null,
  })
})

it('a role of the company’s own and a profile replace each other', () => {
  expect(changesOf(draftOf(ana), { ...draftOf(ana), access: 'admin' })).toEqual({ profile: 'admin', roleId: null })
  expect(changesOf(draftOf({ ...ana, role: null }), draftOf(ana))).toEqual({ roleId: ana.role!.id })
  expect(changesOf(draftOf({ ...ana, role: null }), { ...draftOf(ana), access: 'user' })).toEqual({ profile: 'user' })
})

it('what is sent is what the server takes', () => {
  const draft = { ...draftOf(undefined), name: 'Nina', email: 'nina@aurora.test', password: 'Segura123' }
  expect(UserCreate.safeParse(creationOf(draft)).success).toBe(true)
  expect(
    UserChange.safeParse(changesOf(draftOf(ana), { ...draft, granted: ['tags.manage'], queueIds: [] })).success,
  ).toBe(true)
  expect(creationOf(draft)).not.toHaveProperty('granted')
  expect(UserInvite.strict().safeParse(invitationOf(draft)).success).toBe(true)
})
