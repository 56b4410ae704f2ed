import type { ChannelCapabilities } from '@recado/contracts'
import { describe, expect, test } from 'vitest'
import { composeMessages, conversionOf, mediaKindOf } from './outgoing.ts'

const capabilities = {
  text: { maxLength: 4_096, format: 'plain' },
  media: {
    voice: { mime: { 'audio/ogg': 'full', 'audio/*': 'fallback', 'video/webm': 'fallback' } },
    audio: { mime: { 'audio/mpeg': 'full', 'audio/ogg': 'full' } },
    document: { mime: { '*/*': 'full' } },
  },
} as unknown as ChannelCapabilities

describe('a recording', () => {
  test.for([['audio/ogg', undefined], ['audio/mp4', 'audio/ogg'], ['video/webm', 'audio/ogg']] as const)('%s as a voice note', ([mime, converted]) => {
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
    expect(composeMessages('', [{ id: 'm', mime: 'video/webm', bytes: 10, name: null }], capabilities, true)).toEqual([[{ kind: 'media', as: 'voice', media: 'm', mime: 'video/webm', bytes: 10 }]])
  })
})
