import { describe, expect, test } from 'vitest'
import { failureOf, GraphError, refusalOf, sentenceOf } from './failure.ts'

const response = (status: number, headers: Record<string, string> = {}) => ({ status, headers: new Headers(headers) })
const graph = (code: number, extra: object = {}) => ({
  error: { message: `(#${code}) no`, type: 'OAuthException', code, ...extra },
})

describe('what the Cloud API refuses', () => {
  test.for([
    [401, 190, 'auth', true],
    [400, 0, 'auth', true],
    [403, 10, 'auth', true],
    [400, 33, 'auth', true],
    [400, 100, 'unsupported', true],
    [400, 131008, 'unsupported', true],
    [404, 132001, 'unsupported', true],
    [400, 131047, 'windowClosed', true],
    [400, 131026, 'invalidRecipient', true],
    [400, 131021, 'invalidRecipient', true],
    [400, 130429, 'rateLimited', true],
    [400, 131056, 'rateLimited', true],
    [400, 80007, 'rateLimited', true],
    [400, 131049, 'blocked', true],
    [400, 130403, 'blocked', true],
    [400, 131048, 'blocked', true],
    [500, 131000, 'provider', false],
    [503, 131016, 'provider', true],
    [500, 2, 'provider', false],
    [400, 999999, 'unsupported', true],
    [404, 999999, 'notFound', true],
    [429, 999999, 'rateLimited', true],
  ] as const)('%i with code %i is %s', ([status, code, kind, certain]) => {
    expect(refusalOf(response(status), graph(code))).toMatchObject({ kind, certain, code: String(code) })
  })

  test('an object that does not exist is not found, whatever else 100 means', () => {
    expect(refusalOf(response(400), graph(100, { error_subcode: 33 })).kind).toBe('notFound')
  })

  test('says how long to wait: as told, else as advised', () => {
    expect(refusalOf(response(400), graph(131056)).retryAfterMs).toBe(6_000)
    expect(refusalOf(response(429, { 'retry-after': '3' }), graph(130429)).retryAfterMs).toBe(3_000)
    expect(refusalOf(response(429, { 'retry-after': 'soon' }), graph(100)).retryAfterMs).toBeUndefined()
  })

  test('a gateway that is no Graph API goes by its status, with its sentence', () => {
    expect(refusalOf(response(401), { meta: { developer_message: 'Invalid api key' } })).toMatchObject({
      kind: 'auth',
      code: '401',
      message: 'Invalid api key',
    })
    expect(refusalOf(response(502), undefined)).toMatchObject({ kind: 'provider', certain: false, code: '502' })
  })

  test('the sentence for people is the details, with the title before them', () => {
    const error = (title: string, message: string, details: string) =>
      sentenceOf(GraphError.parse({ code: 1, title, message, error_data: { details } }))
    expect(error('Re-engagement message', 'x', 'More than 24 hours.')).toBe(
      'Re-engagement message: More than 24 hours.',
    )
    expect(error('', '(#100) Invalid parameter', '')).toBe('Invalid parameter')
    expect(error('Message Undeliverable.', '', 'Message Undeliverable.')).toBe('Message Undeliverable.')
    expect(error('', '', '')).toBe('refused')
  })

  test('a status that failed did not arrive, for certain', () => {
    expect(failureOf(GraphError.parse({ code: 131026, title: 'Message undeliverable' }))).toEqual({
      kind: 'invalidRecipient',
      code: '131026',
      message: 'Message undeliverable',
      certain: true,
    })
  })
})
