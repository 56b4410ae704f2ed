import {
  maxTextLength,
  mint,
  type ConnectionContext,
  type InboundPart,
  type MediaId,
  type MediaKind,
  type RemoteMediaPart,
} from '@recado/sdk'
import type { ImapFlow } from 'imapflow'
import type { EmailConfig } from '../channel/config.ts'
import { decodeText } from '../letter/decode.ts'
import { textOfHtml } from '../letter/html-text.ts'
import { splitQuotes } from '../letter/quotes.ts'
import { documentOf, htmlOfText, sanitise } from '../letter/sanitise.ts'
import type { FileLeaf, Outline } from '../letter/structure.ts'
import { readCards } from '@recado/sdk/server'
import { fetchTexts, type Mail } from './fetch.ts'
import { withNames } from './file-names.ts'
import { downloadPart } from './files.ts'
import { writeReference } from './reference.ts'

type ContentContext = Pick<ConnectionContext<EmailConfig>, 'media' | 'log'>
type Texts = Awaited<ReturnType<typeof fetchTexts>>

/** A message holds at most this many parts. */
const maxParts = 32
const maxInline = 50
const maxInlineBytes = 10_000_000
const maxCardBytes = 100_000
const html = (mime: string): boolean => /^text\/(x-)?vcard$/.test(mime)

/** Content of a mail, as the parts of a message. `newSubject` is set when the conversation had another one before. */
export async function contentOf(
  ctx: ContentContext,
  client: ImapFlow,
  mail: Mail,
  texts: Texts,
  validity: string,
  newSubject: string | undefined,
): Promise<[InboundPart, ...InboundPart[]]> {
  const {
    outline,
    head: { subject },
  } = mail
  const isHtml = outline.pieces.some((piece) => piece.html)
  const inline = isHtml ? await inlineImages(ctx, client, mail, texts) : new Map<string, string>()
  const shown = new Set([...inline.keys()])
  const cards = await cardsOf(client, mail)
  const letter = isHtml
    ? await htmlLetter(ctx, outline, texts, inline, subject)
    : await plainLetter(ctx, mail, texts, newSubject)
  const kept = [...cutTexts(mail, texts), ...outline.files].filter(
    (file) => !(file.id !== undefined && shown.has(file.id)) && !cards.has(file.part),
  )
  const files = (await withNames(client, mail.uid, kept)).map((file) => remote(file, mail, validity))
  const parts: InboundPart[] = [...letter, ...[...cards.values()].flat(), ...files]
  const [first, ...others] = parts
  if (!first)
    return [
      subject === ''
        ? { kind: 'unsupported', note: 'an empty e-mail' }
        : { kind: 'text', text: subject, format: 'plain' },
    ]
  return others.length < maxParts
    ? [first, ...others]
    : [
        first,
        ...others.slice(0, maxParts - 2),
        { kind: 'unsupported', note: `${others.length - maxParts + 2} more attachments` },
      ]
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

async function plainLetter(
  ctx: ContentContext,
  { outline, head: { subject }, text: within }: Mail,
  texts: Texts,
  newSubject: string | undefined,
): Promise<InboundPart[]> {
  const written =
    within ?? outline.pieces.flatMap(({ plain }) => (plain ? (texts.get(plain.part)?.text ?? []) : [])).join('\n')
  if (written.trim() === '')
    return newSubject === undefined
      ? []
      : [{ kind: 'text', text: `**${markdownSafe(newSubject)}**`, format: 'markdown' }]
  const { text, quoted } = splitQuotes(written)
  if (quoted !== '' || text.length > maxTextLength)
    return [await stored(ctx, htmlOfText(written), { text, quoted }, subject, [])]
  const title: InboundPart[] =
    newSubject === undefined ? [] : [{ kind: 'text', text: `**${markdownSafe(newSubject)}**`, format: 'markdown' }]
  return [...title, { kind: 'text', text, format: 'plain' }]
}

const markdownSafe = (text: string): string => text.replace(/[*_`~[\]]/g, '').trim()

async function htmlLetter(
  ctx: ContentContext,
  outline: Outline,
  texts: Texts,
  inline: ReadonlyMap<string, string>,
  subject: string,
): Promise<InboundPart[]> {
  const safe: string[] = []
  const own: string[] = []
  const repeated: string[] = []
  for (const piece of outline.pieces) {
    const rich = piece.html && texts.get(piece.html.part)?.text
    const plain = piece.plain && texts.get(piece.plain.part)?.text
    if (rich !== undefined && rich.trim() !== '') {
      const { text, quoted } = textOfHtml(rich)
      const best = text === '' && plain !== undefined ? splitQuotes(plain) : { text, quoted }
      own.push(best.text)
      repeated.push(best.quoted)
      safe.push(sanitise(rich, inline))
    } else if (plain !== undefined) {
      const { text, quoted } = splitQuotes(plain)
      own.push(text)
      repeated.push(quoted)
      safe.push(htmlOfText(plain))
    }
  }
  const joined = (pieces: readonly string[]): string => pieces.filter((piece) => piece !== '').join('\n\n')
  const body = safe.join('\n')
  if (body.trim() === '') return []
  return [
    await stored(
      ctx,
      body,
      { text: joined(own), quoted: joined(repeated) },
      subject,
      [...inline.values()].filter((id) => body.includes(`media:${id}`)),
    ),
  ]
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

function remote(file: FileLeaf, { uid, head }: Mail, validity: string): RemoteMediaPart {
  const { part, mime, name, size } = file
  return {
    kind: 'remoteMedia',
    as: kindOf(mime, name),
    ref: writeReference({ validity, uid, part, messageId: (head.messageId ?? '').slice(0, 500) }),
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
