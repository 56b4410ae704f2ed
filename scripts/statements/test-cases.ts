import { citedIds } from './specification.ts'
import { bare, childrenOf, memberName, parse, stringsOf, within, type Node } from './syntax-tree.ts'

/** One test of a file, as its source says it. */
export interface TestCase {
  /** Title, after those of the groups around it. */
  readonly title: string
  /** The statements that its title cites; for a table of cases, those that the table cites. */
  readonly ids: readonly string[]
  /** Those of them that only a group around it cites. */
  readonly inherited: readonly string[]
  /** What runs; undefined where nothing does. */
  readonly body: Node | undefined
}

export interface TestFile {
  readonly path: string
  readonly text: string
  readonly cases: readonly TestCase[]
  /** Local names of what the file imports, with the module each comes from. Types are left out. */
  readonly imports: ReadonlyMap<string, { readonly specifier: string; readonly imported: string }>
  /** What stands behind the names that the file itself gives outside of its tests. */
  readonly declared: ReadonlyMap<string, readonly Node[]>
  /** What runs before tests. */
  readonly hooks: readonly Node[]
}

/** What stands around a test: titles and numbers of its groups, numbers of the loops that make it. */
interface Around {
  readonly titles: readonly string[]
  readonly ids: readonly string[]
  readonly loopIds: readonly string[]
}

/** Reads which tests a file has, without running it. */
export function readTestFile(path: string, text: string): TestFile {
  const program = parse(path, text)
  const imports = importsOf(program)
  const declared = declaredIn([...outsideTests(program)])
  const hooks = [...within(program)].flatMap((node) => hookOf(node) ?? [])
  const cases: TestCase[] = []

  const visit = (node: Node, around: Around): void => {
    if (node.type === 'ForOfStatement') {
      const cited = citedIds(sourceOf(node['right'] as Node))
      for (const [, child] of childrenOf(node)) visit(child, { ...around, loopIds: [...around.loopIds, ...cited] })
      return
    }
    const call = node.type === 'CallExpression' ? readCall(node) : undefined
    if (!call) {
      for (const [, child] of childrenOf(node)) visit(child, around)
      return
    }
    if (call.modifiers.some(({ name }) => name === 'skip' || name === 'todo')) return
    const title = stringsOf(call.title)
    const ids = citedIds(title)
    const varies = (call.title['expressions'] as unknown[] | undefined)?.length
    if (varies) ids.push(...around.loopIds)
    const tables = /[%$]/.test(title) ? call.modifiers.flatMap(({ argument }) => argument ?? []) : []
    ids.push(...tables.flatMap((table) => citedIds(sourceOf(table))))
    const titles = [...around.titles, title]
    const all = [...new Set([...around.ids, ...ids])]
    if (call.isGroup) {
      if (call.body) visit(call.body, { ...around, titles, ids: all })
    } else {
      const inherited = around.ids.filter((id) => !ids.includes(id))
      cases.push({ title: titles.join(' › '), ids: all, inherited, body: call.body })
    }
  }
  /** The source of a table of cases, behind its name where it has one. */
  const sourceOf = (node: Node): string => {
    const inner = bare(node)
    const named = inner.type === 'Identifier' ? declared.get(inner['name'] as string) : undefined
    return (named ?? [inner]).map(({ start, end }) => text.slice(start, end)).join('\n')
  }
  visit(program, { titles: [], ids: [], loopIds: [] })
  return { path, text, cases, imports, declared, hooks }
}

interface Call {
  readonly isGroup: boolean
  readonly modifiers: readonly Modifier[]
  readonly title: Node
  readonly body: Node | undefined
}
interface Modifier {
  readonly name: string
  readonly argument?: Node
}

/** `test('…', …)`, `describe.skipIf(…)('…', …)`, `it.each(…)('…', …)`; undefined for any other call. */
function readCall(node: Node): Call | undefined {
  const [title, ...rest] = node['arguments'] as Node[]
  if (!title || !/^(Literal|TemplateLiteral)$/.test(title.type)) return undefined
  const modifiers: Modifier[] = []
  let callee = node['callee'] as Node
  for (;;) {
    if (callee.type === 'CallExpression') {
      const argument = (callee['arguments'] as Node[])[0]
      callee = callee['callee'] as Node
      modifiers.push({ name: memberName(callee) ?? '', ...(argument && { argument }) })
      callee = (callee['object'] ?? callee) as Node
    } else if (callee.type === 'TaggedTemplateExpression') {
      modifiers.push({ name: 'each', argument: callee['quasi'] as Node })
      callee = ((callee['tag'] as Node)['object'] ?? callee['tag']) as Node
    } else if (callee.type === 'MemberExpression') {
      modifiers.push({ name: memberName(callee) ?? '' })
      callee = callee['object'] as Node
    } else break
  }
  const name = callee.type === 'Identifier' ? (callee['name'] as string) : ''
  if (!/^(test|it|describe)$/.test(name)) return undefined
  const body = rest.find(({ type }) => /Function|Identifier/.test(type))
  return { isGroup: name === 'describe', modifiers, title, body }
}

/** What `beforeEach(…)` and `beforeAll(…)` run. */
function hookOf(node: Node): Node | undefined {
  const name = node.type === 'CallExpression' ? (node['callee'] as Node)['name'] : undefined
  return name === 'beforeEach' || name === 'beforeAll' ? (node['arguments'] as Node[])[0] : undefined
}

/** Every node but those below a test: what one test calls its own is nothing to another. */
function* outsideTests(node: Node): Iterable<Node> {
  yield node
  const call = node.type === 'CallExpression' ? readCall(node) : undefined
  if (call && !call.isGroup) return
  for (const [, child] of childrenOf(node)) yield* outsideTests(child)
}

function importsOf(program: Node): TestFile['imports'] {
  const imports = new Map<string, { specifier: string; imported: string }>()
  for (const node of within(program)) {
    if (node.type !== 'ImportDeclaration' || node['importKind'] === 'type') continue
    const specifier = (node['source'] as Node)['value'] as string
    for (const each of node['specifiers'] as Node[]) {
      if (each['importKind'] === 'type') continue
      const local = (each['local'] as Node)['name'] as string
      const imported = (each['imported'] as Node | undefined)?.['name'] as string | undefined
      imports.set(local, { specifier, imported: imported ?? local })
    }
  }
  return imports
}

/** What the names mean that these nodes declare or assign. */
export function declaredIn(nodes: Iterable<Node>): TestFile['declared'] {
  const declared = new Map<string, Node[]>()
  const declare = (pattern: Node, value: Node): void => {
    for (const each of within(pattern)) {
      if (each.type !== 'Identifier') continue
      const name = each['name'] as string
      declared.set(name, [...(declared.get(name) ?? []), value])
    }
  }
  for (const node of nodes) {
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        if (node['id']) declare(node['id'] as Node, node)
        break
      case 'VariableDeclarator':
        if (node['init']) declare(node['id'] as Node, node['init'] as Node)
        break
      case 'AssignmentExpression': {
        const left = node['left'] as Node
        if (/^(Identifier|ArrayPattern|ObjectPattern)$/.test(left.type)) declare(left, node['right'] as Node)
        break
      }
    }
  }
  return declared
}
