import { DomUtils, parseDocument } from 'htmlparser2'
import { fold, type ElementNode, type Leaf, type Node, type Side, type TextNode, type Tree } from './fold.ts'
import { divides, holdsQuotes, quotesBarely, signs, wraps, type Attributes } from './quote-marks.ts'
import { joined, placesIn, type Split } from './quotes.ts'
import { shallow } from './shallow.ts'

/** Elements whose content nobody is meant to read. */
const unread = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'object',
  'iframe',
  'textarea',
  'select',
  'svg',
  'math',
])
const blocks = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'center',
  'dd',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'li',
  'main',
  'nav',
  'ol',
  'p',
  'pre',
  'section',
  'table',
  'tbody',
  'td',
  'th',
  'tr',
  'ul',
])
const spaced = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote', 'pre'])
const voidTags = new Set([
  'br',
  'hr',
  'img',
  'input',
  'meta',
  'link',
  'area',
  'base',
  'col',
  'embed',
  'source',
  'track',
  'wbr',
])

/** Advertising puts there what only a list of mails is meant to show. */
const isHidden = ({ style = '' }: Attributes): boolean => /(?:^|;)\s*display\s*:\s*none/i.test(style)

/** An HTML letter, read. */
export interface HtmlReading extends Split {
  /** The same HTML with what is repeated marked as {@link quotedMark}; undefined where nothing is to be folded. */
  readonly folded: string | undefined
}

/** Text of an HTML letter, split into the author's new text and the quoted one. Pure and total. */
export function textOfHtml(html: string): Split {
  const { text, quoted } = readHtml(html)
  return { text, quoted }
}

/**
 * Reads an HTML letter: what is repeated is told first by the marks that mail programs leave in it, then by its texts,
 * in which a quote without a program's name has marks. Pure and total.
 */
export function readHtml(html: string): HtmlReading {
  const tree = parseDocument(shallow(html))
  const { own, quoted, leaves } = new Walk(tree).result
  const lines = own.lines()
  const written = lines.filter((line) => line.text !== '' && !line.isQuote)
  const isBare = written.every(({ text }) => text.startsWith('>'))
  if (isBare) for (const line of written) line.text = line.text.replace(/^(?:> )+/, '')
  const { from, signature, quote } = placesIn(lines.map(({ text }) => text))
  for (const [at, line] of lines.entries())
    line.side = at < from || at >= quote ? 'quoted' : at >= signature ? 'signature' : 'own'
  const said = (some: readonly Line[]) => joined(some.filter(({ isQuote }) => !isQuote).map(({ text }) => text))
  const text = said(lines.slice(from, signature))
  const others = [said([...lines.slice(0, from), ...lines.slice(signature)]), said(quoted.lines())]
    .filter((each) => each !== '')
    .join('\n\n')
  return text === ''
    ? { text: others, quoted: '', folded: undefined }
    : { text, quoted: others, folded: fold(tree, leaves) }
}

/** Collects the lines of a letter, and whose each piece of it is. */
class Walk {
  readonly #own = new Lines()
  readonly #quoted = new Lines()
  readonly #leaves: Leaf[] = []
  #quotes = 0
  #signatures = 0
  #pres = 0
  #isDivided = false
  /** Whether the quote that is being read stands in the author's lines already. */
  #isNoted = false

  constructor(tree: Tree) {
    for (const child of tree.children) this.#visit(child)
  }
  get result() {
    return { own: this.#own, quoted: this.#quoted, leaves: this.#leaves }
  }
  get #isRepeated(): boolean {
    return this.#isDivided || this.#quotes > 0
  }
  get #target(): Lines {
    return this.#isRepeated || this.#signatures > 0 ? this.#quoted : this.#own
  }
  #visit(node: Node): void {
    if (node.type === 'text') this.#text(node)
    else if ('attribs' in node) this.#element(node)
  }
  #text(node: TextNode): void {
    if (node.data.trim() !== '') this.#noteQuote()
    if (this.#pres === 0) return this.#leaf(node, this.#target.add(node.data, false), node.data.trim() !== '')
    for (const piece of linesApart(node))
      this.#leaf(piece, this.#target.add(piece.data, true), piece.data.trim() !== '')
  }
  /** What a program wraps leaves a line of a quote among the author's, so that an answer below it is seen as one. */
  #noteQuote(): void {
    if (this.#quotes === 0 || this.#isDivided || this.#isNoted) return
    this.#own.note()
    this.#isNoted = true
  }
  #leaf(node: Node, line: Line, isSeen: boolean): void {
    if (!isSeen) return
    const side = this.#isRepeated ? 'quoted' : this.#signatures > 0 ? 'signature' : undefined
    this.#leaves.push({ node, side: () => side ?? line.side ?? 'own' })
  }
  #element(node: ElementNode): void {
    const { name: tag, attribs } = node
    if (divides(tag, attribs)) this.#isDivided = true
    if (unread.has(tag) || isHidden(attribs)) return
    if (blocks.has(tag)) this.#target.end(spaced.has(tag))
    if (tag === 'br') this.#target.break()
    else if (tag === 'li') this.#target.add('• ', false)
    else if (tag === 'img') this.#picture(node)
    if (voidTags.has(tag)) return
    const answeredAt = holdsQuotes(tag, attribs) ? answeredIn(node) : -1
    const isQuote = wraps(tag, attribs) && answeredAt < 0
    const isBare = quotesBarely(tag, attribs)
    const isSigned = signs(attribs)
    this.#quotes += Number(isQuote)
    this.#signatures += Number(isSigned)
    this.#own.depth += Number(isBare)
    this.#pres += Number(tag === 'pre')
    for (const [at, child] of [...node.children].entries()) {
      const isIn = answeredAt >= 0 && (at < answeredAt || isBlockquote(child))
      this.#quotes += Number(isIn)
      this.#visit(child)
      this.#quotes -= Number(isIn)
      if (this.#quotes === 0) this.#isNoted = false
    }
    if (blocks.has(tag)) this.#target.end(spaced.has(tag))
    this.#quotes -= Number(isQuote)
    this.#signatures -= Number(isSigned)
    this.#own.depth -= Number(isBare)
    this.#pres -= Number(tag === 'pre')
    if (this.#quotes === 0) this.#isNoted = false
  }
  #picture(node: ElementNode): void {
    const { alt = '', src = '' } = node.attribs
    const line = this.#target.add(alt === '' ? '' : ` ${alt} `, false)
    this.#leaf(node, line, /^\s*(?:cid|data|media):/i.test(src))
  }
}

const isBlockquote = (node: Node): boolean => 'attribs' in node && node.name === 'blockquote'

/** Where the first quote of a container stands that has the author's words behind one; -1 if it has none. */
function answeredIn({ children }: ElementNode): number {
  const first = children.findIndex(isBlockquote)
  const isAnswer = (node: Node) =>
    !isBlockquote(node) &&
    !('attribs' in node && (wraps(node.name, node.attribs) || signs(node.attribs))) &&
    DomUtils.textContent(node).trim() !== ''
  return first >= 0 && children.slice(first + 1).some(isAnswer) ? first : -1
}

/** A text that keeps its lines, as one node for each of them. */
function linesApart(node: TextNode): TextNode[] {
  const [first = '', ...others] = node.data.split(/(?<=\n)/)
  node.data = first
  const pieces = [node]
  for (const data of others) {
    const piece = node.cloneNode()
    piece.data = data
    DomUtils.append(pieces.at(-1)!, piece)
    pieces.push(piece)
  }
  return pieces
}

/** Deeper quotes are not told apart: marks must not make a letter many times as long. */
const maxMarks = 10

interface Line {
  text: string
  /** Whether it stands for a quote that is not among these lines. */
  readonly isQuote: boolean
  side?: Side
}

const emptyLine = (): Line => ({ text: '', isQuote: false })

/** Collects text as a browser would lay it out in lines. */
class Lines {
  /** Of quotes without a program's name; each puts a mark before its lines. */
  depth = 0
  readonly #done: Line[] = []
  #line: Line = emptyLine()
  #pieces: string[] = []
  #endsInSpace = true

  /** Answers with the line in which the text begins. */
  add(text: string, keepsSpace: boolean): Line {
    const line = this.#line
    const [first, ...others] = keepsSpace
      ? text.split(/\r\n?|\n/)
      : [text.replace(/[ \t\r\n\f\u200b\u200c\ufeff]+/g, ' ')]
    this.#put(first!, keepsSpace)
    for (const each of others) {
      this.break()
      this.#put(each, true)
    }
    return line
  }
  break(): void {
    const text = this.#pieces
      .join('')
      .replace(/\u00a0/g, ' ')
      .trimEnd()
    this.#line.text = text === '' ? '' : '> '.repeat(Math.min(this.depth, maxMarks)) + text
    this.#done.push(this.#line)
    this.#begin()
  }
  /** Ends the line if there is one; `spaced` leaves a blank one behind. */
  end(isSpaced: boolean): void {
    if (this.#pieces.some((piece) => piece.trim() !== '')) this.break()
    else this.#begin()
    if (isSpaced && this.#done.length > 0 && this.#done.at(-1)!.text !== '') this.#done.push(emptyLine())
  }
  /** A quote stands here that is kept elsewhere. */
  note(): void {
    this.end(false)
    this.#done.push({ text: '>', isQuote: true })
  }
  /** Without blank lines in front, behind, and in twos. */
  lines(): readonly Line[] {
    this.end(false)
    const kept = this.#done.filter(({ text }, at) => text !== '' || (at > 0 && this.#done[at - 1]!.text !== ''))
    while (kept.at(-1)?.text === '') kept.pop()
    return kept
  }
  #begin(): void {
    this.#line = emptyLine()
    this.#pieces = []
    this.#endsInSpace = true
  }
  #put(text: string, keepsSpace: boolean): void {
    const piece = !keepsSpace && this.#endsInSpace ? text.replace(/^ /, '') : text
    if (piece === '') return
    this.#pieces.push(piece)
    this.#endsInSpace = /[ \n]$/.test(piece)
  }
}
