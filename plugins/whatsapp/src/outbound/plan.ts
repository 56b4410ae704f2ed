import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ChannelError, splitText, toAsteriskMarkup, type MediaPart, type Part, type SendKey } from '@recado/sdk'
import { writeCards } from '@recado/sdk/server'
import type { AnyMessageContent } from 'baileys'
import { maxCaption, maxText } from '../channel/limits.ts'

/** One message of WhatsApp. `file` is the stored file whose bytes belong into `content`. */
export interface Step {
  readonly content: (file: FileSource | undefined) => AnyMessageContent
  readonly file?: MediaPart
}
/** A stored file as Baileys takes it. */
export interface FileSource {
  readonly stream: { readonly stream: Readable }
  readonly mime: string
  readonly name: string
}

/**
 * The messages that say these parts, in order. Pure.
 * @throws ChannelError `unsupported` for what WhatsApp does not carry
 */
export const planOf = (parts: readonly Part[]): Step[] => parts.flatMap(stepsOf)

/**
 * The id of a message: the same for every attempt, so that phones and the server show one that was sent again once. In
 * the form of the ids that WhatsApp Web makes.
 */
export const messageIdFor = (key: SendKey, step: number): string =>
  `3EB0${createHash('sha256').update(`${key}:${step}`).digest('hex').slice(0, 18).toUpperCase()}`

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
          content: () => ({
            location: {
              degreesLatitude: part.lat,
              degreesLongitude: part.lng,
              ...(part.name !== undefined && { name: part.name }),
              ...(part.address !== undefined && { address: part.address }),
            },
          }),
        },
      ]
    case 'contacts': {
      const [first] = part.contacts
      const contacts = part.contacts.map((contact) => ({
        displayName: contact.name,
        vcard: writeCards([contact]).trim(),
      }))
      return [{ content: () => ({ contacts: { displayName: first?.name ?? '', contacts } }) }]
    }
    case 'interactiveReply':
      return textSteps(part.label)
    case 'interactive':
      return textSteps(numbered(part))
    case 'template':
    case 'pendingMedia':
    case 'unsupported':
      throw unsupported(`a part of kind ${part.kind}`)
  }
}

/** Choices as text: WhatsApp shows no buttons of a linked device, and people answer with the number or the words. */
const numbered = ({ body, buttons = [], list = [] }: Extract<Part, { kind: 'interactive' }>): string =>
  [
    body,
    '',
    ...[...buttons, ...list].map(({ label, hint }, index) => `${index + 1}. ${label}${hint ? ` — ${hint}` : ''}`),
  ].join('\n')

const textSteps = (text: string): Step[] =>
  splitText(text, maxText).map((piece) => ({ content: () => ({ text: piece }) }))

function mediaSteps(part: MediaPart): Step[] {
  const words = part.caption === undefined ? '' : toAsteriskMarkup(part.caption)
  const holdsCaption = part.as === 'image' || part.as === 'video' || part.as === 'document'
  const caption = holdsCaption && words !== '' && words.length <= maxCaption ? { caption: words } : {}
  const step: Step = { file: part, content: (file) => fileContent(part, file!, caption) }
  return words === '' || 'caption' in caption ? [step] : [step, ...textSteps(words)]
}

/** Without a thumbnail and with a length of its own: Baileys would work both out of the whole file. */
function fileContent(
  part: MediaPart,
  { stream, mime, name }: FileSource,
  caption: { caption?: string },
): AnyMessageContent {
  const seconds = Math.round(part.seconds ?? 0)
  switch (part.as) {
    case 'image':
      return { image: stream, mimetype: mime, jpegThumbnail: '', ...caption } as AnyMessageContent
    case 'video':
      return { video: stream, mimetype: mime, jpegThumbnail: '', seconds, ...caption } as AnyMessageContent
    case 'audio':
      return { audio: stream, mimetype: mime, seconds, ptt: false } as AnyMessageContent
    case 'voice':
      return { audio: stream, mimetype: 'audio/ogg; codecs=opus', seconds, ptt: true } as AnyMessageContent
    case 'sticker':
      return { sticker: stream, mimetype: mime } as AnyMessageContent
    case 'document':
      return { document: stream, mimetype: mime, fileName: name, ...caption } as AnyMessageContent
  }
}

const unsupported = (what: string): ChannelError =>
  new ChannelError({ kind: 'unsupported', code: 'UNSUPPORTED', message: `${what} cannot be sent`, certain: true })
