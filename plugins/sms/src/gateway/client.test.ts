import { describe, expect, test } from 'vitest'
import { gatewayOf } from './client.ts'
import { GatewayConfig } from './config.ts'

const message = { to: '5511987654321', text: 'Olá & "tchau"\r\nX: 1', id: 'k1' }
const signal = new AbortController().signal
const secrets = {
  get: async () => 'secret-token',
  set: async () => undefined,
  delete: async () => undefined,
  ensure: async () => 'secret-token',
}

/** Sends through a gateway of these settings that gives this answer; what it was asked is kept. */
async function send(settings: object, answer: () => Response | Promise<Response> = () => Response.json({ id: 'g1' })) {
  const asked: { url: string; init: RequestInit; headers: Headers }[] = []
  const config = GatewayConfig.parse({
    url: 'https://gateway.test/send',
    token: 'secret-token',
    webhookSecret: 'sixteen letters at least',
    from: '28398',
    ...settings,
  })
  const gateway = await gatewayOf({
    config,
    secrets,
    callbackUrl: null,
    fetch: (async (url: string, init: RequestInit) => {
      asked.push({ url, init, headers: new Headers(init.headers) })
      return answer()
    }) as typeof fetch,
  })
  const result = await gateway.send(message, signal).catch((error: unknown) => error)
  return { result, asked: asked[0]! }
}

describe('a gateway', () => {
  test('gets JSON by default, with the token in its header', async () => {
    const { result, asked } = await send({})
    expect(result).toBe('g1')
    expect([
      asked.init.method,
      asked.url,
      asked.headers.get('authorization'),
      asked.headers.get('content-type'),
    ]).toEqual(['POST', 'https://gateway.test/send', 'Bearer secret-token', 'application/json'])
    expect(JSON.parse(String(asked.init.body))).toEqual({ to: message.to, from: '28398', text: message.text, id: 'k1' })
  })

  test('gets a form, or parameters of the address', async () => {
    const form = await send({ sendAs: 'form', body: '{"number":"{{to}}","msg":"{{text}}","parts":2}' })
    expect(Object.fromEntries(new URLSearchParams(String(form.asked.init.body)))).toEqual({
      number: message.to,
      msg: message.text,
      parts: '2',
    })
    const query = await send({
      method: 'GET',
      url: 'https://gateway.test/send?key={{token}}&type=9',
      body: '{"msg":"{{text}}"}',
      headers: [],
    })
    expect(Object.fromEntries(new URL(query.asked.url).searchParams)).toEqual({
      key: 'secret-token',
      type: '9',
      msg: message.text,
    })
    expect([query.asked.init.body, query.asked.headers.has('authorization')]).toEqual([undefined, false])
  })

  test('a text cannot write headers', async () => {
    const { asked } = await send({ headers: ['X-Text: {{text}}'] })
    expect([...asked.headers.keys()].sort()).toEqual(['content-type', 'x-text'])
  })

  test('an accepted result is accepted, any other a refusal that is certain', async () => {
    const rule = { successPath: 'status', successValues: ['ok', '0'], errorPath: 'reason', idPath: 'data.0.id' }
    expect((await send(rule, () => Response.json({ status: 0, data: [{ id: 7 }] }))).result).toBe('7')
    expect((await send(rule, () => Response.json({ status: 'error', reason: 'no such number' }))).result).toMatchObject(
      { kind: 'unsupported', code: 'error', message: 'no such number', certain: true },
    )
    expect((await send(rule, () => new Response('<html>'))).result).toMatchObject({ code: 'NO_RESULT', certain: true })
  })

  test.for([
    ['401', () => new Response('', { status: 401 }), { kind: 'auth', certain: true }],
    ['402', () => new Response('', { status: 402 }), { kind: 'auth', certain: true }],
    [
      '429',
      () => new Response('', { status: 429, headers: { 'retry-after': '3' } }),
      { kind: 'rateLimited', certain: true, retryAfterMs: 3_000 },
    ],
    ['503', () => new Response('', { status: 503 }), { kind: 'provider', certain: true }],
    ['504', () => new Response('', { status: 504 }), { kind: 'provider', certain: false }],
    [
      'a refused connection',
      () => Promise.reject(new TypeError('failed', { cause: { code: 'ECONNREFUSED' } })),
      { kind: 'network', certain: true },
    ],
    [
      'a cut line',
      () => Promise.reject(new TypeError('failed', { cause: { code: 'UND_ERR_SOCKET' } })),
      { kind: 'network', certain: false },
    ],
  ] as const)('%s', async ([, answer, expected]) => {
    const { result } = await send({ url: 'https://gateway.test/send?key={{token}}' }, answer)
    expect(result).toMatchObject(expected)
    expect(String((result as Error).message)).not.toContain('secret-token')
  })
})
