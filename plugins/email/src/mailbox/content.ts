import {
  maxTextLength,
  mint,
  type ConnectionContext,
  type InboundPart,
  type LetterHeadPart,
  type MediaId,
  type MediaKind,
  type RemoteMediaPart,
} from '@recado/sdk'
import type { ImapFlow } from 'imapflow'
import type { EmailConfig } from '../channel/config.ts'
import { decodeText } from '../letter/charset.ts'
import { readLetter, type PieceTexts, type Reading } from '../letter/reading.ts'
import { documentOf, foldedText } from '../letter/sanitise.ts'
import type { FileLeaf, Outline } from '../letter/structure.ts'
import { readCards } from '@recado/sdk/server'
import { fetchTexts, type Mail } from './fetch.ts'
import { withNames } from './file-names.ts'
import { downloadPart } from './files.ts'
import { wholeMail, writeReference } from './reference.ts'
import { wholeFile } from './whole-file.ts'

type ContentContext = Pick<ConnectionContext<EmailConfig>, 'media' | 'log'>
type Texts = Awaited<ReturnType<typeof fetchTexts>>

/** A message holds at most this many parts. */
const maxParts = 32
const maxInline = 50
const maxInlineBytes = 10_000_000
const maxCardBytes = 100_000
const html = (mime: string): boolean => /^text\/(x-)?vcard$/.test(mime)

/** Content of a mail, as the parts of a message, below its head if there is something to say in one. */
export async function contentOf(
  ctx: ContentContext,
  client: ImapFlow,
  mail: Mail,
  texts: Texts,
  validity: string,
  letterHead: LetterHeadPart | undefined,
): Promise<[InboundPart, ...InboundPart[]]> {
  const {
    outline,
    head: { subject, messageId },
    uid,
    size,
  } = mail
  const inline = await inlineImages(ctx, client, mail, texts)
  const shown = new Set([...inline.keys()])
  const cards = await cardsOf(client, mail)
  const reading = readingOf(ctx, mail, texts, inline)
  const letter = reading ? await letterOf(ctx, reading, inline, subject) : []
  const kept = [...cutTexts(mail, texts), ...outline.files].filter(
    (file) => !(file.id !== undefined && shown.has(file.id)) && !cards.has(file.part),
  )
  const isSealed = outline.type === 'multipart/encrypted' || kept.every(({ mime }) => isWrapping(mime))
  const isUnderstood = letter.length + cards.size > 0 || !isSealed
  const isWhole = isUnderstood && reading !== undefined && !reading.isPartial
  const whole = isWhole || kept.some(({ part }) => part === wholeMail) ? [] : [wholeFile(subject, size)]
  const files = [...whole, ...(await withNames(client, uid, isUnderstood ? kept : []))]
  const [first, ...others] = [
    ...(letterHead ? [letterHead] : []),
    ...letter,
    ...[...cards.values()].flat(),
    ...files.map((file) => remote(file, uid, messageId, validity)),
  ]
  if (!first) return [remote(wholeFile(subject, size), uid, messageId, validity)]
  return others.length < maxParts
    ? [first, ...others]
    : [
        first,
        ...others.slice(0, maxParts - 2),
        { kind: 'unsupported', note: `${others.length - maxParts + 2} more attachments` },
      ]
}

/** Signatures and encrypted mails: nothing to look at without a program that reads the mail as a whole. */
const isWrapping = (mime: string): boolean =>
  /^application\/(?:(?:x-)?pkcs7-(?:mime|signature)|pgp-(?:encrypted|signature))$/.test(mime)

const piecesOf = (outline: Outline, texts: Texts): PieceTexts[] =>
  outline.pieces.map(({ html: rich, plain }) => ({
    rich: rich && texts.get(rich.part)?.text,
    plain: plain && texts.get(plain.part)?.text,
  }))

/** Undefined if the letter is such that a parser fails at it. The mail is kept all the same, and holds up no other. */
function readingOf(
  { log }: ContentContext,
  { uid, outline, text }: Mail,
  texts: Texts,
  inline: ReadonlyMap<string, string>,
): Reading | undefined {
  try {
    return readLetter(text === undefined ? piecesOf(outline, texts) : [{ plain: text }], inline)
  } catch (error) {
    log.warn({ uid, err: error }, 'the text of a mail could not be read; it is kept as a file')
    return undefined
  }
}

/** A text that is longer than is read stays whole as a file. */
const cutTexts = ({ outline }: Mail, texts: Texts): FileLeaf[] =>
  outline.pieces
    .flatMap(({ html: rich, plain }) => [rich ?? plain])
    .flatMap((leaf) =>
      leaf && texts.get(leaf.part)?.isCut === true
        ? [
            {
              part: leaf.part,
              mime: leaf.html ? 'text/html' : 'text/plain',
              name: leaf.html ? 'mail.html' : 'mail.txt',
              size: leaf.size,
              encoding: leaf.encoding,
              id: undefined,
              isInline: false,
            },
          ]
        : [],
    )

async function letterOf(
  ctx: ContentContext,
  { html: rich, plain, text, quoted }: Reading,
  inline: ReadonlyMap<string, string>,
  subject: string,
): Promise<InboundPart[]> {
  if (rich === undefined) {
    if (text === '') return []
    if (quoted === '' && text.length <= maxTextLength) return [{ kind: 'text', text, format: 'plain' }]
  }
  const body = rich ?? foldedText(plain)
  const used = [...inline.values()].filter((id) => body.includes(`media:${id}`))
  return [await stored(ctx, body, { text, quoted }, subject, used)]
}

async function stored(
  { media }: ContentContext,
  body: string,
  { text, quoted }: { text: string; quoted: string },
  subject: string,
  inline: readonly string[],
): Promise<InboundPart> {
  const { id } = await media.put(Buffer.from(documentOf(body)), { name: 'mail.html', mime: 'text/html' })
  return {
    kind: 'html',
    text: text.slice(0, maxTextLength),
    media: id,
    ...(subject !== '' && { subject: subject.slice(0, 1_000) }),
    ...(quoted !== '' && { quoted: quoted.slice(0, maxTextLength) }),
    ...(inline.length > 0 && { inline: inline.map((each) => mint<MediaId>(each)) }),
  }
}

/** Stores the pictures that the letter shows, by their Content-ID; one that cannot be had stays a file of its own. */
async function inlineImages(
  ctx: ContentContext,
  client: ImapFlow,
  { uid, outline }: Mail,
  texts: Texts,
): Promise<ReadonlyMap<string, string>> {
  const written = outline.pieces.map(({ html: rich }) => (rich ? (texts.get(rich.part)?.text ?? '') : '')).join('')
  const wanted = outline.files.filter(
    (file) =>
      file.id !== undefined &&
      /^image\/(png|jpe?g|pjpeg|gif|webp|bmp)$/.test(file.mime) &&
      file.size <= maxInlineBytes &&
      (written.includes(`cid:${file.id}`) || written.includes(`cid:${encodeURIComponent(file.id)}`)),
  )
  const images = new Map<string, string>()
  for (const file of wanted.slice(0, maxInline)) {
    const stream = await downloadPart(client, uid, file.part)
    if (!stream) continue
    try {
      images.set(
        file.id!,
        (
          await ctx.media.put(stream, {
            mime: file.mime,
            maxBytes: maxInlineBytes,
            ...(file.name !== undefined && { name: file.name }),
          })
        ).id,
      )
    } catch (error) {
      ctx.log.info({ uid, err: error }, 'a picture inside a mail could not be stored')
    }
  }
  return images
}

async function cardsOf(client: ImapFlow, { uid, outline }: Mail): Promise<ReadonlyMap<string, InboundPart[]>> {
  const files = outline.files.filter(({ mime, size }) => html(mime) && size <= maxCardBytes).slice(0, 5)
  const texts = await fetchTexts(
    client,
    uid,
    files.map(({ part, encoding, size }) => ({
      part,
      encoding,
      size,
      html: false,
      charset: undefined,
      flowed: false,
      deletesSpace: false,
    })),
  )
  return new Map(
    files.flatMap(({ part }) => {
      const cards = readCards(texts.get(part)?.text ?? '', (bytes) => decodeText(bytes, undefined))
      return cards.length === 0 ? [] : [[part, [{ kind: 'contacts', contacts: cards }]] as [string, InboundPart[]]]
    }),
  )
}

/** A file of a mail as a part of a message, by its reference. */
export function remote(
  { part, mime, name, size }: FileLeaf,
  uid: number,
  messageId: string | undefined,
  validity: string,
): RemoteMediaPart {
  return {
    kind: 'remoteMedia',
    as: kindOf(mime, name),
    ref: writeReference({ validity, uid, part, messageId: (messageId ?? '').slice(0, 500) }),
    mime: mime.slice(0, 255),
    ...(name !== undefined && { name }),
    ...(size > 0 && { bytes: size }),
  }
}

/** Voice notes are what telephones and messengers record; other sound is a file of sound. */
function kindOf(mime: string, name = ''): MediaKind {
  const family = mime.split('/', 1)[0]
  if (family === 'image') return /svg|tiff|x-|vnd/.test(mime) ? 'document' : 'image'
  if (family === 'video') return 'video'
  if (family === 'audio') return /ogg|opus|amr/.test(mime) || /\.(opus|ogg|oga|amr)$/i.test(name) ? 'voice' : 'audio'
  return 'document'
}
