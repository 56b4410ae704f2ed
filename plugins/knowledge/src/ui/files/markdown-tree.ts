import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'

type Written = ReturnType<ReturnType<typeof writer>['parse']>
/** A tree of Markdown, as mdast has it. */
export type MarkdownTree = Parameters<ReturnType<typeof writer>['stringify']>[0] & Written
/** A node of HTML, as hast has it. */
interface HtmlNode {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: HtmlNode[]
}

const writer = () =>
  unified().use(remarkGfm).use(remarkStringify, { bullet: '-', rule: '-', incrementListMarker: true })

/** Elements of a page that are no part of what it says. */
const furniture = new Set(['nav', 'header', 'footer', 'aside', 'form', 'script', 'style', 'noscript', 'template'])
const furnitureRoles = new Set(['navigation', 'banner', 'contentinfo', 'search', 'complementary'])

const find = (node: HtmlNode, tagName: string): HtmlNode | undefined =>
  node.tagName === tagName
    ? node
    : node.children?.reduce<HtmlNode | undefined>((found, child) => found ?? find(child, tagName), undefined)
const wordsOf = (node: HtmlNode | undefined): string =>
  node === undefined ? '' : (node.value ?? node.children?.map(wordsOf).join('') ?? '')

/** Pictures inside of a document have no address that an article could name. */
const isEmbedded = ({ tagName, properties }: HtmlNode): boolean =>
  tagName === 'img' && !/^https?:/.test(String(properties?.['src'] ?? ''))
const isFurniture = ({ tagName, properties }: HtmlNode): boolean =>
  furniture.has(tagName ?? '') || furnitureRoles.has(String(properties?.['role'] ?? ''))

function withoutFurniture(node: HtmlNode): HtmlNode {
  if (!node.children) return node
  return {
    ...node,
    children: node.children.filter((child) => !isFurniture(child) && !isEmbedded(child)).map(withoutFurniture),
  }
}

/** The heading that names a page leaves its text. */
function without(node: HtmlNode, gone: HtmlNode | undefined): HtmlNode {
  if (!node.children) return node
  return { ...node, children: node.children.filter((child) => child !== gone).map((child) => without(child, gone)) }
}

const linkProtocols = new Set(['https:', 'http:', 'mailto:', 'tel:'])
/** Properties of elements that hold an address. */
const addressed: Readonly<Record<string, string>> = { a: 'href', img: 'src' }

/** Addresses as they are from anywhere; one that leads nowhere is left empty. */
function resolved(node: HtmlNode, base: string): HtmlNode {
  const name = addressed[node.tagName ?? '']
  const text = name === undefined ? undefined : node.properties?.[name]
  const address = typeof text === 'string' && URL.canParse(text, base) ? new URL(text, base) : undefined
  const href = address && linkProtocols.has(address.protocol) ? address.href : ''
  return {
    ...node,
    ...(name !== undefined && text !== undefined && { properties: { ...node.properties, [name]: href } }),
    ...(node.children && { children: node.children.map((child) => resolved(child, base)) }),
  }
}

/** HTML as Markdown. */
export interface HtmlText {
  readonly title: string
  readonly body: string
  /** What the page calls its language; undefined where it does not. */
  readonly language: string | undefined
}

/**
 * A page or a document of HTML as Markdown: what stands in `main` or `article`, without menus, forms and scripts. The
 * title is that of its first heading, else that of the page. With the `address` of a page its links and pictures get
 * whole addresses.
 */
export async function markdownOfHtml(html: string, address?: string): Promise<HtmlText> {
  const parsed = unified().use(rehypeParse).parse(html) as unknown as HtmlNode
  const named = find(parsed, 'base')?.properties?.['href']
  const base = typeof named === 'string' && URL.canParse(named, address) ? new URL(named, address).href : address
  const page = base === undefined ? parsed : resolved(parsed, base)
  const within = find(page, 'main') ?? find(page, 'article')
  const content = withoutFurniture(within ?? find(page, 'body') ?? page)
  const heading = find(content, 'h1')
  // A heading in the header of an article is no part of the text that is left, and names it all the same.
  const title = heading ?? (within && find(within, 'h1')) ?? find(page, 'title')
  const language = find(page, 'html')?.properties?.['lang']
  const root = { type: 'root', children: [without(content, heading)] }
  const tree = await unified()
    .use(rehypeRemark)
    .run(root as never)
  return {
    title: wordsOf(title),
    body: writeMarkdown(tree as never),
    language: typeof language === 'string' ? language : undefined,
  }
}

/** A tree as Markdown, with whatever would be a mark escaped. */
export const writeMarkdown = (tree: MarkdownTree): string => writer().stringify(tree).trim()
