import { Part, RemoteMediaPart, type InboundEvent } from '@recado/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProviderTroubled, events as declared } from '../events.ts'
import { eventsOf, readBody } from './body.ts'
import { bodyOf, numberId, recorded, said } from './payloads.rig.ts'

const read = (body: unknown, number: string | undefined = numberId): InboundEvent[] => {
  const found = readBody(new TextEncoder().encode(JSON.stringify(body)))
  return found ? eventsOf(found, number) : []
}

const [customer, ours] = ['5511987654321', '551140000000']

describe('a webhook of the Cloud API', () => {
  test('every entry, change, message and status of a batch is read, in order', () => {
    const all = recorded.flatMap(({ changes }) => changes)
    const batch = {
      object: 'whatsapp_business_account',
      entry: [
        { id: '102290129340398', changes: all.slice(0, 20) },
        { id: '102290129340398', changes: all.slice(20) },
      ],
    }
    expect(read(batch)).toEqual(recorded.flatMap(({ events }) => events))
    const two = said({ type: 'text', text: { body: 'um' } })
    const messages = (two.value as unknown as { messages: object[] }).messages
    expect(
      read(bodyOf({ ...two, value: { ...two.value, messages: [messages[0], { ...messages[0], id: 'wamid.2' }] } })).map(
        (event) => 'id' in event && event.id,
      ),
    ).toEqual(['wamid.1', 'wamid.2'])
  })

  test('another number of the account is passed over; without a number everything counts', () => {
    const one = bodyOf(said({ type: 'text', text: { body: 'Oi' } }))
    expect(read(one, '999999')).toEqual([])
    expect(read(one, undefined)).toHaveLength(1)
  })

  test.for([
    [
      'a place without words',
      { type: 'location', location: { latitude: '-23.5', longitude: '-46.6', name: '', address: ' ' } },
      { kind: 'location', lat: -23.5, lng: -46.6 },
    ],
    [
      'a card of a company with empty fields',
      {
        type: 'contacts',
        contacts: [
          {
            name: { formatted_name: '', first_name: ' ' },
            phones: [{ phone: '', wa_id: customer }, { phone: '' }],
            emails: [{ email: '' }, { email: 'vendas@x.test ' }],
            org: { company: 'Papelaria Aurora', department: 'Vendas' },
          },
        ],
      },
      {
        kind: 'contacts',
        contacts: [
          {
            name: 'Papelaria Aurora',
            phones: [`+${customer}`],
            emails: ['vendas@x.test'],
            organisation: 'Papelaria Aurora',
          },
        ],
      },
    ],
    [
      'a card with three names',
      {
        type: 'contacts',
        contacts: [{ name: { first_name: 'Ana', middle_name: 'Maria', last_name: 'Lima' }, phones: [] }],
      },
      { kind: 'contacts', contacts: [{ name: 'Ana Maria Lima', phones: [] }] },
    ],
    [
      'a row without an id and with an empty description',
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { title: 'Trocar', description: '' } } },
      { kind: 'interactiveReply', id: 'Trocar', label: 'Trocar' },
    ],
  ] as const)('an empty field is as absent: %s', ([, message, part]) => {
    const [event] = read(bodyOf(said(message)))
    expect(event).toHaveProperty('parts', [part])
  })

  test('one odd entry spoils nothing else', () => {
    const good = said({ type: 'text', text: { body: 'Oi' } })
    const value = good.value as unknown as { messages: object[] }
    expect(
      read(
        bodyOf(
          {
            ...good,
            value: {
              ...good.value,
              messages: [null, 7, { type: 'text' }, ...value.messages],
              statuses: 'none',
              contacts: [null],
            },
          },
          { field: 'messages', value: null as never },
        ),
      ),
    ).toMatchObject([{ type: 'message', id: 'wamid.1' }])
  })

  test.for([
    ['a customer’s, which names our number as its reader', { from: customer, to: ours }, customer],
    ['ours', { from: ours, to: customer }, customer],
    ['ours to somebody without a number', { from: ours, to_user_id: 'BR.1' }, 'BR.1'],
    ['of somebody without a number', { from_user_id: 'BR.1', to: ours }, 'BR.1'],
  ] as const)('a file of the past takes its place in the chat of the customer: %s', ([, parties, chat]) => {
    const image = { id: '99', mime_type: 'image/jpeg' }
    const value = {
      metadata: { display_phone_number: '+55 11 4000-0000', phone_number_id: numberId },
      messages: [{ ...parties, id: 'wamid.p', timestamp: '1780000000', type: 'image', image }],
    }
    expect(read(bodyOf({ field: 'history', value }))).toMatchObject([{ type: 'edit', completes: true, chat }])
  })

  test.for([
    { recipient_participant_id: customer },
    { recipient_participant_user_id: 'BR.1', recipient_type: 'group' },
    { recipient_type: 'GROUP' },
  ])('what one of a group has read is not read by everybody: %j', (who) => {
    const status = { id: 'wamid.g', status: 'read', timestamp: '1780000000', recipient_id: 'G1', ...who }
    expect(read(bodyOf({ field: 'messages', value: { statuses: [status] } }))).toMatchObject([{ state: 'delivered' }])
  })

  test('a card without a written name has the names of its parts', () => {
    const contacts = [{ name: { formatted_name: '', first_name: 'Caio', last_name: 'Sá' }, phones: [] }]
    expect(read(bodyOf(said({ type: 'contacts', contacts })))).toMatchObject([
      { parts: [{ contacts: [{ name: 'Caio Sá' }] }] },
    ])
  })

  test('a message without anybody who could be answered is passed over', () => {
    expect(
      read(
        bodyOf({
          field: 'messages',
          value: { messages: [{ id: 'wamid.1', timestamp: '1', type: 'text', text: { body: 'x' } }] },
        }),
      ),
    ).toEqual([])
  })

  test('notices are ones that the plugin declares, with a payload that fits', () => {
    const schemas = new Map(declared.map((event) => [event.name as string, event.schema]))
    const notices = recorded.flatMap(({ events }) => events).filter((event) => event.type === 'notice')
    expect(notices.length).toBeGreaterThan(6)
    for (const notice of notices)
      expect(
        schemas.get(notice.event)!.safeParse({ ...notice.data, connectionId: '01a2003a-9b6b-764d-a03e-5e94c4992f9f' }),
        notice.event,
      ).toMatchObject({ success: true })
    expect(schemas.has(ProviderTroubled.name)).toBe(true)
  })

  test('whatever stands in the fields, nothing throws and every part can be stored', () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('', '0', -1, 1e308, null, [], {}, 'x'.repeat(3_000), '\u0000', '253402300800'),
    )
    const types = fc.constantFrom(
      'text',
      'image',
      'audio',
      'video',
      'document',
      'sticker',
      'location',
      'contacts',
      'interactive',
      'button',
      'order',
      'reaction',
      'edit',
      'revoke',
      'media_placeholder',
      'system',
      '__proto__',
      'constructor',
      'zzz',
    )
    const content = types.chain((type) =>
      fc.record(
        {
          type: fc.constant(type),
          [type]: odd,
          id: fc.oneof(fc.constant('wamid.1'), odd),
          from: fc.oneof(fc.constant('5511987654321'), odd),
          from_user_id: fc.oneof(fc.constant('BR.1'), odd),
          timestamp: odd,
          context: odd,
          referral: odd,
          errors: odd,
        },
        { requiredKeys: ['type'] },
      ),
    )
    const value = fc.record(
      {
        metadata: odd,
        contacts: odd,
        messages: fc.oneof(fc.array(content, { maxLength: 4 }), odd),
        statuses: odd,
        errors: odd,
        message_echoes: fc.oneof(fc.array(content), odd),
        history: odd,
        user_id_update: odd,
      },
      { requiredKeys: [] },
    )
    const fields = fc.constantFrom(
      'messages',
      'user_id_update',
      'smb_message_echoes',
      'history',
      'message_template_status_update',
      'message_template_components_update',
      'account_update',
      'toString',
    )
    fc.assert(
      fc.property(fc.array(fc.record({ field: fields, value: fc.oneof(value, odd) }), { maxLength: 4 }), (changes) => {
        for (const event of read(bodyOf(...(changes as never[])), undefined)) {
          for (const part of 'parts' in event ? event.parts : [])
            expect((part.kind === 'remoteMedia' ? RemoteMediaPart : Part).safeParse(part)).toMatchObject({
              success: true,
            })
        }
      }),
      { numRuns: 300 },
    )
  })
})
