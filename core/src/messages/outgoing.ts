import {
  carry,
  isSupported,
  mediaKindOf,
  mediaLevel,
  mint,
  plainText,
  Refusal,
  signedText,
  takesMedia,
  wordsOfMarkup,
  type ChannelCapabilities,
  type ErrorCode,
  type LossKind,
  type MediaId,
  type Part,
  type UploadedFile,
} from '@recado/contracts'
import type { Sound } from '../media/transcode.ts'
import type { MessageParts } from '../tables/scheduled-message.table.ts'
import { drawablePixels, tooLargeToDraw } from '../files/pixels.ts'

/** A stored file that is about to be sent. */
export interface StoredFile {
  readonly id: string
  readonly mime: string
  readonly bytes: number
  readonly name: string | null
  /** How long and how loud a voice note is. */
  readonly sound?: Sound | undefined
}

/** Text and files that an agent or a client sends at once. */
export interface Written {
  readonly text: string
  readonly files: readonly StoredFile[]
  readonly parts?: readonly Part[]
  readonly voice?: boolean | undefined
}

/**
 * @throws Refusal ERR_INVALID_IMAGE for what its sender calls an image and is none, ERR_IMAGE_TOO_LARGE for one that
 * nobody could draw
 */
export function requireImages(files: readonly UploadedFile[]): void {
  const broken = files.find(({ claimed, mime }) => claimed.startsWith('image/') && !mime.startsWith('image/'))
  if (!broken) return
  if (tooLargeToDraw(broken))
    throw new Refusal('ERR_IMAGE_TOO_LARGE', { detail: broken.name, limit: drawablePixels / 1_000_000 })
  throw new Refusal('ERR_INVALID_IMAGE', { detail: broken.name })
}

/** The type a file has to be converted to before the channel takes it; undefined for one that goes as it is. */
export function conversionOf(mime: string, capabilities: ChannelCapabilities, voice = false): string | undefined {
  const capability = capabilities.media[mediaKindOf(mime, capabilities, voice)]
  if (mediaLevel(capability, mime) !== 'fallback') return undefined
  return Object.entries(capability!.mime).find(([type, level]) => level === 'full' && !type.includes('*'))?.[0]
}

/**
 * Splits what an agent wrote and attached into messages the channel can carry: one per file, the text as the first
 * file's caption where the channel allows it, then one per other part; where messages are letters, one letter of all.
 * Refuses what the capabilities exclude before anything is stored.
 */
export function composeMessages(
  { text, files, parts = [], voice }: Written,
  capabilities: ChannelCapabilities,
): MessageParts[] {
  const others = parts.flatMap((part) => carried(part, capabilities))
  const messages = capabilities.letters
    ? composeLetter(text, files, others, capabilities)
    : [...composeFiles(text, files, capabilities, voice), ...asMessages(others, capabilities)]
  if (messages.length === 0) throw new Refusal('ERR_CREATING_MESSAGE')
  return messages
}

/** Parts that a channel carries as messages: one of all where messages are letters, else one of each. */
export function asMessages(parts: readonly Part[], { letters }: Pick<ChannelCapabilities, 'letters'>): MessageParts[] {
  const [first, ...others] = parts
  if (!first) return []
  return letters ? [[first, ...others]] : parts.map((part) => [part] as const)
}

/** The head, the text, the files, and then what else there is. A head alone is no letter. */
function composeLetter(
  text: string,
  files: readonly StoredFile[],
  parts: readonly Part[],
  capabilities: ChannelCapabilities,
): MessageParts[] {
  requireLength(text, capabilities)
  const body = [
    ...(text === '' ? [] : [typedPart(text, capabilities)]),
    ...files.map((file) => mediaPart(file, capabilities, false)),
    ...parts.filter(({ kind }) => kind !== 'letterHead'),
  ]
  return body.length === 0 ? [] : asMessages([...headIn(parts), ...body], capabilities)
}

/** The head of a letter, if it has one of its own. */
const headIn = (parts: readonly Part[]): Part[] => parts.filter(({ kind }) => kind === 'letterHead').slice(0, 1)

/** @throws Refusal ERR_MESSAGE_TOO_LONG */
function requireLength(text: string, { text: { maxLength } }: ChannelCapabilities): void {
  if ([...text].length > maxLength) throw new Refusal('ERR_MESSAGE_TOO_LONG', { limit: maxLength })
}

/** A file as a part of what the channel takes. @throws Refusal ERR_CHANNEL_UNSUPPORTED, ERR_FILE_TOO_LARGE */
function mediaPart(file: StoredFile, capabilities: ChannelCapabilities, voice: boolean | undefined): Part {
  const as = mediaKindOf(file.mime, capabilities, voice)
  const capability = capabilities.media[as]
  if (!takesMedia(mediaLevel(capability, file.mime)))
    throw new Refusal('ERR_CHANNEL_UNSUPPORTED', { detail: file.name ?? file.mime })
  if (capability?.maxBytes !== undefined && file.bytes > capability.maxBytes)
    throw new Refusal('ERR_FILE_TOO_LARGE', {
      limit: capability.maxBytes,
      ...(file.name ? { detail: file.name } : {}),
    })
  return {
    kind: 'media',
    as,
    media: mint<MediaId>(file.id),
    mime: file.mime,
    bytes: file.bytes,
    ...(file.name ? { name: file.name } : {}),
    ...(as === 'voice' && file.sound),
  }
}

/** What somebody typed: with its marks where the channel knows them, letter by letter elsewhere. */
const typedPart = (text: string, { text: { format } }: ChannelCapabilities): Part => ({
  kind: 'text',
  text,
  format: format === 'plain' ? 'plain' : 'markdown',
})

function composeFiles(
  text: string,
  files: readonly StoredFile[],
  capabilities: ChannelCapabilities,
  voice: boolean | undefined,
): MessageParts[] {
  if (text === '' && files.length === 0) return []
  requireLength(text, capabilities)
  const written = typedPart(text, capabilities)
  if (files.length === 0) return [[written]]

  const media = files.map((file) => mediaPart(file, capabilities, voice))
  if (text === '') return media.map((part) => [part] as const)
  const [first, ...others] = media.map((part) => [part] as const)
  return [...(captioned(media[0]!, text, capabilities) ?? [[written], first!]), ...others]
}

/** A file with these words as its caption; undefined where the channel has none, or not one so long. */
function captioned(part: Part, text: string, capabilities: ChannelCapabilities): MessageParts[] | undefined {
  const capability = part.kind === 'media' ? capabilities.media[part.as] : undefined
  return capability?.caption !== undefined &&
    isSupported(capability.caption) &&
    [...text].length <= (capability.maxCaption ?? Infinity)
    ? [[{ ...part, caption: text } as Part]]
    : undefined
}

/**
 * The same messages with another text where the old one stood, or none: everything else stays what it is, a sticker one
 * and a caption of a later file that file's.
 * @throws Refusal ERR_MESSAGE_TOO_LONG, ERR_CREATING_MESSAGE where nothing would be left
 */
export function rewritten(
  messages: readonly MessageParts[],
  text: string,
  capabilities: ChannelCapabilities,
): MessageParts[] {
  requireLength(text, capabilities)
  const [first, ...others] = messages
  if (first && capabilities.letters) return [...rewrittenLetter(first, text, capabilities), ...others]
  const [part] = first ?? []
  const written: MessageParts[] = text === '' ? [] : [[typedPart(text, capabilities)]]
  if (part?.kind === 'text' || !part) {
    if (written.length + others.length === 0) throw new Refusal('ERR_CREATING_MESSAGE')
    return [...written, ...others]
  }
  if (part.kind !== 'media') return [...written, [part], ...others]
  const { caption: _before, ...file } = part
  return [...((text === '' ? undefined : captioned(file, text, capabilities)) ?? [...written, [file]]), ...others]
}

function rewrittenLetter(letter: MessageParts, text: string, capabilities: ChannelCapabilities): MessageParts[] {
  const body = letter.filter(({ kind }) => kind !== 'letterHead')
  const others = body[0]?.kind === 'text' ? body.slice(1) : body
  const said = [...(text === '' ? [] : [typedPart(text, capabilities)]), ...others]
  if (said.length === 0) throw new Refusal('ERR_CREATING_MESSAGE')
  return asMessages([...headIn(letter), ...said], capabilities)
}

/**
 * The same messages with other words: those of what {@link composeMessages} put first, a text or a caption, or of what
 * it put below the head of a letter.
 */
export function reworded([first, ...others]: readonly MessageParts[], words: (text: string) => string): MessageParts[] {
  if (!first) return []
  const place = first[0].kind === 'letterHead' ? 1 : 0
  const [top, ...below] = first.map((part, index) => (index === place ? withWords(part, words) : part))
  return [[top!, ...below], ...others]
}

function withWords(part: Part, words: (text: string) => string): Part {
  if (part.kind === 'text') return { ...part, text: words(part.text) }
  return part.kind === 'media' && part.caption !== undefined ? { ...part, caption: words(part.caption) } : part
}

/** An agent's text in a part of its own, signed like any other text of theirs. */
export function signedPart(
  part: Part,
  signature: string | null,
  { text: { signature: place } }: ChannelCapabilities,
): Part {
  return withWords(part, (text) => signedText(text, signature, place))
}

const refusals: Partial<Record<LossKind, ErrorCode>> = {
  tooLong: 'ERR_MESSAGE_TOO_LONG',
  tooLarge: 'ERR_FILE_TOO_LARGE',
}

/** A part as the channel carries it, in words where it must be; refused where it cannot. */
export function carried(part: Part, capabilities: ChannelCapabilities): Part[] {
  const { messages, loss } = carry(part, capabilities)
  if (messages.length === 0 && loss !== null)
    throw new Refusal(refusals[loss] ?? 'ERR_CHANNEL_UNSUPPORTED', {
      detail: part.kind,
      ...(loss === 'tooLong' && { limit: capabilities.text.maxLength }),
    })
  return messages.map(([piece]) => piece)
}

/** Words of parts for list rows, search and notifications, without marks. */
export const bodyOf = (parts: readonly Part[]): string =>
  plainText(
    parts.map((part) =>
      part.kind === 'text' && part.format === 'markdown' ? { ...part, text: wordsOfMarkup(part.text) } : part,
    ),
  )
