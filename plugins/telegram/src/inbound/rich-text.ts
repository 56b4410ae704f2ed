/* The words of a message in blocks (https://core.telegram.org/bots/api#richmessage): texts that nest, lists, tables,
   quotations, captions. Kinds of blocks are not told apart: new ones have their words in the same fields. */

/** Nested deeper than any message may be: sixteen levels of blocks and texts, each of two or three of JSON. */
const deepest = 60

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A text within a line; an address behind other words stands in brackets, as in a marked text. */
function inline(text: unknown, depth: number): string {
  if (typeof text === 'string') return text
  if (depth === 0) return ''
  if (Array.isArray(text)) return text.map((each) => inline(each, depth - 1)).join('')
  if (!isFields(text)) return ''
  if (isFields(text['button'])) return inline(text['button'], depth - 1)
  const words = inline(text['text'], depth - 1) || textOf(text['alternative_text']) || textOf(text['expression'])
  const url = textOf(text['url'])
  return text['type'] === 'url' && url !== '' && url !== words ? `${words} (${url})` : words
}

const each = (values: unknown, lines: (value: unknown) => readonly string[]): readonly string[] =>
  Array.isArray(values) ? values.flatMap(lines) : []

function linesOf(block: unknown, depth: number): readonly string[] {
  if (depth === 0) return []
  if (typeof block === 'string') return [block]
  if (Array.isArray(block)) return each(block, (one) => linesOf(one, depth - 1))
  if (!isFields(block)) return []
  const { summary, text, expression, items, cells, blocks, buttons, caption, credit } = block
  return [
    inline(summary, depth),
    inline(text, depth) || textOf(expression),
    ...each(items, (item) => itemLines(item, depth - 1)),
    ...each(cells, (row) => [each(row, (cell) => [inline(cell, depth - 1)]).join(' | ')]),
    ...linesOf(blocks, depth - 1),
    each(buttons, (button) => [inline(button, depth - 1)]).join(' | '),
    ...(isFields(caption) ? linesOf(caption, depth - 1) : [inline(caption, depth)]),
    inline(credit, depth),
  ]
}

/** An item of a list, its mark in front of its first line. */
function itemLines(item: unknown, depth: number): readonly string[] {
  if (!isFields(item)) return linesOf(item, depth)
  const [first = '', ...others] = linesOf(item, depth).filter((line) => line.trim() !== '')
  const mark = item['has_checkbox'] === true ? (item['is_checked'] === true ? '☑' : '☐') : textOf(item['label'])
  return [[mark, first].filter(Boolean).join(' '), ...others]
}

/** All words of a message in blocks, a line for each block; empty where there are none. Total for anything. */
export const richWords = (message: unknown): string =>
  linesOf(message, deepest)
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
    .join('\n')

/** Kinds of blocks that hold a file or a place, by the field of a message that holds the same. */
const fileBlocks: Readonly<Record<string, string>> = {
  photo: 'photo',
  video: 'video',
  animation: 'animation',
  audio: 'audio',
  voice_note: 'voice',
  document: 'document',
  map: 'location',
}
/** More files than this would not fit into a message beside its words. */
const mostFiles = 20

/**
 * The files and places of a message in blocks, in their order, each as a message that has nothing else. Total for
 * anything.
 */
export function richFiles(message: unknown): readonly Fields[] {
  const files: Fields[] = []
  const visit = (block: unknown, depth: number): void => {
    if (depth === 0 || files.length === mostFiles || typeof block !== 'object' || block === null) return
    if (Array.isArray(block)) return block.forEach((one) => visit(one, depth - 1))
    const { type, blocks, items } = block as Fields
    const field = fileBlocks[textOf(type)]
    const file = (block as Fields)[type === 'map' ? 'location' : textOf(type)]
    if (field !== undefined && file !== undefined) files.push({ [field]: file })
    else for (const inner of [blocks, items]) visit(inner, depth - 1)
  }
  visit(message, deepest)
  return files
}
