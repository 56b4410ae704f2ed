import type { Fragment, Mark, Node, Schema } from '@tiptap/pm/model'
import { styles, type Line, type Run } from './lines.ts'

/** A document as lines, and where each line's words begin and end in it. */
export interface LinesOfDocument {
  readonly lines: readonly Line[]
  readonly places: readonly { readonly from: number; readonly to: number }[]
}

const known = new WeakMap<Node, Map<string, Line>>()

/** The lines of a document, in order: each of its paragraphs is one, a block of code as a whole. */
export function linesOfDocument(doc: Node): LinesOfDocument {
  const lines: Line[] = []
  const places: { from: number; to: number }[] = []
  const add = (node: Node, at: number, head: Omit<Line, 'runs'>) => {
    lines.push(lineOf(node, head))
    places.push({ from: at + 1, to: at + 1 + node.content.size })
  }
  doc.forEach((block, at) => {
    switch (block.type.name) {
      case 'codeBlock':
        return add(block, at, { kind: block.textContent.trim() === '' ? 'plain' : 'pre' })
      case 'blockquote':
        return block.forEach((paragraph, within) => add(paragraph, at + 1 + within, { kind: 'quote' }))
      case 'bulletList':
        return block.forEach((item, within) => add(item.firstChild!, at + 2 + within, { kind: 'bullet' }))
      case 'orderedList':
        return block.forEach((item, within, index) =>
          add(item.firstChild!, at + 2 + within, {
            kind: 'number',
            number: Math.min(999, Number(block.attrs['start']) + index),
          }),
        )
      default:
        return add(block, at, { kind: 'plain' })
    }
  })
  return { lines, places }
}

/** The same object for the same node, so that what was found out of a line is found out once. */
function lineOf(node: Node, head: Omit<Line, 'runs'>): Line {
  const key = `${head.kind}${head.number ?? ''}`
  const kept = known.get(node) ?? new Map<string, Line>()
  known.set(node, kept)
  const line = kept.get(key) ?? { ...head, runs: runsOf(node) }
  kept.set(key, line)
  return line
}

function runsOf(node: Node): readonly Run[] {
  const runs: Run[] = []
  node.forEach((text) => {
    const set = new Set(text.marks.map(({ type }) => type.name))
    const link = text.marks.find(({ type }) => type.name === 'link')
    const isCode = set.has('code')
    const href: unknown = link?.attrs['href']
    runs.push({
      text: text.text ?? '',
      styles: styles.filter((style) => set.has(style)),
      ...(isCode && { code: true }),
      ...(!isCode && typeof href === 'string' && { href }),
    })
  })
  return runs
}

/** The document of lines. */
export function documentOf(schema: Schema, lines: readonly Line[]): Node {
  const node = schema.nodes
  const blocks: Node[] = []
  for (const group of grouped(lines)) {
    const [first] = group
    const paragraphs = () => group.map((line) => node['paragraph']!.create(null, wordsOf(schema, line)))
    const items = () => paragraphs().map((paragraph) => node['listItem']!.create(null, paragraph))
    switch (first.kind) {
      case 'pre':
        blocks.push(node['codeBlock']!.create(null, schema.text(first.runs.map(({ text }) => text).join(''))))
        break
      case 'quote':
        blocks.push(node['blockquote']!.create(null, paragraphs()))
        break
      case 'bullet':
        blocks.push(node['bulletList']!.create(null, items()))
        break
      case 'number':
        blocks.push(node['orderedList']!.create({ start: first.number }, items()))
        break
      case 'plain':
        blocks.push(...paragraphs())
    }
  }
  return node['doc']!.create(null, blocks)
}

/** Lines that stand in one block: items whose numbers do not follow each other are lists of their own. */
function grouped(lines: readonly Line[]): (readonly [Line, ...Line[]])[] {
  const groups: [Line, ...Line[]][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const follows =
      last?.kind === line.kind && line.kind !== 'pre' && (line.kind !== 'number' || line.number === last.number! + 1)
    if (group && follows) group.push(line)
    else groups.push([line])
  }
  return groups
}

function wordsOf(schema: Schema, { runs }: Line): Fragment | Node[] {
  return runs
    .filter(({ text }) => text !== '')
    .map(({ text, styles: set, code, href }) => {
      const marks: Mark[] = set.map((style) => schema.mark(style))
      if (code) marks.push(schema.mark('code'))
      if (href !== undefined) marks.push(schema.mark('link', { href }))
      return schema.text(text, marks)
    })
}
