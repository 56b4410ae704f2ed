import type { ChannelCapabilities, Level } from './capabilities.ts'
import { isSupported, mediaKindOf, mediaLevel, takesMedia } from './capability-rules.ts'
import type { LetterHeadPart, MediaPart, Part } from './content.ts'
import { wordsOfMarkup } from './markup-writer.ts'

/* Conversion of content to the capabilities of another channel. Free of zod: the browser uses it to show what a
   forwarded message will lose. */

/**
 * Kinds of losses of content on its way through a channel. `asText`: sent as words instead (choices become a numbered
 * list). `caption`: sent as a message of its own. The others are not sent at all.
 */
export const lossKinds = ['asText', 'caption', 'unsupported', 'tooLarge', 'tooLong'] as const
/** One of {@link lossKinds}. */
export type LossKind = (typeof lossKinds)[number]

/** One part as a channel can carry it: no message, one, or several; `loss` when that is not the whole of it. */
export interface Carried {
  readonly messages: readonly (readonly [Part])[]
  readonly loss: LossKind | null
}

const lost = (loss: LossKind): Carried => ({ messages: [], loss })
const whole = (part: Part): Carried => ({ messages: [[part]], loss: null })

/** Characters as people count them, which is how capabilities do. */
const lengthOf = (text: string): number => [...text].length

/**
 * The one rule of what becomes of content on a channel: sent as it is, put into words, or not carried. Core sends by
 * it, and the preview of a forward shows by it.
 */
export function carry(part: Part, capabilities: ChannelCapabilities): Carried {
  switch (part.kind) {
    case 'text':
      return carryText(part, capabilities)
    case 'html':
      return capabilities.text.format === 'html'
        ? whole(part)
        : inWords(part.subject ? `${part.subject}\n\n${part.text}` : part.text, capabilities)
    case 'letterHead':
      return carryHead(part, capabilities)
    case 'media':
      return carryMedia(part, capabilities)
    case 'location':
      return byLevel(capabilities.location, part, capabilities, () => locationWords(part))
    case 'contacts':
      return byLevel(capabilities.contactCard, part, capabilities, () =>
        part.contacts.map(({ name, phones }) => [name, ...phones].join('\n')).join('\n\n'),
      )
    case 'interactive':
      return carryInteractive(part, capabilities)
    case 'interactiveReply':
      return inWords(part.label, capabilities)
    case 'template':
      return byLevel(capabilities.templates, part, capabilities, () => part.text ?? '')
    case 'poll':
      return isSupported(capabilities.polls) ? whole(part) : inWords(pollWords(part), capabilities)
    case 'pendingMedia':
    case 'unsupported':
      return lost('unsupported')
  }
}

/** Of a head that a channel does not send, the subject is left. */
function carryHead(part: LetterHeadPart, capabilities: ChannelCapabilities): Carried {
  if (capabilities.letters) return whole(part)
  return part.subject === undefined ? { messages: [], loss: null } : inWords(part.subject, capabilities)
}

function byLevel(level: Level, part: Part, capabilities: ChannelCapabilities, words: () => string): Carried {
  if (isSupported(level)) return whole(part)
  return level === 'fallback' ? inWords(words(), capabilities) : lost('unsupported')
}

function inWords(text: string, capabilities: ChannelCapabilities): Carried {
  if (text === '') return lost('unsupported')
  return lengthOf(text) > capabilities.text.maxLength
    ? lost('tooLong')
    : { messages: [[{ kind: 'text', text, format: 'plain' }]], loss: 'asText' }
}

/** Marks that a channel does not know are left out: nobody is sent asterisks. */
function carryText(part: Extract<Part, { kind: 'text' }>, capabilities: ChannelCapabilities): Carried {
  const known = part.format === 'plain' || capabilities.text.format !== 'plain'
  const sent: Part = known ? part : { kind: 'text', text: wordsOfMarkup(part.text), format: 'plain' }
  return lengthOf(sent.text) > capabilities.text.maxLength ? lost('tooLong') : whole(sent)
}

const locationWords = ({ lat, lng, name, address }: Extract<Part, { kind: 'location' }>): string =>
  [name, address, `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`]
    .filter((line) => line !== undefined && line !== '')
    .join('\n')

const pollWords = ({ question, options }: Extract<Part, { kind: 'poll' }>): string =>
  [question, options.map((option, index) => `${index + 1}. ${option}`).join('\n')]
    .filter((piece) => piece !== '')
    .join('\n\n')

/** Buttons and lists if the channel has space for all of them, else the same choices numbered. */
function carryInteractive(part: Extract<Part, { kind: 'interactive' }>, capabilities: ChannelCapabilities): Carried {
  const { buttons = [], list = [] } = part
  const { interactive: room, text } = capabilities
  if (
    lengthOf(part.body) <= text.maxLength &&
    buttons.length <= (room.buttons ?? 0) &&
    list.length <= (room.listRows ?? 0)
  )
    return whole(part)
  const choices = [...buttons, ...list].map(
    ({ label, hint }, index) => `${index + 1}. ${label}${hint === undefined || hint === '' ? '' : ` – ${hint}`}`,
  )
  return inWords([part.body, choices.join('\n')].filter((piece) => piece !== '').join('\n\n'), capabilities)
}

function carryMedia(part: MediaPart, capabilities: ChannelCapabilities): Carried {
  const as = takesMedia(mediaLevel(capabilities.media[part.as], part.mime))
    ? part.as
    : mediaKindOf(part.mime, capabilities)
  const capability = capabilities.media[as]
  if (!takesMedia(mediaLevel(capability, part.mime))) return lost('unsupported')
  if (capability?.maxBytes !== undefined && (part.bytes ?? 0) > capability.maxBytes) return lost('tooLarge')
  const { caption, ...file } = part
  if (caption === undefined || caption === '') return whole({ ...file, as })
  if (isSupported(capability?.caption ?? 'rejected') && lengthOf(caption) <= (capability?.maxCaption ?? Infinity))
    return whole({ ...file, as, caption })
  const words = carry({ kind: 'text', text: caption, format: 'plain' }, capabilities)
  return { messages: [[{ ...file, as }], ...words.messages], loss: words.loss ?? 'caption' }
}

/**
 * Parts as they can be forwarded: a template belongs to the account that had it approved, its texts belong to
 * everybody; of the head of a letter the subject is passed on, and nobody whom it went to.
 */
export const forwardable = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part): Part[] => {
    if (part.kind === 'letterHead')
      return part.subject === undefined ? [] : [{ kind: 'text', text: part.subject, format: 'plain' }]
    return [
      part.kind === 'template' && part.text !== undefined ? { kind: 'text', text: part.text, format: 'plain' } : part,
    ]
  })
