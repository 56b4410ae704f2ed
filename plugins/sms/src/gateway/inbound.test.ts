import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GatewayConfig } from './config.ts'
import { parse } from './inbound.ts'
import { verify } from './verify.ts'

const secrets = { token: 'secret-token', webhookSecret: 'sixteen letters at least' }
const settings = (change: object = {}) =>
  GatewayConfig.parse({ url: 'https://gateway.test/send', ...secrets, ...change })
const read = (body: unknown, query = '', change: object = {}) =>
  parse(
    {
      method: 'POST',
      rawBody: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
      url: new URL(`https://recado.test/hooks/sms/c/s${query}`),
    },
    settings(change),
  )
const called = (query: string, change: object = {}) =>
  parse(
    { method: 'GET', rawBody: new Uint8Array(), url: new URL(`https://recado.test/hooks/sms/c/s?${query}`) },
    settings(change),
  )
const states = (body: unknown, query?: string) =>
  read(body, query).events.map((event) => (event.type === 'receipt' ? event.state : event.type))

describe('what a gateway delivers', () => {
  test('an event it does not know is passed over; what holds none is answered with 400', () => {
    for (const body of ['', 'hello', '[]', '{}', '7', 'null', { id: 'x' }, { from: '28398', text: 'no id, no time' }])
      expect(read(body)).toEqual({ events: [], respond: { status: 400 } })
    expect(read({ id: 'x', status: 'teleported' })).toEqual({ events: [] })
    expect(read([{ id: 'm1', from: '28398', text: 'oi' }, { nothing: true }]).events).toHaveLength(1)
  })

  test.for([
    [
      'Vonage',
      {
        msisdn: '5511987654321',
        to: '28398',
        messageId: 'm',
        text: 'oi',
        type: 'text',
        'message-timestamp': '2026-01-02 03:04:05',
      },
    ],
    [
      'Vonage’s newer API',
      {
        message_uuid: 'm',
        to: '28398',
        from: '5511987654321',
        timestamp: '2026-01-02T03:04:05Z',
        text: 'oi',
        channel: 'sms',
      },
    ],
    [
      'Infobip',
      {
        results: [
          {
            messageId: 'm',
            from: '5511987654321',
            to: '28398',
            text: 'oi',
            receivedAt: '2026-01-02T03:04:05.000+0000',
          },
        ],
        messageCount: 1,
      },
    ],
    [
      'Zenvia',
      {
        id: 'event',
        timestamp: '2026-01-02T03:04:05Z',
        type: 'MESSAGE',
        message: { id: 'm', from: '5511987654321', to: 'k', direction: 'IN', contents: [{ type: 'text', text: 'oi' }] },
      },
    ],
    ['SMSDev', { id: 'm', number: '11987654321', mensagem: 'oi' }],
    ['Comtele', { Id: 'm', Sender: '11987654321', Content: 'oi' }],
    ['Sinch', { id: 'm', from: '5511987654321', body: 'oi', type: 'mo_text', received_at: '2026-01-02T03:04:05.678Z' }],
  ])('a message of %s is understood as it comes', ([, body]) => {
    expect(read(body)).toMatchObject({
      events: [{ type: 'message', id: 'm', chat: '+5511987654321', parts: [{ kind: 'text', text: 'oi' }] }],
    })
  })

  test.for([
    ['Vonage', { msisdn: '5511987654321', messageId: 'm', status: 'delivered', 'err-code': '0' }],
    [
      'Infobip',
      {
        results: [
          {
            messageId: 'm',
            to: '5511987654321',
            status: { id: 5, groupName: 'DELIVERED', name: 'DELIVERED_TO_HANDSET' },
          },
        ],
      },
    ],
    ['Zenvia', { id: 'event', type: 'MESSAGE_STATUS', messageId: 'm', messageStatus: { code: 'DELIVERED' } }],
  ])('a receipt of %s is understood as it comes', ([, body]) => {
    expect(read(body)).toMatchObject({ events: [{ type: 'receipt', target: 'm', state: 'delivered' }] })
  })

  test('old systems write in windows-1252', () => {
    for (const rawBody of [
      Buffer.from('id=m&from=28398&text=N%E3o'),
      Buffer.from('{"id":"m","from":"28398","text":"N\xe3o"}', 'latin1'),
    ])
      expect(parse({ method: 'POST', rawBody, url: new URL('https://recado.test/') }, settings())).toMatchObject({
        events: [{ parts: [{ text: 'Não' }] }],
      })
  })

  test('a message without an id is known by who, when and what', () => {
    const message = { from: '28398', text: 'oi', at: '2026-01-02T03:04:05Z' }
    const id = (body: object) => (read(body).events[0] as { id: string }).id
    expect(id(message)).toBe(id({ ...message }))
    expect(
      new Set([
        id(message),
        id({ ...message, text: 'oi!' }),
        id({ ...message, from: '28399' }),
        id({ ...message, at: '2026-01-02T03:04:06Z' }),
      ]).size,
    ).toBe(4)
  })

  test('a message may carry the state “received”, a receipt too', () => {
    expect(states({ id: 'm1', from: '28398', text: 'oi', status: 'received' })).toEqual(['message'])
    expect(states({ id: 'm1', status: 'received' })).toEqual(['delivered'])
    expect(states({ id: 'm1', from: '28398', text: 'the text we sent', status: 'DELIVERED' })).toEqual(['delivered'])
  })

  test('states of its own are named in the address, and win over the usual ones', () => {
    expect(
      states(
        [
          { id: 'a', status: 1 },
          { id: 'b', status: 'OK' },
          { id: 'c', status: 'expired' },
        ],
        '?delivered=1,ok&sent=expired',
      ),
    ).toEqual(['delivered', 'delivered', 'sent'])
  })

  test('times are ISO, seconds or milliseconds; anything else is the moment of arrival', () => {
    const at = (value: unknown) => read({ id: 'm', from: '28398', text: 'oi', at: value }).events[0]!.at?.toISOString()
    expect([at('2026-01-02T03:04:05+00:00'), at(1_767_323_045), at('1767323045000')]).toEqual(
      Array(3).fill('2026-01-02T03:04:05.000Z'),
    )
    expect([at('02/01/2026'), at('now'), at(-1)]).toEqual(Array(3).fill(undefined))
  })

  test('with any values and any names is read without a throw', () => {
    const item = fc.dictionary(
      fc.constantFrom('id', 'from', 'text', 'status', 'at', 'error', '__proto__'),
      fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.jsonValue()),
    )
    fc.assert(
      fc.property(
        fc.oneof(item, fc.array(item), fc.record({ messages: fc.array(item) })),
        fc.webQueryParameters(),
        (body, query) => {
          for (const event of read(body, `?${query}`).events) expect(Number.isNaN(event.at?.getTime())).toBe(false)
        },
      ),
    )
  })
})

describe('a gateway that calls by GET', () => {
  const message = { type: 'message', id: 'm', chat: '+5511987654321', parts: [{ kind: 'text', text: 'Não & sim' }] }

  test('tells of messages and receipts in its parameters', () => {
    expect(called('id=m&from=5511987654321&to=28398&text=N%C3%A3o+%26+sim&timestamp=1767323045')).toMatchObject({
      events: [{ ...message, at: new Date('2026-01-02T03:04:05Z') }],
    })
    expect(
      called('msgid=m&name.id=msgid&name.from=tel&name.text=sms&tel=11987654321&sms=N%E3o%20%26%20sim'),
    ).toMatchObject({ events: [message] })
    expect(called('id=m&status=DELIVRD')).toMatchObject({
      events: [{ type: 'receipt', target: 'm', state: 'delivered' }],
    })
    expect(called('id=m&dlr=1&name.delivered=1,8&name.failed=2,16')).toMatchObject({
      events: [{ type: 'receipt', state: 'delivered' }],
    })
    expect(called('id=m&dlr=16&name.delivered=1,8&name.failed=2,16')).toMatchObject({
      events: [{ type: 'receipt', state: 'failed' }],
    })
  })

  test('that tells nothing is told so, one that expects a word gets it', () => {
    for (const query of [
      '',
      'x',
      '=',
      '&&',
      'name.text=x',
      'X-Signature=abc',
      'hub.mode=subscribe',
      'from=28398&text=oi',
    ])
      expect(called(query)).toEqual({ events: [], respond: { status: 400 } })
    expect(called('id=m&status=DELIVRD', { answer: 'OK' })).toMatchObject({ respond: { status: 200, body: 'OK' } })
    expect(read({ id: 'm', status: 'DELIVRD' }, '', { answer: 'OK' })).toMatchObject({
      respond: { status: 200, body: 'OK' },
    })
    expect(called('x=1', { answer: 'OK' })).toEqual({ events: [], respond: { status: 400 } })
  })

  test('with any parameters is read without a throw, and alike each time', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webQueryParameters(),
          fc.string({ unit: 'binary' }),
          fc
            .array(
              fc.constantFrom(
                'id=',
                'from=',
                'text=',
                'status=',
                'name.',
                '%',
                '%E3',
                '%ZZ',
                '&',
                '=',
                'x',
                '__proto__=',
                '28398',
                '+',
              ),
            )
            .map((each) => each.join('')),
        ),
        (query) => {
          expect(called(query)).toEqual(called(query))
        },
      ),
    )
  })
})

describe('who has delivered', () => {
  const { webhookSecret } = secrets
  const signed = (text: string, encoding: 'hex' | 'base64' = 'hex') =>
    createHmac('sha256', webhookSecret).update(text).digest(encoding)
  const verdict = (
    method: string,
    query: string,
    {
      headers = {},
      body = '',
      ...change
    }: { headers?: Record<string, string>; body?: string; signature?: 'hmac' | 'token'; held?: string } = {},
  ) =>
    verify(
      {
        method,
        headers: new Headers(headers),
        rawBody: new TextEncoder().encode(body),
        url: new URL(`https://recado.test/hooks/sms/c/s?${query}`),
      },
      {
        config: settings(change),
        secrets: {
          get: async () => ('held' in change ? change.held : webhookSecret),
          set: async () => undefined,
          delete: async () => undefined,
          ensure: async () => webhookSecret,
        },
      },
    )
  const query = "id=m&text=N%E3o+d'agua&from=28398"
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }

  test('by GET signs its parameters, in a header or beside them', async () => {
    expect(
      await Promise.all([
        verdict('GET', query, { headers: { 'x-signature': signed(query) } }),
        verdict('GET', query, { headers: { 'x-signature': `sha256=${signed(query.replace("'", '%27'))}` } }),
        verdict('GET', `${query}&x-signature=${signed(query)}`),
        verdict('GET', `X-Signature=${encodeURIComponent(signed(query, 'base64'))}&${query}`),
      ]),
    ).toEqual(Array(4).fill('ok'))
    const proof = `x-signature=${signed(query)}`
    expect(
      await Promise.all([
        verdict('GET', query),
        verdict('GET', `${query}&x-signature=`),
        verdict('GET', `${query}x&${proof}`),
        verdict('GET', `${query}&id=n&${proof}`),
        verdict('GET', `${query}&${proof}&${proof}`),
        verdict('GET', query, { headers: { 'x-signature': signed('') } }),
        verdict('GET', query, { headers: { 'x-signature': signed(''), 'content-length': '0' } }),
        verdict('GET', `${query}&${proof}`, { body: 'id=n' }),
        verdict('POST', `${query}&${proof}`),
        verdict('POST', query, { headers: { 'x-signature': signed(query) } }),
        verdict('GET', `${query}&x-signature=${webhookSecret}`),
        verdict('GET', `${query}&${proof}`, { held: '' }),
      ]),
    ).toEqual(Array(12).fill('bad'))
  })

  test('may show the secret itself, in a header, a parameter or a field', async () => {
    const shown = encodeURIComponent(webhookSecret)
    const token = { signature: 'token' as const }
    expect(
      await Promise.all([
        verdict('GET', `${query}&x-signature=${shown}`, token),
        verdict('GET', query, { ...token, headers: { 'x-signature': `Bearer ${webhookSecret}` } }),
        verdict('POST', '', { ...token, headers: form, body: `id=m&X-Signature=${shown}` }),
      ]),
    ).toEqual(Array(3).fill('ok'))
    expect(
      await Promise.all([
        verdict('GET', query, token),
        verdict('GET', `${query}&x-signature=${shown}x`, token),
        verdict('GET', `${query}&x-signature=${shown}&x-signature=${shown}`, token),
        verdict('POST', `x-signature=${shown}`, { ...token, headers: form, body: 'id=m' }),
        verdict('POST', '', { headers: form, body: `id=m&x-signature=${shown}` }),
        verdict('POST', '', { ...token, body: `id=m&x-signature=${shown}` }),
        verdict('GET', `${query}&x-signature=${shown}`, { ...token, held: '' }),
      ]),
    ).toEqual(Array(7).fill('bad'))
  })

  test('nothing that is made up is believed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'HEAD'),
        fc.webQueryParameters(),
        fc.string({ unit: 'grapheme-ascii' }),
        async (method, made, given) => {
          const change = { headers: form, body: method === 'POST' ? made : '' }
          for (const signature of ['hmac', 'token'] as const)
            expect(
              await verdict(method, `${made}&x-signature=${encodeURIComponent(given)}`, { ...change, signature }),
            ).toBe('bad')
        },
      ),
    )
  })
})
