import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChannelCapabilities } from './capabilities.ts'
import { carry, forwardable } from './carry.ts'
import type { Part } from './content.ts'

const poor = {
  text: { maxLength: 200, format: 'plain' },
  media: { image: { mime: { 'image/png': 'full' }, maxBytes: 1_000, caption: 'full', maxCaption: 5 } },
  location: 'fallback',
  contactCard: 'rejected',
  interactive: {},
  templates: 'rejected',
} as unknown as ChannelCapabilities
const rich = {
  ...poor,
  location: 'full',
  contactCard: 'full',
  interactive: { buttons: 3, listRows: 10 },
  templates: 'full',
} as ChannelCapabilities
const image = (change: object = {}): Part =>
  ({ kind: 'media', as: 'image', media: 'm', mime: 'image/png', bytes: 10, ...change }) as never
const question = {
  kind: 'interactive',
  body: 'Qual?',
  buttons: [
    { id: 'a', label: 'Um' },
    { id: 'b', label: 'Dois', hint: 'ou mais' },
  ],
} satisfies Part

describe('content on its way through a channel', () => {
  test.each<[string, Part, ChannelCapabilities]>([
    ['a text', { kind: 'text', text: 'Oi', format: 'plain' }, poor],
    ['a file with a caption', image({ caption: 'veja' }), poor],
    ['a question', question, rich],
    ['a place', { kind: 'location', lat: 1, lng: 2 }, rich],
    ['a template', { kind: 'template', name: 't', language: 'pt', vars: {} }, rich],
  ])('%s goes as it is where the channel has it', (_what, part, channel) =>
    expect(carry(part, channel)).toEqual({ messages: [[part]], loss: null }),
  )

  test('choices become a numbered list, a place its words, a letter its text', () => {
    const words = (part: Part) =>
      carry(part, poor).messages.map(([piece]) => (piece.kind === 'text' ? piece.text : piece.kind))
    expect(words(question)).toEqual(['Qual?\n\n1. Um\n2. Dois – ou mais'])
    expect(words({ kind: 'location', lat: 1, lng: 2, name: 'Loja' })).toEqual([
      'Loja\nhttps://www.openstreetmap.org/?mlat=1&mlon=2#map=16/1/2',
    ])
    expect(words({ kind: 'html', subject: 'Pedido', text: 'Segue', media: 'm' as never })).toEqual(['Pedido\n\nSegue'])
  })
  test('of the head of a letter the subject goes on where messages are no letters, and nobody it went to', () => {
    const head = { kind: 'letterHead', subject: 'Pedido', cc: [{ address: 'bia@x.test' }] } satisfies Part
    expect(carry(head, poor)).toEqual({
      messages: [[{ kind: 'text', text: 'Pedido', format: 'plain' }]],
      loss: 'asText',
    })
    expect(carry({ kind: 'letterHead', cc: head.cc }, poor)).toEqual({ messages: [], loss: null })
    expect(carry(head, { ...poor, letters: true })).toEqual({ messages: [[head]], loss: null })
    expect(forwardable([head, { kind: 'letterHead', cc: head.cc }])).toEqual([
      { kind: 'text', text: 'Pedido', format: 'plain' },
    ])
  })
  test('too many choices for the channel are a list too', () => {
    expect(
      carry({ ...question, buttons: Array.from({ length: 4 }, (_, id) => ({ id: String(id), label: `${id}` })) }, rich),
    ).toMatchObject({ loss: 'asText' })
  })
  test('a caption that does not fit follows as a message', () => {
    expect(carry(image({ caption: 'comprida' }), poor)).toEqual({
      messages: [[image()], [{ kind: 'text', text: 'comprida', format: 'plain' }]],
      loss: 'caption',
    })
  })
  test.each<[string, Part]>([
    ['tooLong', { kind: 'text', text: 'x'.repeat(201), format: 'plain' }],
    ['tooLarge', image({ bytes: 1_001 })],
    ['unsupported', image({ mime: 'image/tiff' })],
    ['unsupported', { kind: 'contacts', contacts: [{ name: 'Ana', phones: [] }] }],
    ['unsupported', { kind: 'pendingMedia', as: 'image', state: 'fetching' }],
  ])('%s: what cannot go stays', (loss, part) => expect(carry(part, poor)).toEqual({ messages: [], loss }))

  test('no text that leaves is longer than the channel allows, and nothing disappears without being told', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300 }),
        fc.array(fc.string({ maxLength: 80 }), { maxLength: 5 }),
        fc.boolean(),
        (body, labels, isRich) => {
          const channel = isRich ? rich : poor
          const { messages, loss } = carry(
            { kind: 'interactive', body, buttons: labels.map((label, id) => ({ id: String(id), label })) },
            channel,
          )
          for (const [piece] of messages)
            if (piece.kind === 'text') expect([...piece.text].length).toBeLessThanOrEqual(channel.text.maxLength)
          expect(messages.length > 0 || loss !== null).toBe(true)
        },
      ),
    )
  })
})
