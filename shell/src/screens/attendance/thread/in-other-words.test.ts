import { expect, it } from 'vitest'
import type { Part } from '../../../base/contracts.ts'
import { inOtherWords } from './in-other-words.ts'

const image = (caption: string): Part => ({
  kind: 'media',
  as: 'image',
  media: '3e8b5f0e-0d5c-4f6e-9a51-2f4b1c0f7a10' as Extract<Part, { kind: 'media' }>['media'],
  mime: 'image/png',
  caption,
})
const text = (words: string, format: 'plain' | 'markdown' = 'plain'): Part => ({ kind: 'text', text: words, format })

it('a message has other words in the place of its own, and keeps its files', () => {
  expect(inOtherWords([text('*Oi*', 'markdown')], 'Hi')).toEqual([text('Hi')])
  expect(inOtherWords([text('Oi'), image('Foto'), text('Tchau')], 'Hi, photo, bye')).toEqual([
    text('Hi, photo, bye'),
    image(''),
  ])
  expect(inOtherWords([image('Foto')], 'Photo')).toEqual([image('Photo')])
})

it('what has no words of its own stays as it is', () => {
  const place: Part = { kind: 'location', lat: 1, lng: 2, name: 'Loja', address: '' }
  const { caption: _none, ...bare } = image('') as Extract<Part, { kind: 'media' }>
  expect(inOtherWords([image(''), bare, place], 'Shop')).toEqual([image(''), bare, place])
})
