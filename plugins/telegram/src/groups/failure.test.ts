import { expect, test } from 'vitest'
import { refusalOf } from '../api/failure.ts'
import { changesNothing, groupFailure, personOutcome } from './failure.ts'

const refused = (description: string, status = 400) => refusalOf({ ok: false, error_code: status, description })

test.for([
  [400, 'Bad Request: chat not found', 'notFound', 'NO_GROUP'],
  [400, 'Bad Request: not enough rights to change chat title', 'blocked', 'NOT_ADMIN'],
  [400, 'Bad Request: CHAT_ADMIN_REQUIRED', 'blocked', 'NOT_ADMIN'],
  [403, 'Forbidden: bot was kicked from the supergroup chat', 'blocked', 'NOT_ADMIN'],
  [400, 'Bad Request: method is available for supergroup and channel chats only', 'unsupported', 'UNSUPPORTED'],
  [429, 'Too Many Requests: retry after 5', 'rateLimited', '429'],
  [502, 'Bad Gateway', 'provider', '502'],
] as const)('%i %s is %s for a group', ([status, description, kind, code]) => {
  expect(() => groupFailure(refused(description, status))).toThrow(expect.objectContaining({ kind, code }))
})

test.for([
  ['Bad Request: user not found', 'notThere', 'NO_USER'],
  ['Bad Request: PARTICIPANT_ID_INVALID', 'notThere', 'NO_USER'],
  ["Bad Request: can't remove chat owner", 'refused', 'OWNER'],
  ['Bad Request: user is an administrator of the chat', 'refused', 'IS_ADMIN'],
] as const)('%s is about one person', ([description, outcome, code]) => {
  expect(personOutcome(refused(description), '5')).toEqual({ id: '5', outcome, code })
})

test('a refusal of the whole call is about nobody, and an unknown error is neither', () => {
  const rights = refused('Bad Request: not enough rights to restrict/unrestrict chat member')
  expect([personOutcome(rights, '5'), personOutcome(new Error('user not found'), '5')]).toEqual([undefined, undefined])
})

test('only a refused change to what is there already is none', () => {
  const texts = [
    'Bad Request: chat title is not modified',
    'Bad Request: CHAT_NOT_MODIFIED',
    'Bad Request: chat not found',
  ]
  expect(texts.map((text) => changesNothing(refused(text)))).toEqual([true, true, false])
})
