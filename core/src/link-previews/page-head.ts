import { asShown } from '@recado/contracts'
import { Parser } from 'htmlparser2'

/** What a page says about itself in its head. Texts are plain, on one line, and without hidden characters. */
export interface PageHead {
  readonly siteName: string | null
  readonly title: string
  readonly description: string | null
  /** Absolute address of the picture that the page names for itself, http or https. */
  readonly picture: string | null
}

/** Characters of each text that are kept; longer ones end in an ellipsis. */
export const textLengths = { siteName: 80, title: 200, description: 300 } as const
const longestAddress = 2_000
/** Characters of a text that are looked at: what follows is not shown anyway. */
const readCharacters = 2_000
/** Beyond these a page is read no further: its head is none that people write. */
const mostTags = 5_000
/** Elements in one another. The parser's time grows by the square of the depth. */
const deepest = 50
/** Pieces that the parser gets at a time, so that it can end between them. Characters. */
const pieceLength = 16_384

/** Names of `<meta>`, the preferred one first: Open Graph, then cards, then plain HTML. */
const names = {
  siteName: ['og:site_name', 'application-name'],
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  picture: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const
const known = new Set<string>(Object.values(names).flat())

/**
 * Reads the head of an HTML page of unknown origin as its text arrives, and nothing behind it. It takes time in
 * proportion to the text, throws nothing whatever the text is, and keeps a few thousand characters.
 */
export class PageHeadReader {
  readonly #metas = new Map<string, string>()
  readonly #parser: Parser
  #title = ''
  /** Text of a title that has not ended. How much of it the parser tells depends on the pieces it got. */
  #read = ''
  #isTitle = false
  #hasTitle = false
  #tags = 0
  #depth = 0
  #isDone = false

  constructor() {
    this.#parser = new Parser({
      onopentag: (name, attributes) => this.#open(name, attributes),
      ontext: (text) => {
        if (this.#isTitle && this.#read.length < readCharacters) this.#read += text.slice(0, readCharacters)
      },
      onclosetag: (name) => {
        this.#depth--
        if (name === 'title' && this.#isTitle) this.#endTitle()
        if (name === 'head') this.#isDone = true
      },
    })
  }

  /** Nothing further of the page is of interest. */
  get isDone(): boolean {
    return this.#isDone
  }

  write(text: string): void {
    for (let at = 0; at < text.length && !this.#isDone; at += pieceLength)
      this.#parser.write(text.slice(at, at + pieceLength))
  }

  /** What the head said; undefined for a page without a title. `address` is where the page was, after redirects. */
  result(address: string): PageHead | undefined {
    const title = this.#text('title') ?? shortened(this.#title, textLengths.title)
    if (title === null) return undefined
    return {
      siteName: this.#text('siteName'),
      title,
      description: this.#text('description'),
      picture: this.#picture(address),
    }
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#isDone) return
    if (name === 'body' || ++this.#tags > mostTags || ++this.#depth > deepest) {
      this.#isDone = true
      return
    }
    if (name === 'title' && !this.#hasTitle) this.#isTitle = this.#hasTitle = true
    if (name !== 'meta') return
    const content = attributes['content']
    for (const key of [attributes['property'], attributes['name']]) {
      const of = key?.trim().toLowerCase()
      if (of === undefined || content === undefined || !known.has(of) || this.#metas.has(of)) continue
      // An empty one leaves the place to a later one, and to the next name.
      if (content.trim() !== '') this.#metas.set(of, content.slice(0, readCharacters + 1))
    }
  }

  #endTitle(): void {
    this.#isTitle = false
    this.#title = this.#read
  }

  #text(field: keyof typeof textLengths): string | null {
    for (const name of names[field]) {
      const text = shortened(this.#metas.get(name) ?? '', textLengths[field])
      if (text !== null) return text
    }
    return null
  }

  #picture(base: string): string | null {
    for (const name of names.picture) {
      const written = this.#metas.get(name)?.trim()
      if (written === undefined || written.length > longestAddress || !URL.canParse(written, base)) continue
      const { protocol, username, password, href } = new URL(written, base)
      if (/^https?:$/.test(protocol) && username === '' && password === '') return href
    }
    return null
  }
}

function shortened(text: string, longest: number): string | null {
  const shown = asShown(text.slice(0, readCharacters).toWellFormed())
  if (shown === '') return null
  const characters = [...shown]
  return characters.length <= longest
    ? shown
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}
