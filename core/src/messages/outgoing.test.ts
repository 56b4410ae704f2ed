import { mediaKindOf, type ChannelCapabilities, type MediaId, type Part } from '@recado/contracts'
import { describe, expect, test } from 'vitest'
import { composeMessages, conversionOf, reworded, rewritten, signedPart } from './outgoing.ts'
import type { MessageParts } from '../tables/scheduled-message.table.ts'

const capabilities = {
  text: { maxLength: 4_096, format: 'plain' },
  media: {
    voice: { mime: { 'audio/ogg': 'full', 'audio/*': 'fallback', 'video/webm': 'fallback' } },
    audio: { mime: { 'audio/mpeg': 'full', 'audio/ogg': 'full' } },
    document: { mime: { '*/*': 'full' } },
  },
} as unknown as ChannelCapabilities

describe('a recording', () => {
  test.for([
    ['audio/ogg', undefined],
    ['audio/mp4', 'audio/ogg'],
    ['video/webm', 'audio/ogg'],
  ] as const)('%s as a voice note', ([mime, converted]) => {
    expect(mediaKindOf(mime, capabilities, true)).toBe('voice')
    expect(conversionOf(mime, capabilities, true)).toBe(converted)
  })

  test('a film is no voice note, and without saying so a sound is a sound', () => {
    expect(mediaKindOf('video/quicktime', capabilities, true)).toBe('document')
    expect(mediaKindOf('audio/mpeg', capabilities)).toBe('audio')
    expect(conversionOf('audio/mpeg', capabilities)).toBeUndefined()
  })

  test('where a channel has no voice notes it goes as what it is', () => {
    const { voice: _voice, ...media } = capabilities.media
    expect(mediaKindOf('audio/mpeg', { ...capabilities, media }, true)).toBe('audio')
  })

  test('is accepted before it is converted', () => {
    expect(
      composeMessages(
        { text: '', files: [{ id: 'm', mime: 'video/webm', bytes: 10, name: null }], voice: true },
        capabilities,
      ),
    ).toEqual([[{ kind: 'media', as: 'voice', media: 'm', mime: 'video/webm', bytes: 10 }]])
  })
})

describe('words of a part of its own', () => {
  const text = { kind: 'text', text: 'Oi', format: 'plain' } as const
  const file = { kind: 'media', as: 'document', media: 'm' as MediaId, mime: 'application/pdf' } as const
  test('are signed like any others, a caption too; a file without words is not', () => {
    expect(signedPart(text, 'Ana', capabilities)).toEqual({ ...text, text: 'Ana:\nOi' })
    expect(signedPart({ ...file, caption: 'Segue' }, 'Ana', capabilities)).toMatchObject({ caption: 'Ana:\nSegue' })
    expect(signedPart(file, 'Ana', capabilities)).toEqual(file)
    expect(signedPart(text, null, capabilities)).toEqual(text)
  })
})

describe('another text', () => {
  const captions = {
    ...capabilities,
    media: {
      document: { mime: { '*/*': 'full' }, caption: 'full', maxCaption: 10 },
      sticker: { mime: { 'image/webp': 'full' } },
    },
  } as unknown as ChannelCapabilities
  const text = (said: string): MessageParts => [{ kind: 'text', text: said, format: 'plain' }]
  const file = (as: 'document' | 'sticker', caption?: string): MessageParts => [
    {
      kind: 'media',
      as,
      media: 'm' as MediaId,
      mime: 'image/webp',
      seconds: 2,
      ...(caption !== undefined && { caption }),
    },
  ]
  const place: MessageParts = [{ kind: 'location', lat: 1, lng: 2 }]

  test.for([
    [
      'in the place of the old one',
      [text('Oi'), file('sticker'), file('document', 'Nota')],
      'Olá',
      [text('Olá'), file('sticker'), file('document', 'Nota')],
    ],
    [
      'as the caption of the first file alone',
      [file('document', 'Um'), file('document', 'Dois')],
      'Três',
      [file('document', 'Três'), file('document', 'Dois')],
    ],
    ['before a file that has no captions', [file('sticker')], 'Olá', [text('Olá'), file('sticker')]],
    [
      'before a file when it is too long for a caption',
      [file('document', 'Um')],
      'mais de dez letras',
      [text('mais de dez letras'), file('document')],
    ],
    ['before a place', [place], 'Aqui', [text('Aqui'), place]],
    ['none', [text('Oi'), place], '', [place]],
    ['no caption', [file('document', 'Um')], '', [file('document')]],
  ] as const)('%s', ([, before, said, after]) => {
    expect(rewritten(before, said, captions)).toEqual(after)
  })

  test('is refused where nothing would be left, and beyond what the channel takes', () => {
    expect(() => rewritten([text('Oi')], '', captions)).toThrow('ERR_CREATING_MESSAGE')
    expect(() => rewritten([text('Oi')], 'x'.repeat(4_097), captions)).toThrow('ERR_MESSAGE_TOO_LONG')
  })
})

describe('a letter', () => {
  const letters = {
    ...capabilities,
    letters: true,
    text: { maxLength: 100, format: 'markdown' },
    media: { document: { mime: { '*/*': 'full' }, maxBytes: 100 } },
  } as unknown as ChannelCapabilities
  const head = { kind: 'letterHead', subject: 'Orçamento', cc: [{ address: 'bia@x.test' }] } satisfies Part
  const files = ['a.pdf', 'b.pdf'].map((name) => ({ id: name, mime: 'application/pdf', bytes: 10, name }))
  const [letter] = composeMessages({ text: 'Segue', files, parts: [head] }, letters)

  test('is one message of the head, the words and all files', () => {
    expect(letter).toMatchObject([head, { kind: 'text', text: 'Segue' }, { name: 'a.pdf' }, { name: 'b.pdf' }])
    expect(composeMessages({ text: 'Segue', files }, letters)).toMatchObject([
      [{ kind: 'text' }, { kind: 'media' }, { kind: 'media' }],
    ])
  })

  test('has words or a file: a head alone is none', () => {
    expect(() => composeMessages({ text: '', files: [], parts: [head] }, letters)).toThrow(
      expect.objectContaining({ code: 'ERR_CREATING_MESSAGE' }),
    )
    expect(() => rewritten(composeMessages({ text: 'Segue', files: [], parts: [head] }, letters), '', letters)).toThrow(
      expect.objectContaining({ code: 'ERR_CREATING_MESSAGE' }),
    )
  })

  test('is signed and changed below its head', () => {
    expect(reworded([letter!], (text) => `${text}, Ana`)).toMatchObject([[head, { text: 'Segue, Ana' }, {}, {}]])
    expect(rewritten([letter!], 'Outro', letters)).toMatchObject([[head, { text: 'Outro' }, {}, {}]])
    expect(rewritten([letter!], '', letters)).toMatchObject([[head, { name: 'a.pdf' }, { name: 'b.pdf' }]])
  })

  test('of another channel goes as messages of their own', () => {
    expect(composeMessages({ text: 'Segue', files: [], parts: [head] }, capabilities)).toMatchObject([
      [{ kind: 'text', text: 'Segue' }],
      [{ kind: 'text', text: 'Orçamento' }],
    ])
  })
})
