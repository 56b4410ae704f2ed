import { Parser } from 'htmlparser2'
import { divides, quotesBarely, wraps, type Attributes } from './quote-marks.ts'
import { newIn, type Split } from './quotes.ts'
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

/**
 * Text of an HTML letter, split into the author's new text and the quoted one: first by the marks that mail programs
 * leave in it, then by its texts, in which a quote without a program's name has marks. Pure and total.
 */
export function textOfHtml(html: string): Split {
  const own = new Lines()
  const quoted = new Lines()
  const open: { tag: string; quote: boolean; isBare: boolean; unread: boolean; pre: boolean }[] = []
  let [quotes, unreads, pres, divided] = [0, 0, 0, false]
  const target = (): Lines => (divided || quotes > 0 ? quoted : own)
  const leave = (): void => {
    const { tag, quote, isBare, unread: hidden, pre } = open.pop()!
    if (blocks.has(tag)) target().end(spaced.has(tag))
    if (isBare) own.depth--
    quotes -= Number(quote)
    unreads -= Number(hidden)
    pres -= Number(pre)
  }
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (divides(tag, attributes)) divided = true
        const entry = {
          tag,
          quote: wraps(tag, attributes),
          isBare: quotesBarely(tag, attributes),
          unread: unread.has(tag) || isHidden(attributes),
          pre: tag === 'pre',
        }
        if (blocks.has(tag)) target().end(spaced.has(tag))
        if (!voidTags.has(tag)) {
          open.push(entry)
          quotes += Number(entry.quote)
          if (entry.isBare) own.depth++
          unreads += Number(entry.unread)
          pres += Number(entry.pre)
        }
        if (unreads > 0) return
        if (tag === 'br') target().break()
        else if (tag === 'li') target().add('• ', false)
        else if (tag === 'img' && attributes['alt']) target().add(` ${attributes['alt']} `, false)
      },
      ontext(text) {
        if (unreads === 0) target().add(text, pres > 0)
      },
      onclosetag(tag, implied) {
        if (implied && voidTags.has(tag)) return
        // The parser closes in order.
        if (open.at(-1)?.tag === tag) leave()
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.write(shallow(html))
  parser.end()
  const [marked, rest] = [own.text(), quoted.text()]
  const text = marked.split('\n').every((line) => line === '' || line.startsWith('>'))
    ? marked.replace(/^(?:> )+/gm, '')
    : marked
  const { text: written, quoted: repeated } = newIn(text)
  const others = [repeated, rest].filter((each) => each !== '').join('\n\n')
  return written === '' ? { text: others, quoted: '' } : { text: written, quoted: others }
}

/** Deeper quotes are not told apart: marks must not make a letter many times as long. */
const maxMarks = 10

/** Collects text as a browser would lay it out in lines. */
class Lines {
  /** Of quotes without a program's name; each puts a mark before its lines. */
  depth = 0
  readonly #done: string[] = []
  #line: string[] = []
  #endsInSpace = true

  add(text: string, keepsSpace: boolean): void {
    const [first, ...others] = keepsSpace ? text.split('\n') : [text.replace(/[ \t\r\n\f\u200b\u200c\ufeff]+/g, ' ')]
    this.#put(first!, keepsSpace)
    for (const line of others) {
      this.break()
      this.#put(line, true)
    }
  }
  break(): void {
    const line = this.#line
      .join('')
      .replace(/\u00a0/g, ' ')
      .trimEnd()
    this.#done.push(line === '' ? '' : '> '.repeat(Math.min(this.depth, maxMarks)) + line)
    this.#line = []
    this.#endsInSpace = true
  }
  /** Ends the line if there is one; `spaced` leaves a blank one behind. */
  end(isSpaced: boolean): void {
    if (this.#line.some((piece) => piece.trim() !== '')) this.break()
    else this.#line = []
    this.#endsInSpace = true
    if (isSpaced && this.#done.length > 0 && this.#done.at(-1) !== '') this.#done.push('')
  }
  text(): string {
    this.end(false)
    return this.#done
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^\n+/, '')
      .trimEnd()
  }
  #put(text: string, keepsSpace: boolean): void {
    const piece = !keepsSpace && this.#endsInSpace ? text.replace(/^ /, '') : text
    if (piece === '') return
    this.#line.push(piece)
    this.#endsInSpace = /[ \n]$/.test(piece)
  }
}
