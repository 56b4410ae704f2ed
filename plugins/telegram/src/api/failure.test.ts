import { describe, expect, test } from 'vitest'
import { refusalOf, unanswered } from './failure.ts'

describe('what the Bot API refuses', () => {
  test.for([
    [400, 'Bad Request: chat not found', 'invalidRecipient', true],
    [400, 'Bad Request: message to delete not found', 'notFound', true],
    [400, "Bad Request: message can't be deleted for everyone", 'notFound', true],
    [400, 'Bad Request: not enough rights to send text messages to the chat', 'blocked', true],
    [400, 'Bad Request: file is too big', 'tooLarge', true],
    [400, 'Bad Request: wrong file_id or the file is temporarily unavailable', 'notFound', true],
    [400, 'Bad Request: REACTION_INVALID', 'unsupported', true],
    [401, 'Unauthorized', 'auth', true],
    [403, 'Forbidden: bot was blocked by the user', 'blocked', true],
    [404, 'Not Found', 'auth', true],
    [409, 'Conflict: terminated by other getUpdates request', 'provider', true],
    [413, 'Request Entity Too Large', 'tooLarge', true],
    [429, 'Too Many Requests: retry after 5', 'rateLimited', true],
    [502, 'Bad Gateway', 'provider', false],
  ] as const)('%i %s is %s', ([status, description, kind, certain]) => {
    expect(refusalOf({ ok: false, error_code: status, description })).toMatchObject({
      kind,
      certain,
      code: String(status),
    })
  })

  test('says how long to wait, and where a group has gone', () => {
    expect(
      refusalOf({ ok: false, error_code: 429, description: '', parameters: { retry_after: 3 } }).retryAfterMs,
    ).toBe(3_000)
    expect(
      refusalOf({ ok: false, error_code: 400, description: '', parameters: { migrate_to_chat_id: -100 } }).movedTo,
    ).toBe('-100')
  })

  test('no answer is certain only when nothing left, and never shows the address that was asked', () => {
    const failed = (code: string) =>
      unanswered(new TypeError('fetch failed https://api.telegram.org/bot1:secret/x', { cause: { code } }))
    expect([
      failed('ECONNREFUSED').certain,
      failed('EGRESS_REFUSED').certain,
      failed('UND_ERR_SOCKET').certain,
      unanswered(new Error('aborted')).certain,
    ]).toEqual([true, true, false, false])
    expect(JSON.stringify({ ...failed('ECONNREFUSED') }) + String(failed('ECONNREFUSED').stack)).not.toContain('secret')
  })
})
