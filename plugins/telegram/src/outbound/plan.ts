import { ChannelError, splitText, type MediaPart, type Part, type PollPart } from '@recado/sdk'
import { maxCaption, maxText } from '../channel/capabilities.ts'
import { toHtml } from './html.ts'

/** One call of the Bot API. `files` names, by form field, the stored files that go along. */
export interface Step {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly files?: Readonly<Record<string, MediaPart>>
}

/** Bytes of what a pressed button sends back. */
const maxButtonData = 64
/** Keys of at most so many characters stand beside each other, at most so many in a row. */
const longestShortKey = 3
const mostShortKeys = 8
const maxAlbum = 10

/**
 * The calls that send these parts, in order. Pure.
 * @throws ChannelError `unsupported` for what a bot cannot say
 */
export function planOf(parts: readonly Part[]): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < parts.length;) {
    const album = albumAt(parts, at)
    if (album.length > 1) steps.push(albumStep(album))
    else steps.push(...stepsOf(parts[at]!))
    at += Math.max(1, album.length)
  }
  return steps
}

const isPicture = (part: Part | undefined): part is MediaPart =>
  part?.kind === 'media' &&
  (part.as === 'image' || part.as === 'video') &&
  part.mime !== 'image/gif' &&
  fits(part.caption)
const fits = (caption: string | undefined): boolean => (caption ?? '').length <= maxCaption

/** Pictures and videos that follow one another travel together. */
function albumAt(parts: readonly Part[], at: number): MediaPart[] {
  const album: MediaPart[] = []
  for (let part = parts[at]; isPicture(part) && album.length < maxAlbum; part = parts[at + album.length])
    album.push(part)
  return album
}

const albumStep = (album: readonly MediaPart[]): Step => ({
  method: 'sendMediaGroup',
  params: {
    media: album.map(({ as, caption }, index) => ({
      type: as === 'image' ? 'photo' : 'video',
      media: `attach://file${index}`,
      ...(caption !== undefined && { caption }),
    })),
  },
  files: Object.fromEntries(album.map((part, index) => [`file${index}`, part])),
})

function stepsOf(part: Part): Step[] {
  switch (part.kind) {
    case 'text':
      return textSteps(part.text, part.format)
    case 'html':
      return textSteps(part.text, 'plain')
    case 'media':
      return mediaSteps(part)
    case 'location': {
      const place = { latitude: part.lat, longitude: part.lng }
      return [
        part.name === undefined && part.address === undefined
          ? { method: 'sendLocation', params: place }
          : {
              method: 'sendVenue',
              params: { ...place, title: part.name ?? part.address, address: part.address ?? part.name },
            },
      ]
    }
    case 'contacts':
      return part.contacts.flatMap(({ name, phones }) => {
        const [phone] = phones
        return phone === undefined
          ? textSteps(name, 'plain')
          : [{ method: 'sendContact', params: { phone_number: phone, first_name: name.slice(0, 64) } }]
      })
    case 'interactive':
      return [interactiveStep(part)]
    case 'poll':
      return [pollStep(part)]
    case 'interactiveReply':
      return textSteps(part.label, 'plain')
    case 'template':
    case 'letterHead':
    case 'pendingMedia':
    case 'unsupported':
      throw unsupported(`a part of kind ${part.kind}`)
  }
}

const textSteps = (text: string, format: 'plain' | 'markdown'): Step[] =>
  splitText(text, maxText).map((piece) => ({
    method: 'sendMessage',
    params: format === 'markdown' ? { text: toHtml(piece), parse_mode: 'HTML' } : { text: piece },
  }))

const methods = {
  image: ['sendPhoto', 'photo'],
  video: ['sendVideo', 'video'],
  audio: ['sendAudio', 'audio'],
  voice: ['sendVoice', 'voice'],
  document: ['sendDocument', 'document'],
  sticker: ['sendSticker', 'sticker'],
} as const

function mediaSteps(part: MediaPart): Step[] {
  const [method, field] =
    part.mime === 'image/gif' && part.as === 'image' ? ['sendAnimation', 'animation'] : methods[part.as]
  const isCaptioned = part.caption !== undefined && part.as !== 'sticker' && fits(part.caption)
  const step: Step = {
    method,
    params: {
      ...(isCaptioned && { caption: part.caption }),
      ...(part.seconds !== undefined && part.as !== 'document' && { duration: Math.round(part.seconds) }),
    },
    files: { [field]: part },
  }
  // A caption that is too long for a caption follows as a message.
  return isCaptioned || part.caption === undefined || part.as === 'sticker'
    ? [step]
    : [step, ...textSteps(part.caption, 'plain')]
}

function interactiveStep({ body, buttons = [], list = [] }: Extract<Part, { kind: 'interactive' }>): Step {
  const keys = [...buttons, ...list].map(({ id, label, hint }) => {
    if (Buffer.byteLength(id) > maxButtonData)
      throw unsupported(`a button whose id is longer than ${maxButtonData} bytes`)
    return { text: hint === undefined ? label : `${label} · ${hint}`, callback_data: id }
  })
  return {
    method: 'sendMessage',
    params: { text: body.slice(0, maxText), reply_markup: { inline_keyboard: rowsOf(keys) } },
  }
}

/** Of an anonymous poll Telegram tells numbers alone: who has changed their mind is known of open ones only. */
const pollStep = ({ question, options, several }: PollPart): Step => ({
  method: 'sendPoll',
  params: {
    question,
    options: options.map((text) => ({ text })),
    is_anonymous: false,
    allows_multiple_answers: several,
  },
})

/** Keys that are as short as grades stand beside each other, in rows of like length; others have a row each. */
function rowsOf<K extends { readonly text: string }>(keys: readonly K[]): K[][] {
  const areShort = keys.every(({ text }) => [...text].length <= longestShortKey)
  const perRow = areShort ? Math.ceil(keys.length / Math.ceil(keys.length / mostShortKeys)) : 1
  const rows: K[][] = []
  for (let at = 0; at < keys.length; at += perRow) rows.push(keys.slice(at, at + perRow))
  return rows
}

const unsupported = (what: string): ChannelError =>
  new ChannelError({ kind: 'unsupported', code: 'UNSUPPORTED', message: `${what} cannot be sent`, certain: true })
