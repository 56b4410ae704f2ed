import { mint, type InboundMessage } from '@recado/contracts'
import { describe, expect, test } from 'vitest'
import { namedSenders } from './sender-names.ts'

const from = (sender: object, more: object = {}): Pick<InboundMessage, 'sender' | 'isGroup' | 'guest'> => ({
  sender: { id: mint('u'), isSelf: false, ...sender },
  isGroup: false,
  ...more,
})
const stored = { contactId: 'c', messageId: 'm', isMet: false }

describe('who may have to be named', () => {
  test('is who was known and writes with a name', () => {
    expect(namedSenders([from({ name: ' Ana ', verified: true, phone: '+551187654321' })], [stored])).toEqual([
      { contactId: 'c', name: 'Ana', number: '+5511987654321' },
    ])
    expect(namedSenders([from({ name: 'Ana', verified: false, phone: '+5511987654321' })], [stored])).toEqual([
      { contactId: 'c', name: 'Ana' },
    ])
  })
  test('is each person once, by the first name', () => {
    expect(namedSenders([from({}), from({ name: 'Ana' }), from({ name: 'Bia' })], [stored, stored, stored])).toEqual([
      { contactId: 'c', name: 'Ana' },
    ])
  })
  test.for([
    ['who says no name', from({}), stored],
    ['whose name is a number', from({ name: '+55 (11) 98765-4321' }), stored],
    ['the company itself', from({ name: 'Loja', isSelf: true }), stored],
    ['a member of a group', from({ name: 'Ana' }, { isGroup: true }), stored],
    ['a guest', from({ name: 'Ana' }, { guest: true }), stored],
    ['who is new', from({ name: 'Ana' }), { ...stored, isMet: true }],
    ['a message that was known', from({ name: 'Ana' }), { ...stored, messageId: null }],
  ] as const)('is not %s', ([, message, row]) => {
    expect(namedSenders([message], [row])).toEqual([])
  })
})
