import { createHash } from 'node:crypto'
import {
  ChannelError,
  splitText,
  toAsteriskMarkup,
  type ConnectionId,
  type MediaPart,
  type Part,
  type SendKey,
} from '@recado/sdk'
import { writeCards } from '@recado/sdk/server'
import { maxCaption, maxText } from '../channel/limits.ts'

/** One message: the call that sends it and its fields; `file` is a stored file that belongs under that field. */
export interface Step {
  readonly call: 'text' | 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'location' | 'contact'
  readonly fields: Readonly<Record<string, unknown>>
  readonly file?: { readonly field: string; readonly part: MediaPart; readonly mime: string }
}

const mark = (connection: ConnectionId, digits: string): string =>
  createHash('sha256').update(`${connection}:${digits}`).digest('hex').slice(0, 6).toUpperCase()
const prefix = '3EB0'
const digitsLength = 12

/**
 * The id of a message: the same for every attempt, so that people have one that was sent again once. In the form of the
 * ids that WhatsApp Web makes; its end tells this connection that the message is its own.
 */
export function messageIdFor(connection: ConnectionId, key: SendKey, step: number): string {
  const digits = createHash('sha256').update(`${key}:${step}`).digest('hex').slice(0, digitsLength).toUpperCase()
  return prefix + digits + mark(connection, digits)
}

/** Whether this connection made an id. */
export function isOwnId(connection: ConnectionId, id: string): boolean {
  const digits = id.slice(prefix.length, prefix.length + digitsLength)
  return id === prefix + digits + mark(connection, digits)
}

/**
 * The messages that say these parts, in order. Pure.
 * @throws ChannelError `unsupported` for what WhatsApp does not carry
 */
export const planOf = (parts: readonly Part[]): Step[] => parts.flatMap(stepsOf)

function stepsOf(part: Part): Step[] {
  switch (part.kind) {
    case 'text':
      return textSteps(part.format === 'markdown' ? toAsteriskMarkup(part.text) : part.text)
    case 'html':
      return textSteps(part.text)
    case 'media':
      return mediaSteps(part)
    case 'location':
      return [
        {
          call: 'location',
          fields: { Latitude: part.lat, Longitude: part.lng, Name: part.name ?? part.address ?? '' },
        },
      ]
    case 'contacts':
      return part.contacts.map((contact) => ({
        call: 'contact',
        fields: { Name: contact.name, Vcard: writeCards([contact]).trim() },
      }))
    case 'interactiveReply':
      return textSteps(part.label)
    case 'interactive':
      return textSteps(withChoices(part))
    case 'template':
    case 'letterHead':
    case 'poll':
    case 'pendingMedia':
    case 'unsupported':
      throw unsupported(`a part of kind ${part.kind} cannot be sent`)
  }
}

export const unsupported = (message: string): ChannelError =>
  new ChannelError({ kind: 'unsupported', code: 'UNSUPPORTED', message, certain: true })

const textSteps = (text: string): Step[] =>
  splitText(text, maxText).map((piece) => ({ call: 'text', fields: { Body: piece } }))

/** People do not see buttons of a linked device: they answer with the number or the words. */
function withChoices({ body, buttons = [], list = [] }: Extract<Part, { kind: 'interactive' }>): string {
  const choices = [...buttons, ...list]
  return [body, '', ...choices.map(({ label, hint }, n) => `${n + 1}. ${hint ? `${label} — ${hint}` : label}`)].join(
    '\n',
  )
}

const calls = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
  document: 'document',
  sticker: 'sticker',
} as const
const fieldNames = { image: 'Image', video: 'Video', audio: 'Audio', document: 'Document', sticker: 'Sticker' } as const

function mediaSteps(part: MediaPart): Step[] {
  const call = calls[part.as]
  const words = part.caption === undefined ? '' : toAsteriskMarkup(part.caption)
  const isCaption = (call === 'image' || call === 'video' || call === 'document') && words.length <= maxCaption
  const step: Step = {
    call,
    fields: {
      ...(isCaption && words !== '' && { Caption: words }),
      ...(call === 'audio' && { PTT: part.as === 'voice', Seconds: Math.round(part.seconds ?? 0) }),
      ...(call === 'document' && { FileName: part.name ?? 'document', MimeType: part.mime }),
    },
    file: {
      field: fieldNames[call],
      part,
      // A document of any type is taken as bytes, a recording in the one form that phones play.
      mime: call === 'document' ? 'application/octet-stream' : call === 'audio' ? 'audio/ogg' : part.mime,
    },
  }
  return isCaption || words === '' ? [step] : [step, ...textSteps(words)]
}
