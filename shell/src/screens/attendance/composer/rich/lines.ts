import { parseMarkup, type MarkupInline } from '../../../../base/contracts.ts'

/** A way in which words within a line are set. */
export type Style = 'strong' | 'emphasis' | 'struck'
export const styles: readonly Style[] = ['strong', 'emphasis', 'struck']

/** Words that are set alike. Code and links hold nothing that is set otherwise within them. */
export interface Run {
  readonly text: string
  readonly styles: readonly Style[]
  readonly code?: true
  readonly href?: string
}

/** A line of a text: what it is, and its words. `pre` holds all lines of a block of code in one. */
export interface Line {
  readonly kind: 'plain' | 'quote' | 'bullet' | 'number' | 'pre'
  /** Its number in a list that has numbers. */
  readonly number?: number
  readonly runs: readonly Run[]
}

const emptyItem = /^(?:[-*]|(\d{1,3})\.) *$/

/** The lines of a text with marks, one at least. An item that has no words yet is an item. */
export function linesOfMarkup(written: string): readonly Line[] {
  const lines = parseMarkup(written).flatMap((block): Line[] => {
    switch (block.kind) {
      case 'pre':
        return [{ kind: 'pre', runs: [{ text: block.text, styles: [] }] }]
      case 'list':
        return block.items.map(({ marker, content }) => itemOf(marker, runsOf(content)))
      case 'quote':
        return block.lines.map((content) => ({ kind: 'quote', runs: runsOf(content) }))
      case 'lines':
        return block.lines.map((content) => {
          const runs = runsOf(content)
          const empty = runs.length === 1 && runs[0]!.styles.length === 0 ? emptyItem.exec(runs[0]!.text) : null
          return empty && runs[0]!.text.endsWith(' ') ? itemOf(empty[1], []) : { kind: 'plain', runs }
        })
    }
  })
  return lines.length === 0 ? [{ kind: 'plain', runs: [] }] : lines
}

const itemOf = (marker: string | undefined, runs: readonly Run[]): Line =>
  marker === undefined ? { kind: 'bullet', runs } : { kind: 'number', number: Number(marker), runs }

const runsOf = (content: readonly MarkupInline[]): readonly Run[] => settled(flattened(content, []))

function flattened(content: readonly MarkupInline[], within: readonly Style[]): Run[] {
  return content.flatMap((piece): Run[] => {
    switch (piece.kind) {
      case 'text':
        return [{ text: piece.text, styles: within }]
      case 'code':
        return [{ text: piece.text, styles: within, code: true }]
      case 'link':
        return [
          {
            text: piece.content.map((one) => (one.kind === 'text' ? one.text : '')).join(''),
            styles: within,
            href: piece.href,
          },
        ]
      default:
        return flattened(piece.content, [...within, piece.kind])
    }
  })
}

/** A character, with whatever is drawn of it. */
interface Letter {
  readonly text: string
  readonly styles: Set<Style>
  readonly code: true | undefined
  readonly href: string | undefined
  readonly run: number
}

/**
 * The same runs as they can be written: alike ones are one, and spaces at the ends of words that are set are not set,
 * because a mark stands at a word.
 */
export const settled = (runs: readonly Run[]): readonly Run[] =>
  regrouped(runs, (letters) => {
    for (const style of styles) unsetEnds(letters, style)
  })

/** The same runs with no space set, for comparing words alone. */
export const withBareSpaces = (runs: readonly Run[]): readonly Run[] =>
  regrouped(runs, (letters) => {
    for (const letter of letters) if (isSpace(letter)) letter.styles.clear()
  })

function regrouped(runs: readonly Run[], change: (letters: readonly Letter[]) => void): readonly Run[] {
  if (runs.length === 0 || (runs.length === 1 && runs[0]!.styles.length === 0)) return runs
  const letters = runs.flatMap(({ text, styles: set, code, href }, run) =>
    Array.from({ length: text.length }, (_, at): Letter => ({
      text: text[at]!,
      styles: new Set(set),
      code,
      href,
      run: code || href !== undefined ? run : -1,
    })),
  )
  change(letters)
  const result: { text: string; styles: readonly Style[]; code?: true; href?: string; run: number }[] = []
  for (const { text, styles: set, code, href, run } of letters) {
    const last = result.at(-1)
    const ordered = styles.filter((style) => set.has(style))
    if (last && last.run === run && String(last.styles) === String(ordered)) last.text += text
    else result.push({ text, styles: ordered, run, ...(code && { code }), ...(href !== undefined && { href }) })
  }
  return result.map(({ text, styles: set, code, href }) => ({
    text,
    styles: set,
    ...(code && { code }),
    ...(href !== undefined && { href }),
  }))
}

const isSpace = ({ text, code, href }: Letter): boolean => !code && href === undefined && /\s/.test(text)

function unsetEnds(letters: readonly Letter[], style: Style): void {
  let from = 0
  while (from < letters.length) {
    if (!letters[from]!.styles.has(style)) {
      from += 1
      continue
    }
    let to = from
    while (to < letters.length && letters[to]!.styles.has(style)) to += 1
    for (let at = from; at < to && isSpace(letters[at]!); at += 1) letters[at]!.styles.delete(style)
    for (let at = to - 1; at >= from && isSpace(letters[at]!); at -= 1) letters[at]!.styles.delete(style)
    from = to
  }
}

/** Whether lines say and show the same. */
export const isSame = (one: readonly Line[], other: readonly Line[]): boolean =>
  one.length === other.length &&
  one.every((line, index) => {
    const beside = other[index]!
    return (
      line.kind === beside.kind &&
      line.number === beside.number &&
      isSameRuns(line.kind === 'pre' ? line.runs : settled(line.runs), beside.runs)
    )
  })

export const isSameRuns = (one: readonly Run[], other: readonly Run[]): boolean =>
  one.length === other.length &&
  one.every((run, index) => {
    const beside = other[index]!
    return (
      run.text === beside.text &&
      run.code === beside.code &&
      run.href === beside.href &&
      String(run.styles) === String(beside.styles)
    )
  })
