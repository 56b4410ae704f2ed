import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identityOf, met, normaliseId } from './person.ts'

test('a phone is digits however it is written, an id stays as it is', () => {
  expect(['+55 11 98765-4321', '5511987654321', ' 55(11)987654321 '].map(normaliseId)).toEqual(
    Array.from({ length: 3 }, () => '5511987654321'),
  )
  expect(['BR.13491208655302741918', 'US.ENT.9', 'Y2FwaV9n', '', '+'].map(normaliseId)).toEqual([
    'BR.13491208655302741918',
    'US.ENT.9',
    'Y2FwaV9n',
    '',
    '+',
  ])
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect(normaliseId(normaliseId(value))).toBe(normaliseId(value))
    }),
  )
})

test('a Brazilian number is one person with and without its ninth digit, and no other number changes', () => {
  const area = fc.constantFrom('11', '21', '31', '47', '51', '85', '92')
  const subscriber = fc
    .tuple(fc.integer({ min: 6, max: 9 }), fc.integer({ min: 0, max: 9_999_999 }))
    .map(([first, rest]) => `${first}${String(rest).padStart(7, '0')}`)
  fc.assert(
    fc.property(area, subscriber, (ddd, number) => {
      expect(identityOf(`55${ddd}${number}`)).toBe(`55${ddd}9${number}`)
      expect(identityOf(`+55 ${ddd} 9${number}`)).toBe(`55${ddd}9${number}`)
    }),
  )
  expect(['551133334444', '5491187654321', '14155552671', 'BR.5511', 'Y2Fw'].map(identityOf)).toEqual([
    '551133334444',
    '5491187654321',
    '14155552671',
    'BR.5511',
    'Y2Fw',
  ])
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect(identityOf(identityOf(value))).toBe(identityOf(value))
    }),
  )
})

test('somebody is the user id, written to by the phone, whichever the message or the profile names', () => {
  const profiles = [
    { wa_id: '5511900000000', user_id: 'BR.other' },
    { wa_id: '5511987654321', user_id: 'BR.1', profile: { name: 'Ana' } },
  ]
  const both = met({ phone: '5511987654321', bsuid: 'BR.1' }, profiles)
  expect(both).toEqual({
    chat: '5511987654321',
    sender: {
      id: 'BR.1',
      isSelf: false,
      verified: true,
      name: 'Ana',
      phone: '+5511987654321',
      aliases: ['5511987654321'],
    },
  })
  expect(met({ phone: '5511987654321' }, profiles)).toEqual(both)
  expect(met({ bsuid: 'BR.1' }, profiles)).toEqual(both)
  expect(met({ bsuid: 'BR.9' }, profiles)).toEqual({
    chat: 'BR.9',
    sender: { id: 'BR.9', isSelf: false, verified: true },
  })
  expect(met({}, profiles)).toBeUndefined()
})
