/**
 * The marks that people write in chats, read once for drawing, for sending and for plain words: `*strong*` or
 * `**strong**`, `_emphasis_`, `~struck~` or `~~struck~~`, `` `code` ``, three backquotes around a block,
 * `[label](https://…)`, and lines that begin with `> `, `- `, `* ` or `1. `. Whatever is not closed is text.
 */

/** Words within a line, as they are to be drawn. `link` has the label as its content. */
export type MarkupInline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'struck'; readonly content: readonly MarkupInline[] }
  | { readonly kind: 'link'; readonly href: string; readonly content: readonly MarkupInline[] }

/** Consecutive lines of one sort. `marker` is the number of an item of an ordered list, as it was written. */
export type MarkupBlock =
  | { readonly kind: 'lines' | 'quote'; readonly lines: readonly (readonly MarkupInline[])[] }
  | {
      readonly kind: 'list'
      readonly items: readonly { readonly marker?: string; readonly content: readonly MarkupInline[] }[]
    }
  | { readonly kind: 'pre'; readonly text: string }

type Style = 'strong' | 'emphasis' | 'struck'

const styles: readonly (readonly [mark: string, style: Style])[] = [
  ['**', 'strong'],
  ['~~', 'struck'],
  ['__', 'strong'],
  ['*', 'strong'],
  ['_', 'emphasis'],
  ['~', 'struck'],
]
const fence = /(?<![^\n])```(?:[\w+-]{0,20}\n)?([^]+?)```\n?/g
const line = {
  quote: /^> (.*)$/,
  item: /^[-*] +(\S.*)$/,
  numbered: /^(\d{1,3})\. +(\S.*)$/,
} as const
const link = /\[([^\]\n]{1,500})\]\((https?:\/\/[^\s()<>]{1,2000})\)/y
const address = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}*_~`]/y
const wordCharacter = /[\p{L}\p{N}]/u
const spacing = /\s/
const anyMark = /[*_~`[]/
const sign = /[*_~`[h]/g

/** A line may have so many marks open at once; further ones are text, so that no text takes long to read. */
const mostOpen = 32

/** @returns blocks in reading order; their texts together are what was written without its marks */
export function parseMarkup(written: string): readonly MarkupBlock[] {
  const blocks: MarkupBlock[] = []
  let at = 0
  for (const match of written.matchAll(fence)) {
    if (match[1]!.trim() === '') continue
    blocks.push(...blocksOfLines(written.slice(at, match.index).replace(/\n$/, '')))
    blocks.push({ kind: 'pre', text: match[1]!.replace(/\n$/, '') })
    at = match.index + match[0].length
  }
  blocks.push(...blocksOfLines(written.slice(at)))
  return blocks
}

type Item = Extract<MarkupBlock, { kind: 'list' }>['items'][number]

function blocksOfLines(written: string): readonly MarkupBlock[] {
  if (written === '') return []
  const blocks: ({ kind: 'lines' | 'quote'; lines: (readonly MarkupInline[])[] } | { kind: 'list'; items: Item[] })[] =
    []
  for (const one of written.split('\n')) {
    const last = blocks.at(-1)
    const numbered = line.numbered.exec(one)
    const item = numbered ?? line.item.exec(one)
    if (item) {
      const marker = numbered?.[1]
      const added = { content: parseInline(item.at(-1)!), ...(marker !== undefined && { marker }) }
      if (last?.kind === 'list') last.items.push(added)
      else blocks.push({ kind: 'list', items: [added] })
      continue
    }
    const quoted = line.quote.exec(one)
    const kind = quoted ? 'quote' : 'lines'
    const content = parseInline(quoted?.[1] ?? one)
    if (last?.kind === kind) last.lines.push(content)
    else blocks.push({ kind, lines: [content] })
  }
  return blocks
}

interface Opened {
  readonly mark: string
  readonly style: Style
  /** Where its content begins in the pieces read so far. */
  readonly from: number
}

/** Reads a line once, from its first character to its last. */
function parseInline(written: string): readonly MarkupInline[] {
  if (!anyMark.test(written)) return written === '' ? [] : [{ kind: 'text', text: written }]
  const pieces: MarkupInline[] = []
  const open: Opened[] = []
  let at = 0
  while (at < written.length) {
    const whole = wholeAt(written, at)
    const found = whole ? undefined : markAt(written, at, open)
    if (whole) {
      pieces.push(whole.piece)
      at += whole.length
    } else if (found?.closes !== undefined) {
      closeAt(pieces, open, found.closes)
      at += found.mark.length
    } else if (found && open.length < mostOpen) {
      open.push({ mark: found.mark, style: found.style, from: pieces.length })
      pieces.push({ kind: 'text', text: found.mark })
      at += found.mark.length
    } else {
      const end = nextSign(written, at + 1)
      pieces.push({ kind: 'text', text: written.slice(at, end) })
      at = end
    }
  }
  return joined(pieces)
}

/** Where the next character stands that may begin something. */
function nextSign(written: string, from: number): number {
  sign.lastIndex = from
  return sign.exec(written)?.index ?? written.length
}

/** What has nothing marked within it: an address, which may hold characters of marks, a link, or code. */
function wholeAt(written: string, at: number): { piece: MarkupInline; length: number } | undefined {
  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(written)
  }
  const character = written[at]
  const found = character === 'h' ? matched(address) : character === '[' ? matched(link) : null
  if (found) {
    const [text, label, href] = found
    const piece: MarkupInline =
      href === undefined ? { kind: 'text', text } : { kind: 'link', href, content: [{ kind: 'text', text: label! }] }
    return { piece, length: text.length }
  }
  if (character !== '`') return undefined
  const mark = written.startsWith('```', at) ? '```' : '`'
  const from = at + mark.length
  const end = written.indexOf(mark, from)
  return end > from
    ? { piece: { kind: 'code', text: written.slice(from, end) }, length: end + mark.length - at }
    : undefined
}

/** The mark that begins here, and the place of the open one that it closes. */
function markAt(
  written: string,
  at: number,
  open: readonly Opened[],
): { mark: string; style: Style; closes?: number } | undefined {
  for (const [mark, style] of closest(open, written, at)) {
    const before = written[at - 1]
    const after = written[at + mark.length]
    const isDouble = mark.length === 2
    const closes = open.findLastIndex((one) => one.mark === mark)
    const endsWord = isDouble || after === undefined || !wordCharacter.test(after)
    // Something other than the mark itself stands before it: `**` is not an empty strong text.
    const hasContent = before !== undefined && !spacing.test(before) && (isDouble || before !== mark)
    if (closes >= 0 && endsWord && hasContent) return { mark, style, closes }
    const beginsWord = isDouble || before === undefined || !wordCharacter.test(before)
    const beginsRun = after !== mark[0] || (isDouble && written[at + 3] !== mark[0])
    if (beginsWord && beginsRun && after !== undefined && !spacing.test(after)) return { mark, style }
  }
  return undefined
}

/** The marks that may begin here; where one of the same character was opened last, that one first. */
function closest(open: readonly Opened[], written: string, at: number): readonly (readonly [string, Style])[] {
  const here = styles.filter(([mark]) => written.startsWith(mark, at))
  const last = open.at(-1)?.mark
  return here.length < 2 || last === undefined
    ? here
    : here.toSorted(([a], [b]) => Number(b === last) - Number(a === last))
}

/** Makes one piece of everything since the mark was opened; marks opened after it and never closed stay text. */
function closeAt(pieces: MarkupInline[], open: Opened[], index: number): void {
  const [{ style, from }] = open.splice(index) as [Opened]
  const content = joined(pieces.splice(from).slice(1))
  pieces.push({ kind: style, content })
}

function joined(pieces: readonly MarkupInline[]): readonly MarkupInline[] {
  const result: MarkupInline[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (piece.kind === 'text' && last?.kind === 'text')
      result[result.length - 1] = { kind: 'text', text: last.text + piece.text }
    else result.push(piece)
  }
  return result
}
