import { readFileSync } from 'node:fs'
import { parseSync, visitorKeys, type Comment } from 'oxc-parser'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** One declaration of a `.d.ts`: a name may have several, as a schema and its type do. */
export interface Declaration {
  readonly name: string
  readonly kind: 'function' | 'class' | 'interface' | 'type' | 'const'
  /** As it was emitted, comments included. */
  readonly text: string
  /** What the comment before it says; undefined without one. */
  readonly doc: string | undefined
  /** Names that it refers to. */
  readonly uses: ReadonlySet<string>
}
/** A name that comes from another module. `typeOnly` when nothing of it is there at run time. */
export interface Origin {
  readonly source: string
  readonly name: string
  readonly typeOnly: boolean
}

/** What a module of declarations says, nothing resolved. */
export interface Declarations {
  readonly declared: ReadonlyMap<string, readonly Declaration[]>
  readonly imported: ReadonlyMap<string, Origin>
  /** By exported name: what it is called here, or where it comes from. */
  readonly exported: ReadonlyMap<string, string | Origin>
  /** Modules all of whose exports are exported again. */
  readonly stars: readonly string[]
}

const kinds: Readonly<Record<string, Declaration['kind']>> = {
  FunctionDeclaration: 'function',
  TSDeclareFunction: 'function',
  ClassDeclaration: 'class',
  TSInterfaceDeclaration: 'interface',
  TSTypeAliasDeclaration: 'type',
  VariableDeclaration: 'const',
}
const nameOf = (node: unknown): string => {
  const { name, value } = node as { name?: string; value?: string }
  return name ?? value ?? ''
}

/** Reads a `.d.ts` as the compiler emits it. */
export function readDeclarations(path: string): Declarations {
  const text = readFileSync(path, 'utf8')
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const declared = new Map<string, Declaration[]>()
  const imported = new Map<string, Origin>()
  const exported = new Map<string, string | Origin>()
  const stars: string[] = []

  const declare = (declaration: Node, statement: Node): string | undefined => {
    const kind = kinds[declaration.type]
    if (!kind) return undefined
    const name = nameOf(
      kind === 'const' ? (declaration['declarations'] as { id: unknown }[])[0]!.id : declaration['id'],
    )
    const doc = docBefore(text, comments, statement.start)
    declared.set(name, [
      ...(declared.get(name) ?? []),
      { name, kind, text: text.slice(statement.start, statement.end), doc, uses: namesIn(declaration) },
    ])
    return name
  }

  for (const statement of program.body as unknown as Node[]) {
    const source = (statement['source'] as { value: string } | null | undefined)?.value
    const specifiers = (statement['specifiers'] ?? []) as Readonly<
      Record<'local' | 'imported' | 'exported' | 'exportKind' | 'importKind', unknown>
    >[]
    const isType = (kind: unknown): boolean =>
      kind === 'type' || statement['exportKind'] === 'type' || statement['importKind'] === 'type'
    if (statement.type === 'ImportDeclaration') {
      for (const { local, imported: original, importKind } of specifiers)
        imported.set(nameOf(local), {
          source: source!,
          name: original ? nameOf(original) : '*',
          typeOnly: isType(importKind),
        })
    } else if (statement.type === 'ExportAllDeclaration') {
      stars.push(source!)
    } else if (statement.type === 'ExportNamedDeclaration') {
      const name = isNode(statement['declaration']) ? declare(statement['declaration'], statement) : undefined
      if (name !== undefined) exported.set(name, name)
      for (const { local, exported: as, exportKind } of specifiers)
        exported.set(
          nameOf(as),
          source === undefined ? nameOf(local) : { source, name: nameOf(local), typeOnly: isType(exportKind) },
        )
    } else {
      declare(statement, statement)
    }
  }
  return { declared, imported, exported, stars }
}

function namesIn(node: Node, found = new Set<string>()): Set<string> {
  if (node.type === 'Identifier') found.add(node['name'] as string)
  if (node.type === 'TSImportType' && isNode(node['qualifier'])) found.add(nameOf(node['qualifier']))
  for (const key of visitorKeys[node.type] ?? []) {
    const child = node[key]
    for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) namesIn(each, found)
  }
  return found
}

/** The words of the last documentation comment that stands right before a place. */
function docBefore(text: string, comments: readonly Comment[], start: number): string | undefined {
  const last = comments.findLast(
    ({ type, value, end }) =>
      type === 'Block' && value.startsWith('*') && end <= start && text.slice(end, start).trim() === '',
  )
  return (
    last &&
    last.value
      .slice(1)
      .split('\n')
      .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
      .join('\n')
      .trim()
  )
}
