import { parseSync, visitorKeys } from 'oxc-parser'

/** One way in which a file names another module. */
export interface Import {
  readonly specifier: string
  readonly line: number
  /** Erased before the file runs. */
  readonly typeOnly: boolean
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

export interface SourceFile {
  readonly imports: readonly Import[]
  /** Lines of `import(x)` and `require(x)` whose module cannot be known by reading. */
  readonly computedImports: readonly number[]
  /**
   * Names of the language's or the platform's own that the file uses: `process`, `fetch`, `globalThis` … with a line
   * each.
   */
  readonly freeNames: ReadonlyMap<string, number>
  /** The text without its comments, lines kept. */
  readonly code: string
}

/** Reads a TypeScript file without resolving anything. Throws when it does not parse. */
export function readSource(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const lineOf = lines(text)
  const imports: Import[] = []
  const computedImports: number[] = []
  const used = new Map<string, number>()
  const declared = new Set<string>()

  const found = (source: unknown, node: Node, typeOnly: boolean): void => {
    const literal = source as {
      type?: string
      value?: unknown
      quasis?: { value: { cooked: string } }[]
      expressions?: unknown[]
      literal?: unknown
    } | null
    if (typeof literal?.value === 'string')
      imports.push({ specifier: literal.value, line: lineOf(node.start), typeOnly })
    else if (literal?.type === 'TemplateLiteral' && literal.expressions?.length === 0)
      imports.push({ specifier: literal.quasis?.[0]?.value.cooked ?? '', line: lineOf(node.start), typeOnly })
    else if (literal?.type === 'TSLiteralType') found(literal.literal, node, typeOnly)
    else computedImports.push(lineOf(node.start))
  }

  const visit = (node: Node, role: Role): void => {
    switch (node.type) {
      case 'ImportDeclaration':
        found(node['source'], node, node['importKind'] === 'type')
        break
      case 'ExportNamedDeclaration':
        if (node['source']) found(node['source'], node, node['exportKind'] === 'type')
        break
      case 'ExportAllDeclaration':
        found(node['source'], node, node['exportKind'] === 'type')
        break
      case 'ImportExpression':
        found(node['source'], node, false)
        break
      case 'TSImportType':
        found(node['source'], node, true)
        break
      case 'TSExternalModuleReference':
        found(node['expression'], node, false)
        break
      case 'CallExpression':
        if ((node['callee'] as { name?: string }).name === 'require')
          found((node['arguments'] as unknown[])[0], node, false)
        break
      case 'Identifier': {
        const name = node['name'] as string
        if (role === 'binding') declared.add(name)
        if (role === 'value' && !used.has(name)) used.set(name, lineOf(node.start))
        break
      }
    }
    for (const key of visitorKeys[node.type] ?? []) {
      const child = node[key]
      for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) visit(each, roleOf(node, key, role))
    }
  }
  visit(program as unknown as Node, 'value')
  for (const name of declared) used.delete(name)

  let code = text
  for (const { start, end } of comments)
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end)
  return { imports, computedImports, freeNames: used, code }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/**
 * What an identifier stands for. A name that a file binds anywhere is taken for its own everywhere in it:
 * `({ fetch }) => fetch(url)` is the context's fetch.
 */
type Role = 'value' | 'binding' | 'label' | 'type'

/** Types do nothing at run time; the wrappers around expressions (`as`, `satisfies`, `!`) do. */
const typeNode =
  /^TS(?!(As|Satisfies|NonNull|Instantiation)Expression$|TypeAssertion$|ParameterProperty$|ExportAssignment$)/

const bindings: Readonly<Record<string, string>> = {
  VariableDeclarator: 'id',
  FunctionDeclaration: 'id params',
  FunctionExpression: 'id params',
  ArrowFunctionExpression: 'params',
  ClassDeclaration: 'id',
  ClassExpression: 'id',
  CatchClause: 'param',
  ImportSpecifier: 'local',
  ImportDefaultSpecifier: 'local',
  ImportNamespaceSpecifier: 'local',
}

const labels: Readonly<Record<string, string>> = {
  MemberExpression: 'property',
  Property: 'key',
  MethodDefinition: 'key',
  PropertyDefinition: 'key',
  AccessorProperty: 'key',
  ImportSpecifier: 'imported',
  ExportSpecifier: 'exported',
  LabeledStatement: 'label',
  BreakStatement: 'label',
  ContinueStatement: 'label',
  MetaProperty: 'meta property',
  JSXAttribute: 'name',
}

function roleOf(parent: Node, key: string, role: Role): Role {
  if (role === 'type' || typeNode.test(parent.type) || key === 'typeAnnotation' || key === 'returnType') return 'type'
  if (labels[parent.type]?.split(' ').includes(key) && parent['computed'] !== true) return 'label'
  if (bindings[parent.type]?.split(' ').includes(key)) return 'binding'
  // Inside a pattern its parts bind, except for computed keys and default values.
  const part =
    ['ObjectPattern', 'ArrayPattern', 'RestElement', 'TSParameterProperty'].includes(parent.type) ||
    (parent.type === 'Property' && key === 'value') ||
    (parent.type === 'AssignmentPattern' && key === 'left')
  return role === 'binding' && part ? 'binding' : 'value'
}

function lines(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let line = starts.findIndex((start) => start > offset)
    if (line < 0) line = starts.length
    return line
  }
}
