import { expect, test } from 'vitest'
import { ChannelGroup, channelOperations } from './channel-operations.ts'

const asBefore = {
  chat: 'g1',
  name: 'Bairro',
  description: null,
  onlyAdminsWrite: false,
  onlyAdminsChange: false,
  approvesJoining: false,
  members: [],
}

test('a group of a channel that was made for contract 1.12 is whole and can do everything', () => {
  expect(channelOperations['groups.read'].output.parse(asBefore)).toEqual({
    ...asBefore,
    maxDescription: 2_048,
    rules: ['onlyAdminsWrite', 'onlyAdminsChange', 'approvesJoining'],
    total: null,
    memberActs: ['add', 'remove', 'promote', 'demote'],
  })
})

test('a group may not allow longer descriptions than are asked for, nor have acts that nobody knows', () => {
  for (const wrong of [{ maxDescription: 2_049 }, { total: -1 }, { memberActs: ['mute'] }, { rules: ['quiet'] }])
    expect(ChannelGroup.safeParse({ ...asBefore, ...wrong }).success).toBe(false)
})
