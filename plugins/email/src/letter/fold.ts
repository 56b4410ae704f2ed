import { quotedMark } from '@recado/sdk'
import { DomUtils, parseDocument } from 'htmlparser2'

export type Tree = ReturnType<typeof parseDocument>
export type Node = Tree['children'][number]
export type TextNode = Extract<Node, { type: 'text' }>
export type ElementNode = Extract<Node, { attribs: unknown }>

/** Whose a piece of a letter is. */
export type Side = 'own' | 'signature' | 'quoted'

/** A text or a picture of a letter that a reader sees, in the order of the letter. */
export interface Leaf {
  readonly node: Node
  readonly side: () => Side
}

/** What a piece of the tree is made of: of what is folded, of what stays, of nothing that is seen, or of several. */
type Content = 'folded' | 'kept' | 'blank' | 'mixed'

/**
 * The letter with {@link quotedMark} at what is repeated below the author's text. Undefined where nothing is repeated
 * or anything of the author's stands below or between it: an answer is never folded away. Signatures stay.
 */
export function fold(tree: Tree, leaves: readonly Leaf[]): string | undefined {
  const sides = leaves.map(({ side }) => side())
  const first = sides.indexOf('quoted')
  if (first <= 0 || sides.includes('own', first)) return undefined
  unmark(tree.children)
  const kept = new Set(leaves.filter((_, at) => sides[at] !== 'quoted').map(({ node }) => node))
  new Marks(leaves[first]!.node, kept).mark(tree.children)
  return DomUtils.getOuterHTML(tree.children, { encodeEntities: 'utf8' })
}

function unmark(nodes: readonly Node[]): void {
  for (const node of nodes) {
    if (!('attribs' in node)) continue
    delete node.attribs[quotedMark]
    unmark(node.children)
  }
}

class Marks {
  readonly #first: Node
  readonly #kept: ReadonlySet<Node>
  #hasBegun = false

  constructor(first: Node, kept: ReadonlySet<Node>) {
    this.#first = first
    this.#kept = kept
  }
  /** Marks the largest pieces of which nothing stays. */
  mark(nodes: readonly Node[]): Content {
    const contents = nodes.map((node) => [node, this.#contentOf(node)] as const)
    const found = new Set(contents.map(([, content]) => content))
    found.delete('blank')
    if (found.size === 0) return 'blank'
    if (found.size === 1 && !found.has('mixed')) return [...found][0]!
    for (const [node, content] of contents) if (content === 'folded') markOne(node)
    return 'mixed'
  }
  #contentOf(node: Node): Content {
    this.#hasBegun ||= node === this.#first
    if (this.#kept.has(node)) return 'kept'
    const content = 'attribs' in node ? this.mark(node.children) : 'blank'
    return content === 'blank' && this.#hasBegun ? 'folded' : content
  }
}

function markOne(node: Node): void {
  if ('attribs' in node) {
    node.attribs[quotedMark] = ''
    return
  }
  const mark = parseDocument(`<span ${quotedMark}></span>`).children[0] as ElementNode
  DomUtils.replaceElement(node, mark)
  DomUtils.appendChild(mark, node)
}
