import { isSupported, mediaLevel, mint, plainText, Refusal, type ChannelCapabilities, type Level, type MediaId, type MediaKind, type Part } from '@recado/contracts'

/** A stored file that is about to be sent. */
export interface StoredFile { readonly id: string; readonly mime: string; readonly bytes: number; readonly name: string | null }

const passes = (level: Level): boolean => isSupported(level) || level === 'fallback'

/** Browsers record into containers that are sniffed as films. */
const isRecording = (mime: string): boolean => mime.startsWith('audio/') || mime === 'video/webm' || mime === 'video/mp4'

/** Which kind of media a file is sent as: a voice note as such where the channel has them, else by its sniffed type, falling back to a document. */
export function mediaKindOf(mime: string, capabilities: ChannelCapabilities, voice = false): MediaKind {
  if (voice && isRecording(mime) && passes(mediaLevel(capabilities.media.voice, mime))) return 'voice'
  const family = mime.split('/', 1)[0]
  const natural = family === 'image' || family === 'video' || family === 'audio' ? family : 'document'
  return passes(mediaLevel(capabilities.media[natural], mime)) ? natural : 'document'
}

/** The type a file has to be converted to before the channel takes it; undefined for one that goes as it is. */
export function conversionOf(mime: string, capabilities: ChannelCapabilities, voice = false): string | undefined {
  const capability = capabilities.media[mediaKindOf(mime, capabilities, voice)]
  if (mediaLevel(capability, mime) !== 'fallback') return undefined
  return Object.entries(capability!.mime).find(([type, level]) => level === 'full' && !type.includes('*'))?.[0]
}

/**
 * Splits what an agent wrote and attached into messages the channel can carry: one per file, the text as the first
 * file's caption where the channel allows it. Refuses what the capabilities exclude before anything is stored.
 */
export function composeMessages(text: string, files: readonly StoredFile[], capabilities: ChannelCapabilities, voice = false): (readonly [Part, ...Part[]])[] {
  if (text === '' && files.length === 0) throw new Refusal('ERR_CREATING_MESSAGE')
  if ([...text].length > capabilities.text.maxLength) throw new Refusal('ERR_MESSAGE_TOO_LONG', { limit: capabilities.text.maxLength })
  const written: Part = { kind: 'text', text, format: 'plain' }
  if (files.length === 0) return [[written]]

  const media = files.map((file): Part => {
    const as = mediaKindOf(file.mime, capabilities, voice)
    const capability = capabilities.media[as]
    if (!passes(mediaLevel(capability, file.mime))) throw new Refusal('ERR_CHANNEL_UNSUPPORTED', { detail: file.name ?? file.mime })
    if (capability?.maxBytes !== undefined && file.bytes > capability.maxBytes) throw new Refusal('ERR_FILE_TOO_LARGE', { limit: capability.maxBytes, ...(file.name ? { detail: file.name } : {}) })
    return { kind: 'media', as, media: mint<MediaId>(file.id), mime: file.mime, bytes: file.bytes, ...(file.name ? { name: file.name } : {}) }
  })
  if (text === '') return media.map((part) => [part] as const)
  const first = media[0]!
  const capability = first.kind === 'media' ? capabilities.media[first.as] : undefined
  const captioned = capability?.caption !== undefined && isSupported(capability.caption) && [...text].length <= (capability.maxCaption ?? Infinity)
  if (captioned && first.kind === 'media') return [[{ ...first, caption: text }], ...media.slice(1).map((part) => [part] as const)]
  return [[written], ...media.map((part) => [part] as const)]
}

/** What list rows, search and notifications show of parts. */
export const bodyOf = (parts: readonly Part[]): string => plainText(parts)
