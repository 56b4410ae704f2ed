import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { pictureAt } from '../pictures/picture.ts'
import { markup, type Html, type Piece } from './html.ts'

const parser = unified().use(remarkParse).use(remarkGfm)
type Root = ReturnType<typeof parser.parse>
type Node = Root | Root['children'][number]

/** How deep quotes and lists may stand in each other; what is deeper is left out. */
const deepest = 40
/* Reading deep quotes and lists takes the cube of their depth: who wrote such could hold up the node. */
const deepLine = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){20,}/gm
const deepIndent = /^(?: {80,}| *(?:\t *){20,})/gm

/** Where a link or a picture may lead: pages, pictures and letters. Undefined for everything else. */
function targetOf(url: string, protocols: readonly string[]): URL | undefined {
  if (!URL.canParse(url)) return undefined
  const target = new URL(url)
  return protocols.includes(target.protocol) ? target : undefined
}

/**
 * Markdown as HTML. HTML within it is shown as text. Links lead to pages of the web and to e-mail addresses, those to
 * other hosts than `own.host` with `nofollow noopener`; pictures are the company's own, or come by https. The outermost
 * heading is an `h2`, and no level is left out on the way down.
 */
export const htmlOfMarkdown = (text: string, own: Own): Html =>
  new Writing(parser.parse(text.replace(deepLine, '').replace(deepIndent, ' '.repeat(80))), own).html

/** Where the text stands. */
export interface Own {
  readonly host: string
  /** The path of one of the company's pictures, by its id. */
  picturePath(id: string): string
}

class Writing {
  readonly html: Html
  readonly #own: Own
  readonly #definitions = new Map<string, { readonly url: string }>()
  #heading = 1

  constructor(root: Root, own: Own) {
    this.#own = own
    for (const node of root.children) if (node.type === 'definition') this.#definitions.set(node.identifier, node)
    this.html = markup`${this.#children(root, 0)}`
  }

  #children(node: { readonly children: readonly Node[] }, depth: number): Piece {
    return depth > deepest ? '' : node.children.map((child) => this.#write(child, depth + 1))
  }

  #write(node: Node, depth: number): Piece {
    switch (node.type) {
      case 'text':
        return node.value
      case 'html':
        return depth > 1 ? node.value : markup`<p>${node.value}</p>`
      case 'paragraph':
        return markup`<p>${this.#children(node, depth)}</p>`
      case 'heading':
        return this.#headingOf(node, depth)
      case 'emphasis':
        return markup`<em>${this.#children(node, depth)}</em>`
      case 'strong':
        return markup`<strong>${this.#children(node, depth)}</strong>`
      case 'delete':
        return markup`<del>${this.#children(node, depth)}</del>`
      case 'inlineCode':
        return markup`<code>${node.value}</code>`
      case 'code':
        return markup`<pre><code>${node.value}</code></pre>`
      case 'break':
        return markup`<br>`
      case 'thematicBreak':
        return markup`<hr>`
      case 'blockquote':
        return markup`<blockquote>${this.#children(node, depth)}</blockquote>`
      case 'list':
        return node.ordered
          ? markup`<ol start="${node.start ?? 1}">${this.#children(node, depth)}</ol>`
          : markup`<ul>${this.#children(node, depth)}</ul>`
      case 'listItem':
        return markup`<li>${node.checked == null ? '' : node.checked ? '☑ ' : '☐ '}${this.#item(node, depth)}</li>`
      case 'link':
        return this.#link(node.url, this.#children(node, depth))
      case 'linkReference':
        return this.#link(this.#definitions.get(node.identifier)?.url, this.#children(node, depth))
      case 'image':
        return this.#image(node.url, node.alt)
      case 'imageReference':
        return this.#image(this.#definitions.get(node.identifier)?.url, node.alt)
      case 'table':
        return this.#table(node, depth)
      case 'footnoteReference':
        return markup`<sup>${node.label ?? node.identifier}</sup>`
      case 'footnoteDefinition':
        return markup`<div><sup>${node.label ?? node.identifier}</sup> ${this.#children(node, depth)}</div>`
      default:
        return 'children' in node ? this.#children(node, depth) : ''
    }
  }

  /** Short items stand without paragraphs, as they were written. */
  #item(node: Extract<Node, { type: 'listItem' }>, depth: number): Piece {
    if (node.spread || depth > deepest) return this.#children(node, depth)
    return node.children.map((child) =>
      child.type === 'paragraph' ? this.#children(child, depth + 1) : this.#write(child, depth + 1),
    )
  }

  #headingOf(node: Extract<Node, { type: 'heading' }>, depth: number): Html {
    this.#heading = Math.min(node.depth + 1, this.#heading + 1, 6)
    const words = this.#children(node, depth)
    switch (this.#heading) {
      case 2:
        return markup`<h2>${words}</h2>`
      case 3:
        return markup`<h3>${words}</h3>`
      case 4:
        return markup`<h4>${words}</h4>`
      case 5:
        return markup`<h5>${words}</h5>`
      default:
        return markup`<h6>${words}</h6>`
    }
  }

  #link(url: string | undefined, words: Piece): Piece {
    const target = url === undefined ? undefined : targetOf(url, ['http:', 'https:', 'mailto:'])
    if (!target) return words
    const isOwn = target.protocol === 'mailto:' || target.host === this.#own.host
    return isOwn
      ? markup`<a href="${target.href}">${words}</a>`
      : markup`<a href="${target.href}" rel="nofollow noopener">${words}</a>`
  }

  /** Without an address that may be read, its words. */
  #image(url: string | undefined, alt: string | null | undefined): Piece {
    if (url === undefined) return alt ?? ''
    const own = pictureAt(url)
    const address = own === undefined ? targetOf(url, ['https:'])?.href : this.#own.picturePath(own)
    return address === undefined ? (alt ?? '') : markup`<img src="${address}" alt="${alt ?? ''}" loading="lazy">`
  }

  #table({ children: [head, ...rows] }: Extract<Node, { type: 'table' }>, depth: number): Html {
    const cells = head?.children ?? []
    const heads = cells.map((cell) => markup`<th scope="col">${this.#children(cell, depth)}</th>`)
    const lines = rows.map(
      (row) => markup`<tr>${row.children.map((cell) => markup`<td>${this.#children(cell, depth)}</td>`)}</tr>`,
    )
    return markup`<table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table>`
  }
}
