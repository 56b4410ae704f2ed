import { parseSync, visitorKeys } from 'oxc-parser'

/** A node of the syntax tree, as oxc-parser makes it. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** The direct children of a node, with the key under which each stands. */
export function* childrenOf(node: Node): Iterable<readonly [key: string, child: Node]> {
  for (const key of visitorKeys[node.type] ?? []) {
    const child = node[key]
    for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) yield [key, each]
  }
}

/** A node and everything below it. */
export function* within(node: Node): Iterable<Node> {
  yield node
  for (const [, child] of childrenOf(node)) yield* within(child)
}

/** Throws when the file does not parse. */
export function parse(path: string, text: string): Node {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  return program as unknown as Node
}

/** An expression without what only types add to it, and without parentheses. */
export function bare(node: Node): Node {
  const wrapped = /^(TS(As|Satisfies|NonNull|Instantiation)|Parenthesized|Await|Chain)Expression$|^TSTypeAssertion$/
  return wrapped.test(node.type) ? bare((node['expression'] ?? node['argument']) as Node) : node
}

/** The name at the beginning of `name`, `name.a.b`, `name(…).c`; undefined where an expression begins otherwise. */
export function rootName(node: Node): string | undefined {
  const inner = bare(node)
  if (inner.type === 'Identifier' || inner.type === 'JSXIdentifier') return inner['name'] as string
  if (/^(JSX)?MemberExpression$/.test(inner.type)) return rootName(inner['object'] as Node)
  return inner.type === 'CallExpression' ? rootName(inner['callee'] as Node) : undefined
}

/** The last name of `a.b.c`; undefined for anything that is no member. */
export function memberName(node: Node): string | undefined {
  const inner = bare(node)
  if (inner.type !== 'MemberExpression' || inner['computed'] === true) return undefined
  return (inner['property'] as Node)['name'] as string
}

/** The text of a string, or the fixed parts of a template with a mark between them. */
export function stringsOf(node: Node): string {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : ''
  if (node.type !== 'TemplateLiteral') return ''
  return (node['quasis'] as { value: { cooked: string | null } }[]).map(({ value }) => value.cooked ?? '').join('…')
}
