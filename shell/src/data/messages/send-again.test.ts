import { ApiError } from '@recado/sdk/ui'
import { expect, test } from 'vitest'
import type { Message, Part } from '../../base/contracts.ts'
import { anyMessage, sampleId } from '../../testing/samples.ts'
import { againOf } from './send-again.ts'

const file = (n: number, name: string): Message['media'][number] => ({
  id: sampleId(n),
  url: `/media/${name}?s=1`,
  mime: 'image/webp',
  name,
  bytes: 4,
})
const failed = (part: Part, media: Message['media'] = []): Message =>
  anyMessage(1, 1, {
    fromMe: true,
    status: 'failed',
    body: 'como aparece na lista',
    parts: [part],
    media,
    quotedMsgId: sampleId(5),
  })
const sentFile = (as: 'image' | 'sticker' | 'voice', caption?: string): Part => ({
  kind: 'media',
  as,
  media: sampleId(7),
  mime: 'image/webp',
  name: 'foto.webp',
  ...(caption !== undefined && { caption }),
})

test('a text goes as it stood, answers what it answered, and is not signed a second time', () => {
  const { body, parts, files, signed, replyToId } = againOf(
    failed({ kind: 'text', text: 'Ana:\nBom dia', format: 'plain' }),
  )
  expect([body, parts, files, signed, replyToId]).toEqual(['Ana:\nBom dia', [], [], false, sampleId(5)])
})

test('a file goes as what it was and never gets its name for words', () => {
  const again = (as: 'image' | 'sticker' | 'voice', caption?: string) =>
    againOf(failed(sentFile(as, caption), [file(7, 'foto.webp')]))
  for (const as of ['image', 'sticker', 'voice'] as const)
    expect([again(as).body, again(as).parts]).toEqual(['', [{ kind: 'storedFile', path: '/media/foto.webp?s=1', as }]])
  expect(again('image', 'Veja').parts).toEqual([
    { kind: 'storedFile', path: '/media/foto.webp?s=1', as: 'image', caption: 'Veja' },
  ])
})

test('a place goes as a place; a file that is not to be had is told', () => {
  const place: Part = { kind: 'location', lat: 1, lng: 2, name: 'Loja' }
  expect(againOf(failed(place))).toMatchObject({ body: '', parts: [place] })
  expect(() => againOf(failed(sentFile('image')))).toThrow(ApiError)
})
