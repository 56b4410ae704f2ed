import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from './inbound.ts'

const read = (body: unknown, query = '') => parse({ rawBody: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)), url: new URL(`https://recado.test/hooks/sms/c/s${query}`) })
const states = (body: unknown, query?: string) => read(body, query).events.map((event) => (event.type === 'receipt' ? event.state : event.type))

describe('what a gateway delivers', () => {
  test('an event it does not know is passed over; what holds none is answered with 400', () => {
    for (const body of ['', 'hello', '[]', '{}', '7', 'null', { id: 'x' }, { from: '28398', text: 'no id, no time' }]) expect(read(body)).toEqual({ events: [], respond: { status: 400 } })
    expect(read({ id: 'x', status: 'teleported' })).toEqual({ events: [] })
    expect(read([{ id: 'm1', from: '28398', text: 'oi' }, { nothing: true }]).events).toHaveLength(1)
  })

  test.for([
    ['Vonage', { msisdn: '5511987654321', to: '28398', messageId: 'm', text: 'oi', type: 'text', 'message-timestamp': '2026-01-02 03:04:05' }], ['Vonage’s newer API', { message_uuid: 'm', to: '28398', from: '5511987654321', timestamp: '2026-01-02T03:04:05Z', text: 'oi', channel: 'sms' }],
    ['Infobip', { results: [{ messageId: 'm', from: '5511987654321', to: '28398', text: 'oi', receivedAt: '2026-01-02T03:04:05.000+0000' }], messageCount: 1 }],
    ['Zenvia', { id: 'event', timestamp: '2026-01-02T03:04:05Z', type: 'MESSAGE', message: { id: 'm', from: '5511987654321', to: 'k', direction: 'IN', contents: [{ type: 'text', text: 'oi' }] } }],
    ['SMSDev', { id: 'm', number: '11987654321', mensagem: 'oi' }], ['Comtele', { Id: 'm', Sender: '11987654321', Content: 'oi' }], ['Sinch', { id: 'm', from: '5511987654321', body: 'oi', type: 'mo_text', received_at: '2026-01-02T03:04:05.678Z' }],
  ])('a message of %s is understood as it comes', ([, body]) => {
    expect(read(body)).toMatchObject({ events: [{ type: 'message', id: 'm', chat: '+5511987654321', parts: [{ kind: 'text', text: 'oi' }] }] })
  })

  test.for([
    ['Vonage', { msisdn: '5511987654321', messageId: 'm', status: 'delivered', 'err-code': '0' }], ['Infobip', { results: [{ messageId: 'm', to: '5511987654321', status: { id: 5, groupName: 'DELIVERED', name: 'DELIVERED_TO_HANDSET' } }] }],
    ['Zenvia', { id: 'event', type: 'MESSAGE_STATUS', messageId: 'm', messageStatus: { code: 'DELIVERED' } }],
  ])('a receipt of %s is understood as it comes', ([, body]) => {
    expect(read(body)).toMatchObject({ events: [{ type: 'receipt', target: 'm', state: 'delivered' }] })
  })

  test('old systems write in windows-1252', () => {
    for (const rawBody of [Buffer.from('id=m&from=28398&text=N%E3o'), Buffer.from('{"id":"m","from":"28398","text":"N\xe3o"}', 'latin1')]) expect(parse({ rawBody, url: new URL('https://recado.test/') })).toMatchObject({ events: [{ parts: [{ text: 'Não' }] }] })
  })

  test('a message without an id is known by who, when and what', () => {
    const message = { from: '28398', text: 'oi', at: '2026-01-02T03:04:05Z' }
    const id = (body: object) => (read(body).events[0] as { id: string }).id
    expect(id(message)).toBe(id({ ...message }))
    expect(new Set([id(message), id({ ...message, text: 'oi!' }), id({ ...message, from: '28399' }), id({ ...message, at: '2026-01-02T03:04:06Z' })]).size).toBe(4)
  })

  test('a message may carry the state “received”, a receipt too', () => {
    expect(states({ id: 'm1', from: '28398', text: 'oi', status: 'received' })).toEqual(['message'])
    expect(states({ id: 'm1', status: 'received' })).toEqual(['delivered'])
    expect(states({ id: 'm1', from: '28398', text: 'the text we sent', status: 'DELIVERED' })).toEqual(['delivered'])
  })

  test('states of its own are named in the address, and win over the usual ones', () => {
    expect(states([{ id: 'a', status: 1 }, { id: 'b', status: 'OK' }, { id: 'c', status: 'expired' }], '?delivered=1,ok&sent=expired')).toEqual(['delivered', 'delivered', 'sent'])
  })

  test('times are ISO, seconds or milliseconds; anything else is the moment of arrival', () => {
    const at = (value: unknown) => read({ id: 'm', from: '28398', text: 'oi', at: value }).events[0]!.at?.toISOString()
    expect([at('2026-01-02T03:04:05+00:00'), at(1_767_323_045), at('1767323045000')]).toEqual(Array(3).fill('2026-01-02T03:04:05.000Z'))
    expect([at('02/01/2026'), at('now'), at(-1)]).toEqual(Array(3).fill(undefined))
  })

  test('with any values and any names is read without a throw', () => {
    const item = fc.dictionary(fc.constantFrom('id', 'from', 'text', 'status', 'at', 'error', '__proto__'), fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.jsonValue()))
    fc.assert(fc.property(fc.oneof(item, fc.array(item), fc.record({ messages: fc.array(item) })), fc.webQueryParameters(), (body, query) => {
      for (const event of read(body, `?${query}`).events) expect(Number.isNaN(event.at?.getTime())).toBe(false)
    }))
  })
})
