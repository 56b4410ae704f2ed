import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseId, senderOf } from './person.ts'

test('a phone is digits however it is written, an id stays as it is', () => {
  expect(['+55 11 98765-4321', '5511987654321', ' 55(11)987654321 '].map(normaliseId)).toEqual(Array.from({ length: 3 }, () => '5511987654321'))
  expect(['BR.13491208655302741918', 'US.ENT.9', 'Y2FwaV9n', '', '+'].map(normaliseId)).toEqual(['BR.13491208655302741918', 'US.ENT.9', 'Y2FwaV9n', '', '+'])
  fc.assert(fc.property(fc.string(), (value) => { expect(normaliseId(normaliseId(value))).toBe(normaliseId(value)) }))
})

test('somebody is the user id and known by the phone, whichever the message or the profile names', () => {
  const profiles = [{ wa_id: '5511900000000', user_id: 'BR.other' }, { wa_id: '5511987654321', user_id: 'BR.1', profile: { name: 'Ana' } }]
  const both = senderOf({ phone: '5511987654321', bsuid: 'BR.1' }, profiles)
  expect(both).toEqual({ id: 'BR.1', isSelf: false, verified: true, name: 'Ana', phone: '+5511987654321', aliases: ['5511987654321'] })
  expect(senderOf({ phone: '5511987654321' }, profiles)).toEqual(both)
  expect(senderOf({ bsuid: 'BR.1' }, profiles)).toEqual(both)
  expect(senderOf({ bsuid: 'BR.9' }, profiles)).toEqual({ id: 'BR.9', isSelf: false, verified: true })
  expect(senderOf({}, profiles)).toBeUndefined()
})
