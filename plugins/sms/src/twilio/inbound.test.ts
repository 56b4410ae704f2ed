import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from './inbound.ts'

const read = (fields: Record<string, string>) =>
  parse({ rawBody: new TextEncoder().encode(new URLSearchParams(fields).toString()) })

describe('a form of Twilio', () => {
  test('what is none is answered with 400, an unknown state is taken and passed over', () => {
    expect(read({})).toMatchObject({ events: [], respond: { status: 400 } })
    expect(read({ MessageSid: 'SM1', Body: 'who?' })).toMatchObject({ events: [], respond: { status: 400 } })
    expect(read({ MessageSid: 'SM1', MessageStatus: 'constructor' })).toMatchObject({
      events: [],
      respond: { status: 200 },
    })
  })

  test('a short code and a name are people too, without a phone number', () => {
    for (const [From, id] of [
      ['28398', '28398'],
      ['NuBank', 'nubank'],
    ] as const)
      expect(read({ MessageSid: 'SM1', From, Body: 'oi' }).events).toMatchObject([{ chat: id, sender: { id } }])
    expect(read({ MessageSid: 'SM1', From: '28398', Body: 'oi' }).events[0]).not.toHaveProperty('sender.phone')
  })

  test('an empty SMS and a file of somebody else are shown as what cannot be shown', () => {
    expect(read({ MessageSid: 'SM1', From: '28398', Body: '' }).events).toMatchObject([
      { parts: [{ kind: 'unsupported' }] },
    ])
    for (const MediaUrl0 of [
      'https://evil.example/x',
      'nothing',
      'https://api.twilio.com/2010-04-01/Accounts/AC1.json',
    ]) {
      expect(read({ MessageSid: 'SM1', From: '28398', NumMedia: '1', MediaUrl0 }).events).toMatchObject([
        { parts: [{ kind: 'unsupported' }] },
      ])
    }
    expect(
      read({
        MessageSid: 'SM1',
        From: '28398',
        NumMedia: '1',
        MediaUrl0: 'https://evil.example/2010-04-01/Accounts/AC1/Messages/M1/Media/E1',
        MediaContentType0: 'audio/ogg',
      }).events,
    ).toMatchObject([
      { parts: [{ kind: 'remoteMedia', as: 'audio', ref: '/2010-04-01/Accounts/AC1/Messages/M1/Media/E1' }] },
    ])
  })

  test('with any values is read without a throw, and every text stays what it was', () => {
    const field = fc.constantFrom(
      'MessageSid',
      'From',
      'Body',
      'NumMedia',
      'MediaUrl0',
      'MediaContentType0',
      'MessageStatus',
      'ErrorCode',
      '__proto__',
    )
    fc.assert(
      fc.property(fc.dictionary(field, fc.string({ unit: 'grapheme' })), (fields) => {
        expect(Array.isArray(read(fields).events)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (Body) => {
        expect(read({ MessageSid: 'SM1', From: '+5511987654321', Body }).events).toMatchObject([
          { parts: [{ text: Body.toWellFormed() }] },
        ])
      }),
    )
  })
})
