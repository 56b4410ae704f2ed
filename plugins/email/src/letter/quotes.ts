import { footer, framed, invitation, sentFrom } from './program-lines.ts'
import {
  addressedAttribution,
  attributions,
  dated,
  dividers,
  furtherHeader,
  headerLine,
  markedAttribution,
  mayAttribute,
  ruledWords,
  subjectLine,
} from './quote-words.ts'

/**
 * The author's new text, and everything else of the letter: quotes of earlier ones and the signature. Together they
 * hold every line.
 */
export interface Split {
  readonly text: string
  readonly quoted: string
}

const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line)
const isBlank = (line: string): boolean => line.trim() === ''
/** Longer lines are no marks, and nobody should have to match them. */
const maxMark = 400

/**
 * Pure and total; every line that is not blank is on exactly one side. A letter of nothing but quotes is one that
 * somebody passed on: it is all text.
 */
export function splitQuotes(letter: string): Split {
  const { text, quoted } = newIn(letter)
  return text === '' ? { text: quoted, quoted: '' } : { text, quoted }
}

/** The same, with no text where there is nothing new. */
function newIn(letter: string): Split {
  const lines = linesOf(letter)
  const { from, signature } = placesIn(lines)
  return {
    text: joined(lines.slice(from, signature)),
    quoted: joined([...lines.slice(0, from), ...lines.slice(signature)]),
  }
}

/** Lines of a letter, whatever ends them. */
export const linesOf = (letter: string): string[] => letter.replace(/\r\n?/g, '\n').split('\n')

/**
 * Where the author's text stands in the lines of a letter: `[from, signature)`. What is above it is repeated; between
 * `signature` and `quote` is the signature, and from `quote` on nothing is new.
 */
export interface Places {
  readonly from: number
  readonly signature: number
  readonly quote: number
}

/** Pure and total, with `from <= signature <= quote <= lines.length`. */
export function placesIn(lines: readonly string[]): Places {
  const quote = firstQuote(lines)
  const head = lines.slice(0, quote)
  const from = answeredFrom(head)
  return { from, signature: from + signatureAt(head.slice(from)), quote }
}

/** Lines as one text without blank ones around it. */
export const joined = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()

/** Start of the quotes without a later text of the author; the length when there is none. */
function firstQuote(lines: readonly string[]): number {
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.trim()
    if (line === '' || line.length > maxMark) continue
    if (isDivider(lines, at) || isHeaderBlock(lines, at) || isRuledBlock(lines, at)) return ruleBefore(lines, at)
    const attribution = attributionLength(lines, at)
    if (attribution > 0 && isCredible(lines, at, attribution) && endsQuoted(lines, at + attribution))
      return ruleBefore(lines, at)
    if (isQuoted(lines[at]!) && endsQuoted(lines, at)) return at
  }
  return lines.length
}

/** "My boss wrote:" is said by people too: without quote marks below, a program's line has a date or an address. */
const isCredible = (lines: readonly string[], at: number, count: number): boolean =>
  /[\d@]/.test(lines.slice(at, at + count).join(' ')) || lines.slice(at + count).some(isQuoted)

/** A line of words between hyphens, which may be too long for one. */
function isDivider(lines: readonly string[], at: number): boolean {
  const line = lines[at]!.trim()
  const isOpen = /^-{2,}\s*[^-\s]/.test(line) && !line.endsWith('--')
  const whole = isOpen ? `${line} ${(lines[at + 1] ?? '').trim()}`.slice(0, maxMark) : line
  return dividers.some((mark) => mark.test(whole))
}

/** Fields of a header block stand within so many lines that are not blank, the names of many people among them. */
const maxHeaderLines = 9

/**
 * "From: … Sent: … Subject: …", as Outlook writes it above what it repeats; other programs begin with another field.
 * People write "from" and "to" as well, and neither a subject nor addresses.
 */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  const first = lines[at]!.trim()
  if (!headerLine.test(first) && !furtherHeader.test(first)) return false
  const block = lines
    .slice(at, at + 2 * maxHeaderLines)
    .filter((line) => !isBlank(line))
    .slice(0, maxHeaderLines)
    .map((line) => line.trim().slice(0, maxMark))
  const from = block.filter((line) => headerLine.test(line)).length
  const further = block.filter((line) => furtherHeader.test(line)).length
  return (
    from > 0 &&
    further >= (headerLine.test(first) ? 2 : 3) &&
    block.some((line) => subjectLine.test(line) || (headerLine.test(line) && line.includes('@')))
  )
}

/** Fields under a line of hyphens, as Yandex writes it, or under words between such lines in any language. */
function isRuledBlock(lines: readonly string[], at: number): boolean {
  const line = lines[at]!.trim()
  const fields = (count: number): number =>
    lines.slice(at + 1, at + 1 + count).filter((each) => furtherHeader.test(each.trim().slice(0, maxMark))).length
  return (/^-{8,}$/.test(line) && fields(2) === 2) || (ruledWords.test(line) && fields(5) >= 2)
}

/** A line of underscores or hyphens above what is repeated belongs to it. */
function ruleBefore(lines: readonly string[], at: number): number {
  let before = at - 1
  while (before >= 0 && isBlank(lines[before]!)) before--
  return before >= 0 && /^[_-]{3,}$/.test(lines[before]!.trim()) ? before : at
}

/** A line that a longer one was broken at does not end a sentence. */
const isBroken = (line: string): boolean => !/[.!?:;]\s*$/.test(line)

/** An attribution may be broken over up to four lines. */
function attributionLength(lines: readonly string[], at: number): number {
  if (!mayAttribute.test(lines[at]!.slice(0, maxMark))) return 0
  for (let count = 1; count <= 4; count++) {
    const joinedLines = lines
      .slice(at, at + count)
      .map((line) => line.trim())
      .join(' ')
    if (joinedLines.length > maxMark || (count > 1 && isBlank(lines[at + count - 1] ?? ''))) return 0
    if (attributions.some((mark) => mark.test(joinedLines)) && (count === 1 || dated.test(joinedLines))) return count
    const isAttribution =
      markedAttribution.test(joinedLines) ||
      (addressedAttribution.test(joinedLines) && lines.slice(at, at + count - 1).every(isBroken))
    if (isAttribution && isQuoted(nextWritten(lines, at + count))) return count
  }
  return 0
}

/** The next line that is not blank. */
const nextWritten = (lines: readonly string[], from: number): string =>
  lines.slice(from, from + 3).find((line) => !isBlank(line)) ?? ''

/**
 * Whether nothing new is said from here on: quoted lines to the end, or none at all, as programs without quote marks
 * have it.
 */
function endsQuoted(lines: readonly string[], from: number): boolean {
  const rest = lines.slice(from).filter((line) => !isBlank(line))
  const marked = rest.filter(isQuoted).length
  return marked === 0
    ? rest.length > 0 || from >= lines.length
    : rest.length - marked === 0 || signatureOnly(lines, from)
}

/** Behind the quote there is only a signature, or the footer of a mailing list. */
function signatureOnly(lines: readonly string[], from: number): boolean {
  const last = lines.findLastIndex(isQuoted)
  const after = lines.slice(last + 1)
  return (
    last >= from &&
    lines.slice(from, last + 1).every((line) => isBlank(line) || isQuoted(line)) &&
    footer.test((after.find((line) => !isBlank(line)) ?? '').trimEnd())
  )
}

/** Behind one quote on top that is answered below it. Answers in between keep what they answer. */
function answeredFrom(lines: readonly string[]): number {
  let at = 0
  while (at < lines.length && isBlank(lines[at]!)) at++
  at += at < lines.length ? attributionLength(lines, at) : 0
  const quoteFrom = at
  while (at < lines.length && (isBlank(lines[at]!) || isQuoted(lines[at]!))) at++
  const hasQuote = lines.slice(quoteFrom, at).some(isQuoted)
  return hasQuote && at < lines.length && !lines.slice(at).some(isQuoted) ? at : 0
}

/** Start of the signature: its line of two hyphens, or a telephone's own line. */
function signatureAt(lines: readonly string[]): number {
  const dashes = lines.findIndex((line) => line === '-- ' || line === '--')
  if (dashes >= 0) return dashes
  const last = lines.findLastIndex((line) => !isBlank(line))
  if (last < 0) return lines.length
  const whole = lines[last]!.trim().slice(0, maxMark)
  if (sentFrom.test(whole) || invitation.test(whole)) return last
  return framed.test(whole) ? frameFrom(lines, last) : lines.length
}

/** Start of what a list puts between two of its rules at the end, with addresses in it. */
function frameFrom(lines: readonly string[], end: number): number {
  const start = lines.slice(0, end).findLastIndex((line) => framed.test(line.trim().slice(0, maxMark)))
  return start >= 0 && lines.slice(start, end).some((line) => line.includes('https://')) ? start : lines.length
}
