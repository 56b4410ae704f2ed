import { ChannelError, type ChannelErrorShape } from '@recado/contracts'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { serveSimulator, type RunningSimulator, type SimulatorAnswer } from '../testing/simulator/serve.ts'
import { askProvider, type ProviderCall } from './ask-provider.ts'
import { readJson } from './read-json.ts'

let running: RunningSimulator | undefined
afterEach(() => running?.close())

/** Outcome of one request to a provider with this answer. */
async function outcome(answer: SimulatorAnswer, call: Partial<ProviderCall> = {}): Promise<number | ChannelErrorShape> {
  running = await serveSimulator(() => answer)
  return askProvider({ fetch }, running.url, {}, { provider: 'Pigeon', ...call }).then(
    (response) => response.status,
    (error: unknown) => {
      expect(ChannelError.is(error)).toBe(true)
      const { kind, code, message, certain, retryAfterMs } = error as ChannelError
      return { kind, code, message, certain, ...(retryAfterMs !== undefined && { retryAfterMs }) }
    },
  )
}

describe('a request to a provider', () => {
  test.for([
    [{ status: 401 }, { kind: 'auth', code: '401', certain: true }],
    [{ status: 404 }, { kind: 'notFound', certain: true }],
    [{ status: 413 }, { kind: 'tooLarge', certain: true }],
    [{ status: 422 }, { kind: 'unsupported', certain: true }],
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'rateLimited', certain: true, retryAfterMs: 7_000 },
    ],
    [{ status: 429, headers: { 'retry-after': '999999' } }, { retryAfterMs: 3_600_000 }],
    [{ status: 500 }, { kind: 'provider', certain: false }],
    [{ status: 503 }, { kind: 'provider', certain: true }],
    ['hangUp', { kind: 'network', certain: false, message: 'Pigeon cannot be reached' }],
  ] as const)('%j means %j', async ([answer, expected]) => {
    expect(await outcome(answer)).toMatchObject(expected)
  })

  test('what certainly never left is certain', async () => {
    const { url, close } = await serveSimulator(() => ({}))
    await close()
    await expect(askProvider({ fetch }, url, {}, { provider: 'Pigeon' })).rejects.toMatchObject({
      kind: 'network',
      code: 'ECONNREFUSED',
      certain: true,
    })
  })

  test('an accepted status is an answer, and a provider that knows better is heard', async () => {
    expect(await outcome({ status: 409 }, { accept: [409] })).toBe(409)
    const explain: ProviderCall['explain'] = (status, body) => ({
      kind: 'blocked',
      code: `${status}-${(body as { code: string }).code}`,
    })
    expect(await outcome({ status: 400, body: { code: 'E1' } }, { explain })).toMatchObject({
      kind: 'blocked',
      code: '400-E1',
      certain: true,
      message: 'Pigeon refuses the request',
    })
  })
})

test('reading JSON gives what it is or undefined, and never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(readJson(new TextEncoder().encode(JSON.stringify(value))))).toBe(JSON.stringify(value))
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(() => readJson(bytes)).not.toThrow()
    }),
  )
})
