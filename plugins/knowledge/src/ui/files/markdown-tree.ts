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

/**
 * A page or a document of HTML as Markdown: what stands in `main` or `article`, without menus, forms and scripts. The
 * title is that of its first heading, else that of the page.
 */
export async function markdownOfHtml(html: string): Promise<{ readonly title: string; readonly body: string }> {
  const page = unified().use(rehypeParse).parse(html) as unknown as HtmlNode
  const content = withoutFurniture(find(page, 'main') ?? find(page, 'article') ?? find(page, 'body') ?? page)
  const heading = find(content, 'h1')
  const root = { type: 'root', children: [without(content, heading)] }
  const tree = await unified()
    .use(rehypeRemark)
    .run(root as never)
  return { title: wordsOf(heading ?? find(page, 'title')), body: writeMarkdown(tree as never) }
}

/** A tree as Markdown, with whatever would be a mark escaped. */
export const writeMarkdown = (tree: MarkdownTree): string => writer().stringify(tree).trim()
