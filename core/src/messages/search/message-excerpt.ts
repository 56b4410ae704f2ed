import type { MessageHit } from '@recado/contracts'

type Excerpt = MessageHit['excerpt']

/** Characters shown before the first match, and of the whole excerpt. */
const lead = 40
const length = 160
/** Number of characters that the index covers; there are no hits beyond them. */
const searched = 8_000

const words = /[\p{L}\p{N}\p{M}]+/gu
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Whether a word is found by one of those looked for: by its beginning from three letters on, as `core.search_messages`
 * does.
 */
const isFound = (word: string, wanted: readonly string[]): boolean =>
  wanted.some((one) => ([...one].length > 2 ? word.startsWith(one) : word === one))

/** Whether a text holds every word of a search. */
export function holds(body: string, search: string): boolean {
  const there = [...body.slice(0, searched).matchAll(words)].map(([word]) => plain(word))
  return (search.match(words) ?? []).every((wanted) => there.some((word) => isFound(word, [plain(wanted)])))
}

/**
 * The part of a message around its first match, in pieces of plain text. Every piece is text of the message, in order.
 */
export function excerptOf(body: string, search: string): Excerpt {
  const wanted = (search.match(words) ?? []).map(plain)
  const matches = [...body.slice(0, searched).matchAll(words)]
    .filter(([word]) => isFound(plain(word), wanted))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }))
  const first = matches[0]?.start ?? 0
  const start = first <= lead ? 0 : atWord(body, first - lead)
  const end = Math.min(body.length, start + length)
  const pieces: Excerpt = []
  const add = (from: number, to: number, isMatch: boolean) => {
    if (to > from) pieces.push({ text: body.slice(from, to), isMatch })
  }
  if (start > 0) pieces.push({ text: '…', isMatch: false })
  let at = start
  for (const match of matches) {
    if (match.end > end) break
    add(at, match.start, false)
    add(match.start, match.end, true)
    at = match.end
  }
  add(at, end, false)
  if (end < body.length) pieces.push({ text: '…', isMatch: false })
  return pieces
}

/** The same of what stands beside a message; of both where only together they hold every word. */
export const excerptBeside = (body: string, added: string, search: string): Excerpt =>
  holds(added, search)
    ? excerptOf(added, search)
    : [...excerptOf(body, search), { text: ' · ', isMatch: false }, ...excerptOf(added, search)]

/** The next beginning of a word; never the middle of a character. */
function atWord(body: string, from: number): number {
  const blank = body.slice(from, from + lead).search(/\s/)
  return blank < 0 ? from + (/^[\uDC00-\uDFFF]/.test(body.slice(from)) ? 1 : 0) : from + blank + 1
}
