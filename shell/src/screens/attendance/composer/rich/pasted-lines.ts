import { settled, styles, type Line, type Run, type Style } from './lines.ts'

const dropped = new Set(['style', 'script', 'head', 'title', 'meta', 'link', 'template', 'svg', 'noscript', 'o:p'])
const blocks = new Set(
  (
    'address article aside blockquote body dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li ' +
    'main nav ol p pre section table tbody td tfoot th thead tr ul'
  ).split(' '),
)

interface Setting {
  readonly kind: Line['kind']
  readonly styles: readonly Style[]
  readonly code?: true
  readonly href?: string
  readonly keepsSpaces?: true
}

/** Lines that grow while a page is read. */
class Reading {
  readonly lines: { kind: Line['kind']; number?: number; runs: Run[] }[] = []
  #isOpen = false

  say(text: string, { kind, styles: set, code, href, keepsSpaces }: Setting): void {
    const last = this.#isOpen ? this.lines.at(-1) : undefined
    const isFresh = !last || textOf(last.runs) === '' || textOf(last.runs).endsWith(' ')
    const words = keepsSpaces ? text : text.replace(/[\s ]+/g, ' ').replace(isFresh ? /^ / : /^(?!)/, '')
    if (words === '') return
    const line = last ?? this.begin(kind)
    line.runs.push({
      text: words,
      styles: styles.filter((style) => set.includes(style)),
      ...(code && { code }),
      ...(href !== undefined && { href }),
    })
  }
  begin(kind: Line['kind'], number?: number): { runs: Run[] } {
    const line = { kind, runs: [] as Run[], ...(number !== undefined && { number }) }
    this.lines.push(line)
    this.#isOpen = true
    return line
  }
  /** What follows stands on a line of its own. */
  end(): void {
    this.#isOpen = false
  }
  /** A break within a block: a second one in a row leaves a line empty. */
  break(kind: Line['kind']): void {
    if (!this.#isOpen) this.begin(kind)
    this.end()
  }
}

const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('')

/** Stands for `style` in what is read: the content policy complains of styles in any page that this one parses. */
const styleName = 'data-copied-style'
const withoutStyles = (html: string): string =>
  html.replace(/(\s)style(?=\s*=)/gi, `$1${styleName}`).replace(/<(\/?)style\b/gi, '<$1template')
const styleOf = (element: Element): string => element.getAttribute(styleName) ?? ''

/** Lines of what was copied elsewhere: what the marks can say stays, everything else leaves its words alone. */
export function linesOfHtml(html: string): readonly Line[] {
  const page = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  const reading = new Reading()
  read(page.body, { kind: 'plain', styles: [] }, reading)
  return reading.lines.map(trimmed).filter((line, index, all) => {
    // Paragraphs of other programs are apart by an empty one; two of them are a page's layout.
    const isEmpty = line.runs.length === 0
    const before = all[index - 1]
    return !isEmpty || (index > 0 && index < all.length - 1 && before?.runs.length !== 0)
  })
}

function trimmed({ runs, ...line }: Line): Line {
  if (line.kind === 'pre') return { ...line, runs: [{ text: textOf(runs).replace(/^\n|\n+$/g, ''), styles: [] }] }
  const [first, ...others] = runs.filter(({ text }) => text !== '')
  const kept = first ? [{ ...first, text: first.text.trimStart() }, ...others] : []
  const last = kept.at(-1)
  if (last) kept[kept.length - 1] = { ...last, text: last.text.trimEnd() }
  return { ...line, runs: settled(kept.filter(({ text }) => text !== '')) }
}

function read(node: Node, setting: Setting, reading: Reading): void {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) reading.say((child.nodeValue ?? '').replaceAll(styleName, 'style'), setting)
    else if (child instanceof Element) readElement(child, setting, reading)
  }
}

function readElement(element: Element, outer: Setting, reading: Reading): void {
  const name = element.localName
  if (dropped.has(element.nodeName.toLowerCase()) || isHidden(element)) return
  if (name === 'br') return reading.break(outer.kind)
  const setting = settingIn(element, outer)
  const isBlock = blocks.has(name)
  if (isBlock && name !== 'td' && name !== 'th') reading.end()
  const marker = name === 'li' ? itemNumber(element) : wordItem(element)
  if (marker !== undefined) {
    reading.begin(marker === 0 ? 'bullet' : 'number', marker === 0 ? undefined : marker)
    read(element, { ...setting, kind: marker === 0 ? 'bullet' : 'number' }, reading)
    return reading.end()
  }
  if (name === 'pre') {
    reading.begin('pre')
    reading.say(codeIn(element), { kind: 'pre', styles: [], keepsSpaces: true })
    return reading.end()
  }
  read(element, setting, reading)
  if (name === 'td' || name === 'th') reading.say(' ', setting)
  else if (isBlock) reading.end()
  if (name === 'p' && element.textContent?.trim() === '') reading.break(setting.kind)
}

/** The text of a block of code, with the breaks that it has. */
function codeIn(node: Node): string {
  return [...node.childNodes]
    .map((child) => {
      if (child.nodeType === Node.TEXT_NODE) return child.nodeValue ?? ''
      const name = child.nodeName.toLowerCase()
      return name === 'br' ? '\n' : dropped.has(name) ? '' : codeIn(child)
    })
    .join('')
}

function isHidden(element: Element): boolean {
  const style = styleOf(element)
  return /display:\s*none|mso-hide:\s*all|mso-list:\s*ignore/i.test(style)
}

const heading = /^h[1-6]$/
const address = /^https?:\/\/[^\s()<>]{1,2000}$/

function settingIn(element: Element, outer: Setting): Setting {
  const name = element.localName
  const style = styleOf(element)
  const set = new Set(outer.styles)
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase()
  if (name === 'b' || name === 'strong' || heading.test(name)) set.add('strong')
  if (weight !== undefined) {
    if (weight === 'bold' || weight === 'bolder' || Number(weight) >= 600) set.add('strong')
    else if (!heading.test(name)) set.delete('strong')
  }
  if (name === 'i' || name === 'em' || /font-style:\s*italic/i.test(style)) set.add('emphasis')
  if (name === 's' || name === 'strike' || name === 'del' || /text-decoration[^;]*line-through/i.test(style))
    set.add('struck')
  const href = name === 'a' ? element.getAttribute('href')?.trim().replaceAll('(', '%28').replaceAll(')', '%29') : ''
  return {
    ...outer,
    styles: [...set],
    ...((name === 'code' || name === 'tt') && { code: true }),
    ...(href && address.test(href) && { href }),
    ...(name === 'blockquote' && { kind: 'quote' }),
  }
}

/** The number of an item of a list; 0 where its list has dots. */
function itemNumber(element: Element): number {
  const list = element.parentElement
  if (list?.localName !== 'ol') return 0
  const items = [...list.children].filter(({ localName }) => localName === 'li')
  return Math.min(999, (Number(list.getAttribute('start')) || 1) + items.indexOf(element))
}

/** The same of a paragraph of Word that is an item, whose marker is text; undefined for any other element. */
function wordItem(element: Element): number | undefined {
  if (element.localName !== 'p' || !/mso-list:\s*l\d/i.test(styleOf(element))) return undefined
  const ignored = [...element.querySelectorAll('span')].find((one) => /mso-list:\s*ignore/i.test(styleOf(one)))
  const number = /^\s*(\d{1,3})[.)]/.exec(ignored?.textContent ?? '')
  return number ? Number(number[1]) : 0
}
