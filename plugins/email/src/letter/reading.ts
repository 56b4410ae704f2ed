import { readHtml, textOfHtml } from './html-text.ts'
import { splitQuotes, type Split } from './quotes.ts'
import { isGarbled, isReadable } from './readable.ts'
import { foldedText, sanitise } from './sanitise.ts'

/** A piece of a mail in the forms in which it is said. */
export interface PieceTexts {
  readonly rich?: string | undefined
  readonly plain?: string | undefined
}

/** What can be read of a mail: as HTML that is safe to look at if a piece is written in it, else as plain text. */
export interface Reading extends Split {
  readonly html: string | undefined
  readonly plain: string
  /** Whether the mail has text of which nothing can be read. */
  readonly isPartial: boolean
}

interface PieceReading extends Split {
  readonly html: string
  readonly isRich: boolean
}

/** Texts of a mail without their quotes. Of a piece the HTML counts, and its plain form where that shows nothing. */
export function readLetter(pieces: readonly PieceTexts[], inline: ReadonlyMap<string, string>): Reading {
  const read = pieces.map((piece) => richReading(piece, inline) ?? plainReading(piece))
  const found = read.filter((each) => each !== undefined)
  const isPartial = pieces.some(
    ({ rich = '', plain = '' }, at) => read[at] === undefined && isGarbled(textOfHtml(rich).text + plain),
  )
  const plain = pieces.flatMap(({ plain: text }) => (text !== undefined && isReadable(text) ? [text] : [])).join('\n')
  if (!found.some(({ isRich }) => isRich)) return { ...splitQuotes(plain), html: undefined, plain, isPartial }
  return {
    text: joined(found.map(({ text }) => text)),
    quoted: joined(found.map(({ quoted }) => quoted)),
    html: found.map(({ html }) => html).join('\n'),
    plain,
    isPartial,
  }
}

const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n')

function richReading({ rich, plain }: PieceTexts, inline: ReadonlyMap<string, string>): PieceReading | undefined {
  if (rich === undefined || rich.trim() === '') return undefined
  const { text, quoted, folded } = readHtml(rich)
  const html = folded === undefined ? sanitise(rich, inline) : sanitise(folded, inline, { isFolded: true })
  const isSeen = isReadable(`${text}\n${quoted}`) || /<img[^>]*\ssrc=/i.test(html)
  if (!isSeen) return undefined
  const split = text === '' && plain !== undefined ? splitQuotes(plain) : { text, quoted }
  return { ...split, html, isRich: true }
}

function plainReading({ plain }: PieceTexts): PieceReading | undefined {
  return plain !== undefined && isReadable(plain)
    ? { ...splitQuotes(plain), html: foldedText(plain), isRich: false }
    : undefined
}
