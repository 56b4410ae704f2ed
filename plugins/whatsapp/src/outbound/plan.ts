import { createHash } from 'node:crypto'
import {
  ChannelError,
  splitText,
  toAsteriskMarkup,
  type MediaPart,
  type Part,
  type PollPart,
  type SendKey,
} from '@recado/sdk'
import { writeCards } from '@recado/sdk/server'
import type { proto } from 'baileys'
import type { UploadedFile } from '../media/upload.ts'
import type { SentFileType } from '../media/reference.ts'
import { maxCaption, maxText } from '../channel/limits.ts'

/** One message of WhatsApp: its content, made with the uploaded file where one belongs into it. */
export interface Step {
  readonly file?: MediaPart
  readonly poll?: PollPart
  /** The text that it says, with its links. */
  readonly text?: string
  content(uploaded: UploadedFile | undefined): proto.IMessage
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
            locationMessage: {
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
      return [
        {
          content: () =>
            contacts.length === 1
              ? { contactMessage: contacts[0]! }
              : { contactsArrayMessage: { displayName: first?.name ?? '', contacts } },
        },
      ]
    }
    case 'interactiveReply':
      return textSteps(part.label)
    case 'interactive':
      return textSteps(numbered(part))
    case 'poll':
      return [{ poll: part, content: () => pollContent(part) }]
    case 'template':
    case 'letterHead':
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
  splitText(text, maxText).map((piece) => ({
    text: piece,
    content: () => ({ extendedTextMessage: { text: piece } }),
  }))

function mediaSteps(part: MediaPart): Step[] {
  const words = part.caption === undefined ? '' : toAsteriskMarkup(part.caption)
  const holdsCaption = part.as === 'image' || part.as === 'video' || part.as === 'document'
  const caption = holdsCaption && words !== '' && words.length <= maxCaption ? { caption: words } : {}
  const step: Step = { file: part, content: (uploaded) => fileContent(part, uploaded!, caption) }
  return words === '' || 'caption' in caption ? [step] : [step, ...textSteps(words)]
}

/** Phones expect a poll of one choice as a message of another kind. */
function pollContent({ question, options, several }: PollPart): proto.IMessage {
  const poll = {
    name: question,
    options: options.map((optionName) => ({ optionName })),
    selectableOptionsCount: several ? 0 : 1,
  }
  return several ? { pollCreationMessage: poll } : { pollCreationMessageV3: poll }
}

/** How WhatsApp calls the kinds of files: a voice note is audio. */
export const fileTypeOf = ({ as }: MediaPart): SentFileType => (as === 'voice' ? 'audio' : as)

function fileContent(part: MediaPart, file: UploadedFile, caption: { caption?: string }): proto.IMessage {
  const { as, mime: mimetype, seconds: length } = part
  const seconds = Math.round(length ?? 0)
  const size = { ...(part.width && { width: part.width }), ...(part.height && { height: part.height }) }
  switch (as) {
    case 'image':
      return { imageMessage: { ...file, mimetype, ...size, ...caption } }
    case 'video':
      return { videoMessage: { ...file, mimetype, seconds, ...size, ...caption } }
    case 'audio':
      return { audioMessage: { ...file, mimetype, seconds, ptt: false } }
    case 'voice':
      return {
        audioMessage: {
          ...file,
          mimetype: 'audio/ogg; codecs=opus',
          seconds,
          ptt: true,
          ...(part.waveform && { waveform: Uint8Array.from(part.waveform) }),
        },
      }
    case 'sticker':
      return { stickerMessage: { ...file, mimetype, ...size } }
    case 'document': {
      const name = part.name ?? 'document'
      return { documentMessage: { ...file, mimetype, fileName: name, title: name, ...caption } }
    }
  }
}

const unsupported = (what: string): ChannelError =>
  new ChannelError({ kind: 'unsupported', code: 'UNSUPPORTED', message: `${what} cannot be sent`, certain: true })
