/**
 * A character that opens suggestions while typing, and where it counts: only as the first of the text, or at the start
 * of any word.
 */
export const triggerPlaces = { '/': 'start', '@': 'word', ':': 'word' } as const
/** A character that opens suggestions: one of {@link triggerPlaces}. */
export type TriggerChar = keyof typeof triggerPlaces

/** The text between the trigger and the caret. A picked suggestion replaces `from` to `to`. */
export interface ActiveTrigger {
  readonly char: TriggerChar
  readonly query: string
  readonly from: number
  readonly to: number
}

const longestQuery = 60

/**
 * The trigger before the caret, if any. `/` may be followed by words with spaces (a title is searched), the others end
 * at a space; a line break ends every one.
 */
export function triggerAt(text: string, caret: number): ActiveTrigger | null {
  const head = text.slice(0, caret)
  if (head.startsWith('/')) {
    const query = head.slice(1)
    return query.includes('\n') || query.length > longestQuery ? null : { char: '/', query, from: 0, to: caret }
  }
  const found = /(?:^|\s)([@:])([^\s@:]*)$/.exec(head)
  if (!found || found[2]!.length > longestQuery) return null
  return { char: found[1] as TriggerChar, query: found[2]!, from: caret - found[2]!.length - 1, to: caret }
}
