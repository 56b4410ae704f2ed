import { toAsteriskMarkup, type Part } from '@recado/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf } from './address.ts'
import { planOf } from './plan.ts'

const uploaded = { id: '77', mime: 'audio/ogg', name: 'voz.ogg' }
const plan = (...parts: Part[]) =>
  planOf(parts, { listButton: 'Opções' }).map((step) => [step.type, step.content(step.file && uploaded)])
const media = (as: 'image' | 'voice' | 'audio' | 'document' | 'sticker', extra: object = {}): Part => ({
  kind: 'media',
  as,
  media: 'm' as never,
  mime: 'x/y',
  ...extra,
})

describe('messages of the Cloud API', () => {
  test('texts, with a preview where there is a link, in pieces where they are too long', () => {
    expect(plan({ kind: 'text', text: 'Oi', format: 'plain' })).toEqual([['text', { body: 'Oi', preview_url: false }]])
    expect(plan({ kind: 'text', text: '**Oi** [site](https://x.test)', format: 'markdown' })).toEqual([
      ['text', { body: '*Oi* site (https://x.test)', preview_url: true }],
    ])
    expect(plan({ kind: 'text', text: 'x'.repeat(5_000), format: 'plain' })).toHaveLength(2)
  })

  test('files by their id; a caption that cannot be one follows as a message', () => {
    expect(plan(media('image', { caption: 'olha' }))).toEqual([['image', { id: '77', caption: 'olha' }]])
    expect(plan(media('document', { name: 'conta.pdf' }))).toEqual([['document', { id: '77', filename: 'conta.pdf' }]])
    expect(plan(media('voice'))).toEqual([['audio', { id: '77', voice: true }]])
    expect(plan(media('audio', { caption: 'ouça' }))).toEqual([
      ['audio', { id: '77' }],
      ['text', { body: 'ouça', preview_url: false }],
    ])
    expect(plan(media('image', { caption: 'x'.repeat(1_025) })).map(([type]) => type)).toEqual(['image', 'text'])
    expect(plan(media('sticker', { caption: 'x' }))).toEqual([['sticker', { id: '77' }]])
  })

  test('a recording that is no ogg is sent as a file that can be played', () => {
    const [step] = planOf([media('voice')], { listButton: 'x' })
    expect(step!.content({ ...uploaded, mime: 'audio/mp4' })).toEqual({ id: '77' })
  })

  test('places and people', () => {
    expect(
      plan(
        { kind: 'location', lat: 1, lng: 2, name: 'Loja' },
        { kind: 'contacts', contacts: [{ name: 'Bia', phones: ['+55 11 98765-0000', '190'] }] },
      ),
    ).toEqual([
      ['location', { latitude: 1, longitude: 2, name: 'Loja' }],
      [
        'contacts',
        [
          {
            name: { formatted_name: 'Bia', first_name: 'Bia' },
            phones: [
              { phone: '+55 11 98765-0000', type: 'CELL', wa_id: '5511987650000' },
              { phone: '190', type: 'CELL' },
            ],
          },
        ],
      ],
    ])
  })

  test('up to three short choices are buttons, up to ten a list, everything else numbered text', () => {
    const choices = (count: number, label = 'Opção') =>
      Array.from({ length: count }, (_, index) => ({ id: String(index), label: `${label} ${index}` }))
    expect(plan({ kind: 'interactive', body: 'Escolha', buttons: choices(2) })).toEqual([
      [
        'interactive',
        {
          type: 'button',
          body: { text: 'Escolha' },
          action: {
            buttons: [
              { type: 'reply', reply: { id: '0', title: 'Opção 0' } },
              { type: 'reply', reply: { id: '1', title: 'Opção 1' } },
            ],
          },
        },
      ],
    ])
    expect(plan({ kind: 'interactive', body: 'Escolha', list: [{ id: 's', label: 'Suporte', hint: '24 h' }] })).toEqual(
      [
        [
          'interactive',
          {
            type: 'list',
            body: { text: 'Escolha' },
            action: { button: 'Opções', sections: [{ rows: [{ id: 's', title: 'Suporte', description: '24 h' }] }] },
          },
        ],
      ],
    )
    expect(plan({ kind: 'interactive', body: 'Escolha', buttons: choices(4) })[0]).toMatchObject([
      'interactive',
      { type: 'list' },
    ])
    for (const part of [
      { buttons: choices(11) },
      { buttons: choices(2, 'um rótulo que é longo demais') },
      { list: [{ id: 'x'.repeat(201), label: 'x' }] },
      { buttons: [...choices(1), ...choices(1)] },
    ]) {
      expect(plan({ kind: 'interactive', body: 'Escolha', ...part })[0], JSON.stringify(part)).toMatchObject([
        'text',
        { body: expect.stringContaining('Escolha\n1. ') },
      ])
    }
  })

  test('templates with their values and their header’s file', () => {
    expect(plan({ kind: 'template', name: 'pedido', language: 'pt_BR', vars: { 1: 'Ana', 2: '42' } })).toEqual([
      [
        'template',
        {
          name: 'pedido',
          language: { code: 'pt_BR' },
          components: [
            {
              type: 'body',
              parameters: [
                { type: 'text', text: 'Ana' },
                { type: 'text', text: '42' },
              ],
            },
          ],
        },
      ],
    ])
    expect(plan({ kind: 'template', name: 'oi', language: 'en', vars: {} })).toEqual([
      ['template', { name: 'oi', language: { code: 'en' } }],
    ])
    const [step] = planOf([{ kind: 'template', name: 'foto', language: 'en', vars: {}, header: 'm' as never }], {
      listButton: 'x',
    })
    expect(step!.content({ id: '77', mime: 'image/png', name: 'a.png' })).toMatchObject({
      components: [{ type: 'header', parameters: [{ type: 'image', image: { id: '77' } }] }],
    })
  })

  test('what WhatsApp cannot say is refused before anything is sent', () => {
    for (const part of [
      { kind: 'unsupported', note: 'x' },
      { kind: 'pendingMedia', as: 'image', state: 'fetching' },
    ] satisfies Part[])
      expect(() => plan(part)).toThrow(expect.objectContaining({ kind: 'unsupported', certain: true }))
  })
})

describe('markup', () => {
  test.for([
    ['**forte**, *forte* e _leve_', '*forte*, *forte* e _leve_'],
    ['~~velho~~ `a < b`', '~velho~ `a < b`'],
    ['2 * 3 * 4 e snake_case_name', '2 * 3 * 4 e snake_case_name'],
    ['```js\nif (a) {}\n```', '```if (a) {}```'],
    ['[https://x.test](https://x.test)', 'https://x.test'],
    ['_já é_', '_já é_'],
  ] as const)('%s', ([markdown, expected]) => expect(toAsteriskMarkup(markdown)).toBe(expected))

  test('never makes a text longer', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('*', '_', '~', '`', '[', ']', '(', ')', 'a', ' ', '\n', 'https://x.y'),
          maxLength: 60,
        }),
        (markdown) => {
          expect(toAsteriskMarkup(markdown).length).toBeLessThanOrEqual(markdown.length)
        },
      ),
    )
  })
})

test('a conversation is addressed by number, user id or group', () => {
  expect([
    addressOf('5511987654321' as never),
    addressOf('BR.13491208655302741918' as never),
    addressOf('US.ENT.9aZ' as never),
    addressOf('Y2FwaV9ncm91cDox' as never),
  ]).toEqual([
    { recipient_type: 'individual', to: '5511987654321' },
    { recipient_type: 'individual', recipient: 'BR.13491208655302741918' },
    { recipient_type: 'individual', recipient: 'US.ENT.9aZ' },
    { recipient_type: 'group', to: 'Y2FwaV9ncm91cDox' },
  ])
})
