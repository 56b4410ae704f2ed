import { describe, expect, test } from 'vitest'
import { outcomeOf } from './push-sender.ts'

describe('what a push service answers', () => {
  test.each([
    [200, 'sent'],
    [201, 'sent'],
    [202, 'sent'],
    [404, 'gone'],
    [410, 'gone'],
    [401, 'gone'],
    [403, 'gone'],
    [400, 'refused'],
    [413, 'refused'],
    [429, 'later'],
    [500, 'later'],
    [503, 'later'],
  ])('%i means %s', (status, kind) => {
    expect(outcomeOf(status, null).kind).toBe(kind)
  })
  test.each([
    ['120', 120_000],
    ['0', 1_000],
    [null, 60_000],
    ['soon', 60_000],
    ['999999', 900_000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 1_000],
  ])('429 with Retry-After %s waits %i ms', (retryAfter, afterMs) => {
    expect(outcomeOf(429, retryAfter)).toEqual({ kind: 'later', afterMs })
  })
})
