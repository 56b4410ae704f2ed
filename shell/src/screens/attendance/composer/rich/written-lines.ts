import { isSameRuns, linesOfMarkup, settled, styles, withBareSpaces, type Line, type Run, type Style } from './lines.ts'

/** A stretch of a written line: words, or a mark that is not drawn. */
interface Piece {
  readonly text: string
  readonly isMark: boolean
}

/** Lines as a text with marks, and where their characters stand in it. */
export interface Written {
  readonly text: string
  /** Where in the text the character of a line stands that has `before` drawn ones before it. */
  offsetAt(line: number, before: number): number
  /** The line that an offset of the text lies in, and how many drawn characters of it stand before. */
  placeAt(offset: number): { readonly line: number; readonly before: number }
}

type Marks = Readonly<Record<Style, string>>
const single: Marks = { strong: '*', emphasis: '_', struck: '~' }
const double: Marks = { strong: '**', emphasis: '_', struck: '~~' }
/** Ways to write a line, the plainest first: within words and beside marks that are text, doubled marks alone hold. */
const ways: readonly Marks[] = [
  single,
  double,
  { ...single, strong: '**' },
  { ...single, struck: '~~' },
  { ...single, strong: '__' },
  { ...double, strong: '__' },
]

/** Writes lines with marks. Each is read again: what no marks can say goes without them, never as stray marks. */
export function writtenLines(lines: readonly Line[]): Written {
  const pieces = lines.map(piecesOf)
  const starts: number[] = []
  let text = ''
  pieces.forEach((line, index) => {
    if (index > 0) text += '\n'
    starts.push(text.length)
    for (const piece of line) text += piece.text
  })
  return {
    text,
    offsetAt(line, before) {
      let left = before
      let at = starts[line] ?? text.length
      for (const piece of pieces[line] ?? []) {
        if (!piece.isMark) {
          if (left <= piece.text.length) return at + left
          left -= piece.text.length
        }
        at += piece.text.length
      }
      return at
    },
    placeAt(offset) {
      const line = Math.max(
        0,
        starts.findLastIndex((start) => start <= offset),
      )
      let before = 0
      let at = starts[line] ?? 0
      for (const piece of pieces[line] ?? []) {
        const within = Math.max(0, Math.min(piece.text.length, offset - at))
        if (!piece.isMark) before += within
        at += piece.text.length
      }
      return { line, before }
    },
  }
}

const known = new WeakMap<Line, readonly Piece[]>()

function piecesOf(line: Line): readonly Piece[] {
  const written = known.get(line) ?? writtenLine(line)
  known.set(line, written)
  return written
}

const mark = (text: string): Piece => ({ text, isMark: true })
const said = (text: string): Piece => ({ text, isMark: false })

function writtenLine({ kind, number, runs }: Line): readonly Piece[] {
  if (kind === 'pre') return [mark('```\n'), said(textOf(runs)), mark('\n```')]
  const first = { plain: [], quote: [mark('> ')], bullet: [mark('- ')], number: [mark(`${number}. `)] }[kind]
  return [...first, ...writtenRuns(settled(runs))]
}

export const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('')

function writtenRuns(runs: readonly Run[]): readonly Piece[] {
  if (runs.every((run) => run.styles.length === 0 && !run.code && run.href === undefined)) return [said(textOf(runs))]
  const written = [runs, onWholeWords(runs)].flatMap((wanted) =>
    ways.map((marks) => ({ wanted: withBareSpaces(wanted), pieces: nested(wanted, marks, []) })),
  )
  const read = ({ pieces }: (typeof written)[number]) => withBareSpaces(runsIn(pieces.map(({ text }) => text).join('')))
  const found =
    written.find((one) => isSameRuns(read(one), one.wanted)) ??
    // Words beside it that were typed with marks are read as what these mean.
    written.find((one) => holds(read(one), one.wanted))
  return found?.pieces ?? [said(textOf(runs))]
}

/** Whether everything that was to be set is, in its order, whatever else is. */
function holds(read: readonly Run[], wanted: readonly Run[]): boolean {
  let at = 0
  return wanted
    .filter(({ styles: set, code, href }) => set.length > 0 || code || href !== undefined)
    .every((run) => {
      at = read.findIndex(
        (one, index) =>
          index >= at &&
          one.text === run.text &&
          one.code === run.code &&
          one.href === run.href &&
          run.styles.every((style) => one.styles.includes(style)),
      )
      if (at < 0) return false
      at += 1
      return true
    })
}

/** Read as words of a line that is nothing else: a mark of a line is not one within it. */
const runsIn = (written: string): readonly Run[] => {
  const [line] = linesOfMarkup(`> ${written}`)
  return line?.kind === 'quote' ? line.runs : []
}

/** Marks around the longest stretches first, so that they lie within each other. */
function nested(runs: readonly Run[], marks: Marks, open: readonly Style[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < runs.length) {
    const run = runs[at]!
    const spans = run.styles
      .filter((style) => !open.includes(style))
      .map((style) => {
        const end = runs.findIndex((one, index) => index > at && !one.styles.includes(style))
        return { style, end: end < 0 ? runs.length : end }
      })
      .toSorted((one, other) => other.end - one.end)
    const [longest] = spans
    if (longest) {
      const around = mark(marks[longest.style])
      const { lead, words, rest } = apart(runs.slice(at, longest.end))
      pieces.push(said(lead), around, ...nested(words, marks, [...open, longest.style]), around, said(rest))
      at = longest.end
      continue
    }
    pieces.push(...writtenRun(run))
    at += 1
  }
  return pieces
}

/**
 * Runs without the spaces at their ends, which stand outside of a mark: where two stretches cross, one is cut there.
 */
function apart(runs: readonly Run[]): { lead: string; words: readonly Run[]; rest: string } {
  const words = [...runs]
  const isText = ({ code, href }: Run) => !code && href === undefined
  const lead = isText(words[0]!) ? /^\s*/.exec(words[0]!.text)![0] : ''
  words[0] = { ...words[0]!, text: words[0]!.text.slice(lead.length) }
  const last = words.at(-1)!
  const rest = isText(last) ? /\s*$/.exec(last.text)![0] : ''
  words[words.length - 1] = { ...last, text: last.text.slice(0, last.text.length - rest.length) }
  return { lead, words, rest }
}

function writtenRun({ text, code, href }: Run): Piece[] {
  if (code) return [mark('`'), said(text), mark('`')]
  return href === undefined ? [said(text)] : [mark('['), said(text), mark(`](${href})`)]
}

const letter = /[\p{L}\p{N}]/u

/** The runs with what is set reaching to the ends of its words: no mark of emphasis stands within one. */
function onWholeWords(runs: readonly Run[]): readonly Run[] {
  const text = textOf(runs)
  const set = runs.flatMap((run) => Array.from({ length: run.text.length }, () => new Set(run.styles)))
  for (const style of styles) {
    for (let at = 1; at < text.length; at += 1)
      if (set[at - 1]!.has(style) && letter.test(text[at]!) && letter.test(text[at - 1]!)) set[at]!.add(style)
    for (let at = text.length - 2; at >= 0; at -= 1)
      if (set[at + 1]!.has(style) && letter.test(text[at]!) && letter.test(text[at + 1]!)) set[at]!.add(style)
  }
  let from = 0
  return settled(
    runs.flatMap((run) => {
      const start = from
      from += run.text.length
      if (run.code || run.href !== undefined) return [{ ...run, styles: [...set[start]!] }]
      return [...run.text].length === run.text.length
        ? Array.from({ length: run.text.length }, (_, at): Run => ({
            text: run.text[at]!,
            styles: styles.filter((style) => set[start + at]!.has(style)),
          }))
        : [run]
    }),
  )
}
