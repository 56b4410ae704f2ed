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

interface Marked {
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

/** Whether anything of a text will be drawn otherwise than it was written. */
export const isMarked = (text: string): boolean =>
  parseMarkup(text).some(
    (block) => block.kind !== 'lines' || block.lines.some((line) => line.some(({ kind }) => kind !== 'text')),
  )
