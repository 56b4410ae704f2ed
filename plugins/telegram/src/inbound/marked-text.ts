import type { InboundPart } from '@recado/sdk'
import * as z from 'zod'

const Entity = z.object({
  type: z.string(),
  offset: z.int().nonnegative(),
  length: z.int().positive(),
  url: z.string().max(2_000).optional(),
})
type Entity = z.output<typeof Entity>

/** Marks of the markup of chats; Telegram has more kinds of entities, which are drawn without: mentions, commands. */
const marks: Readonly<Record<string, string>> = {
  bold: '**',
  italic: '_',
  strikethrough: '~~',
  code: '`',
}

/** A mark to write in front of the character at `at`. */
interface Insertion {
  readonly at: number
  readonly mark: string
  /** Whether it ends an entity: at one place inner ones end first, and all end before others begin. */
  readonly ends?: boolean
}

/**
 * A text with the marks that its entities give it, and the addresses behind its links; offsets count UTF-16 units
 * (https://core.telegram.org/bots/api#messageentity). Without entities it is plain.
 */
export function markedText(text: string, entities: unknown): InboundPart {
  const insertions = known(text, entities).flatMap((entity) => insertionsOf(text, entity))
  return insertions.length === 0
    ? { kind: 'text', text, format: 'plain' }
    : { kind: 'text', text: inserted(text, insertions), format: 'markdown' }
}

/** The words of a caption with the addresses behind its links, which would be lost. */
export const spelledOut = (text: string, entities: unknown): string =>
  inserted(
    text,
    known(text, entities)
      .filter(({ type }) => type === 'text_link')
      .flatMap((entity) => insertionsOf(text, entity)),
  )

const known = (text: string, entities: unknown): readonly Entity[] =>
  (Array.isArray(entities) ? entities : [])
    .flatMap((entity) => Entity.safeParse(entity).data ?? [])
    .filter(({ offset, length }) => offset + length <= text.length)

function inserted(text: string, insertions: readonly Insertion[]): string {
  let marked = ''
  let from = 0
  for (const { at, mark } of inOrder(insertions)) {
    marked += text.slice(from, at) + mark
    from = at
  }
  return marked + text.slice(from)
}

const inOrder = (insertions: readonly Insertion[]): readonly Insertion[] =>
  [...insertions.filter(({ ends }) => ends).toReversed(), ...insertions.filter(({ ends }) => !ends)].toSorted(
    (a, b) => a.at - b.at,
  )

function insertionsOf(text: string, { type, offset, length, url }: Entity): readonly Insertion[] {
  const end = offset + length
  const within = text.slice(offset, end)
  if (type === 'pre')
    return [
      { at: offset, mark: '```\n' },
      { at: end, mark: '\n```', ends: true },
    ]
  if (type === 'blockquote' || type === 'expandable_blockquote')
    return [offset, ...[...within.matchAll(/\n/g)].map(({ index }) => offset + index + 1)]
      .filter((at) => at === 0 || text[at - 1] === '\n')
      .map((at) => ({ at, mark: '> ' }))
  if (type === 'text_link')
    return url === undefined || within === url ? [] : [{ at: end, mark: ` (${url})`, ends: true }]
  const mark = marks[type]
  if (mark === undefined) return []
  // A mark stands at words and within a line, or it would not be read as one.
  return [...within.matchAll(/\S(?:[^\n]*\S)?/g)].flatMap(({ 0: piece, index }) => {
    const start = offset + index
    const stop = start + piece.length
    return isReadable(text, start, stop, mark)
      ? [
          { at: start, mark },
          { at: stop, mark, ends: true },
        ]
      : []
  })
}

const wordCharacter = /[\p{L}\p{N}]/u

const isReadable = (text: string, start: number, stop: number, mark: string): boolean =>
  !text.slice(start, stop).includes(mark[0]!) &&
  (mark.length === 2 ||
    mark === '`' ||
    !(wordCharacter.test(text[start - 1] ?? ' ') || wordCharacter.test(text[stop] ?? ' ')))
