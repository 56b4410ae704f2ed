import { expect, test } from 'vitest'
import { anyMessage, sampleId, sampleTime } from '../../../testing/samples.ts'
import { freshReply, freshReplyOf } from './reply-guard.ts'

const me = sampleId<string>(1)
const now = Date.parse(sampleTime(5))
const replied = (n: number, by: number | null) =>
  anyMessage(n, 1, { fromMe: true, userId: by === null ? null : sampleId(by) })

test('a second reply is asked about while a colleague’s is fresh, and once', () => {
  const theirs = replied(5, 2)
  expect(freshReplyOf([anyMessage(4, 1), theirs], me, now + 4_000, null)).toBe(theirs)
  expect(freshReplyOf([theirs], me, now + 4_000, theirs.id)).toBeUndefined()
  expect(freshReplyOf([theirs], me, now + freshReply, null)).toBeUndefined()
})

test('one’s own reply, a robot’s, and one that the agent has answered after ask nothing', () => {
  expect(freshReplyOf([replied(5, 1)], me, now, null)).toBeUndefined()
  expect(freshReplyOf([replied(5, null)], me, now, null)).toBeUndefined()
  expect(freshReplyOf([replied(5, 2), replied(6, 1)], me, now + 60_000, null)).toBeUndefined()
  expect(freshReplyOf([], me, now, null)).toBeUndefined()
})
