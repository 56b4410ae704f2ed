import { writeMarkdown, type MarkdownTree } from './markdown-tree.ts'
import type { PageLine } from './page-lines.ts'

/** A paragraph, a heading or an entry of a list. */
interface Block {
  readonly kind: 'heading' | 'paragraph' | 'entry'
  readonly size: number
  text: string
  last: PageLine
}

const bullet = /^[•◦▪●○■·‣*–—-]\s+/
const longestHeading = 120
/** Letters of a heading are so much larger than those of the text. */
const headingFactor = 1.15
/** Lines of a paragraph are nearer to each other than this, in heights of their letters. */
const paragraphGap = 1.75

/** Height of letters that most of the text has. */
function textSize(lines: readonly PageLine[]): number {
  const letters = new Map<number, number>()
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length)
  return [...letters].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])[0]
}

/** A word that was divided at the end of a line is one again. */
const joined = (text: string, next: string): string =>
  /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(next) ? text.slice(0, -1) + next : `${text} ${next}`

function goesOn(block: Block, line: PageLine, kind: Block['kind']): boolean {
  const { last } = block
  if (kind === 'entry' || block.size !== line.size) return false
  if (block.kind === 'heading' || kind === 'heading')
    return block.kind === kind && last.page === line.page && near(last, line)
  // The text of a page that ends within a sentence goes on at the top of the next one.
  if (last.page !== line.page) return !/[.!?:…]["”»)]?$/.test(last.text)
  return near(last, line)
}
const near = (one: PageLine, other: PageLine): boolean =>
  Math.abs(one.y - other.y) < paragraphGap * Math.max(one.size, 1)

function blocksOf(lines: readonly PageLine[]): Block[] {
  const normal = textSize(lines)
  const blocks: Block[] = []
  for (const line of lines) {
    const isLarge = line.size >= normal * headingFactor && line.text.length <= longestHeading
    const kind = isLarge ? 'heading' : bullet.test(line.text) ? 'entry' : 'paragraph'
    const before = blocks.at(-1)
    if (before && goesOn(before, line, kind)) {
      before.text = joined(before.text, line.text)
      before.last = line
    } else {
      blocks.push({
        kind,
        size: line.size,
        text: kind === 'entry' ? line.text.replace(bullet, '') : line.text,
        last: line,
      })
    }
  }
  return blocks
}

const paragraph = (text: string) => ({ type: 'paragraph' as const, children: [{ type: 'text' as const, value: text }] })

/** Lines of pages as Markdown: larger letters are headings, the three largest heights their levels. */
export function markdownOfLines(lines: readonly PageLine[]): string {
  const blocks = blocksOf(lines)
  const heights = [...new Set(blocks.filter(({ kind }) => kind === 'heading').map(({ size }) => size))].sort(
    (a, b) => b - a,
  )
  const children: MarkdownTree['children'] = []
  for (const { kind, size, text } of blocks) {
    const before = children.at(-1)
    if (kind === 'heading') {
      const depth = Math.min(heights.indexOf(size) + 1, 3) as 1 | 2 | 3
      children.push({ type: 'heading', depth, children: [{ type: 'text', value: text }] })
    } else if (kind === 'paragraph') children.push(paragraph(text))
    else if (before?.type === 'list') before.children.push({ type: 'listItem', children: [paragraph(text)] })
    else children.push({ type: 'list', spread: false, children: [{ type: 'listItem', children: [paragraph(text)] }] })
  }
  return writeMarkdown({ type: 'root', children })
}
