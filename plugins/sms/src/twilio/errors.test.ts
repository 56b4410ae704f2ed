import { describe, expect, test } from 'vitest'
import { deliveryFailure, refusalOf } from './errors.ts'

const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers })

describe('how Twilio says no', () => {
  test.for([
    [400, 21211, 'invalidRecipient', true],
    [400, 21610, 'blocked', true],
    [403, 21408, 'blocked', true],
    [400, 21614, 'invalidRecipient', true],
    [400, 21617, 'tooLarge', true],
    [401, 20003, 'auth', true],
    [429, 20429, 'rateLimited', true],
    [400, 99999, 'unsupported', true],
    [503, 20503, 'provider', true],
    [500, 20500, 'provider', false],
    [502, undefined, 'provider', false],
    [404, 20404, 'notFound', true],
  ] as const)('%i with code %s is %s', ([status, code, kind, certain]) => {
    expect(refusalOf(answer(status), code === undefined ? '<html>' : { code, message: 'no' })).toMatchObject({
      kind,
      certain,
      code: String(code ?? status),
    })
  })

  test('it may say how long to wait, in seconds', () => {
    expect(refusalOf(answer(429, { 'retry-after': '2' }), { code: 20429 }).retryAfterMs).toBe(2_000)
    expect(refusalOf(answer(429, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }), {}).retryAfterMs).toBeUndefined()
    expect(refusalOf(answer(503, { 'retry-after': '999999999' }), {}).retryAfterMs).toBe(3_600_000)
  })

  test('of a message on its way, by its code', () => {
    expect([
      deliveryFailure('30007').kind,
      deliveryFailure('30003').code,
      deliveryFailure(undefined).code,
      deliveryFailure('x').kind,
    ]).toEqual(['blocked', '30003', 'UNDELIVERED', 'provider'])
  })
})
