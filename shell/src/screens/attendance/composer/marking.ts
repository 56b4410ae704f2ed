import { parseMarkup } from '../../../base/contracts.ts'
import type { ProductShortcutId } from '../../../base/shortcuts/product-shortcuts.ts'

/** The acts that mark a text, with what they write around it. */
export const marks = {
  markStrong: '*',
  markEmphasis: '_',
  markStruck: '~',
  markCode: '`',
} as const satisfies Partial<Record<ProductShortcutId, string>>
export const markActs = Object.keys(marks) as (keyof typeof marks)[]

/** A change of a text by a mark. */
export interface Marked {
  /** What takes the place of `from` to `to`. */
  readonly inserted: string
  readonly from: number
  readonly to: number
  /** What is selected afterwards. */
  readonly selected: readonly [from: number, to: number]
}

/** A stretch of a text with a mark around it, or without where it has it: the same keys take it away. */
export function toggledMark(text: string, start: number, end: number, mark: string): Marked {
  const chosen = text.slice(start, end)
  const lead = chosen.length - chosen.trimStart().length
  const from = start + (chosen.trim() === '' ? 0 : lead)
  const to = chosen.trim() === '' ? end : start + chosen.trimEnd().length
  const words = text.slice(from, to)
  const isAround = text.slice(from - mark.length, from) === mark && text.slice(to, to + mark.length) === mark
  if (isAround && from >= mark.length)
    return {
      inserted: words,
      from: from - mark.length,
      to: to + mark.length,
      selected: [from - mark.length, to - mark.length],
    }
  return { inserted: mark + words + mark, from, to, selected: [from + mark.length, to + mark.length] }
}

/** What stands before each line of a stretch: an entry of a list, a numbered one, a quotation. */
export const lineMarks = { list: () => '- ', numbers: (index: number) => `${index + 1}. `, quote: () => '> ' } as const
const anyLineMark = /^(?:- |\d{1,3}\. |> )/

/** The lines that a stretch touches with a mark before each, or without where all have it. */
export function toggledLines(text: string, start: number, end: number, mark: (index: number) => string): Marked {
  const from = text.slice(0, start).lastIndexOf('\n') + 1
  const to = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end)
  const lines = text.slice(from, to).split('\n')
  const isMarkedAlready = lines.every((line, index) => line.startsWith(mark(index)))
  const inserted = lines
    .map((line, index) =>
      isMarkedAlready ? line.slice(mark(index).length) : mark(index) + line.replace(anyLineMark, ''),
    )
    .join('\n')
  return { inserted, from, to, selected: [from, from + inserted.length] }
}

/** Whether anything of a text will be drawn otherwise than it was written. */
export const isMarked = (text: string): boolean =>
  parseMarkup(text).some(
    (block) => block.kind !== 'lines' || block.lines.some((line) => line.some(({ kind }) => kind !== 'text')),
  )
