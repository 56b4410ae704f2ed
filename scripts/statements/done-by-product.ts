import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ticketStatuses } from '../../core/contracts/src/entities.ts'
import { root } from './specification.ts'
import { childrenOf, parse, stringsOf, type Node } from './syntax-tree.ts'

export interface DoneByProduct {
  /** The error codes that the product answers with, or that its interface shows. */
  readonly raised: ReadonlySet<string>
  /** The types of entries that it writes to the log of a ticket. */
  readonly logged: ReadonlySet<string>
}

const sources = '{core/src,core/contracts/src,sdk/src,shell/src,plugins/*/{src,migrations}}/**/*.{ts,tsx,sql}'
/** Tests, what they are written with, and the catalogue of codes itself. */
const left = /\.(test|itest|rig|child)\.tsx?$|^sdk\/src\/testing\/|^core\/contracts\/src\/errors\.ts$|\/node_modules\//

/** A file of the product, its path from the root of the repository. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** Whether a path is source of the product. */
export const isProduct = (path: string): boolean => !left.test(path)

/** All source of the product. */
export const readSources = (): readonly SourceFile[] =>
  globSync(sources, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isProduct)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** What the source does. */
export function doneBy(files: readonly SourceFile[]): DoneByProduct {
  const raised = new Set<string>()
  const logged = new Set<string>()
  for (const { path, text } of files) {
    for (const code of raisedIn(path, text)) raised.add(code)
    if (path.startsWith('core/src/')) for (const type of loggedIn(path, text)) logged.add(type)
  }
  return { raised, logged }
}

const code = /^(ERR(?:OR)?_[A-Z_]+)(?=$|:)/
const sqlComment = /--.*$|\/\*[^]*?\*\//gm
const sqlCode = /'(ERR(?:OR)?_[A-Z_]+)(?=['":])/g

/**
 * The codes that a file raises. A code that is compared with, listed among those a route may answer, or has a text put
 * to it, is none.
 */
export function raisedIn(path: string, text: string): string[] {
  if (!/ERR(OR)?_/.test(text)) return []
  if (path.endsWith('.sql')) return [...text.replace(sqlComment, '').matchAll(sqlCode)].map(([, found]) => found!)
  const found: string[] = []
  const visit = (node: Node): void => {
    if (node.type.startsWith('TS') && !node.type.endsWith('Expression')) return
    if (node.type === 'BinaryExpression') return
    const own = code.exec(stringsOf(node))?.[1]
    if (own) found.push(own)
    for (const [key, child] of childrenOf(node)) if (!isReading(node, key, child)) visit(child)
  }
  visit(parse(path, text))
  return found
}

function isReading(node: Node, key: string, child: Node): boolean {
  if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'returnType') return true
  if (node.type === 'SwitchCase') return key === 'test'
  const nameOf = (part: string): unknown => (node[part] as Node)['name']
  if (node.type === 'Property') return key === 'key' || (child.type === 'ArrayExpression' && nameOf('key') === 'errors')
  if (node.type === 'NewExpression') return key === 'arguments' && /^(Set|Map)$/.test(String(nameOf('callee')))
  // [A, B].includes(code)
  return node.type === 'MemberExpression' && key === 'object' && child.type === 'ArrayExpression'
}

const sqlEntry = /insert into (?:core\.)?ticket_log\b[^;`]*/g

/** The types of log entries that a file writes: in SQL, or as `type` of a row where the log's table is known. */
export function loggedIn(path: string, text: string): string[] {
  const entries = [...text.matchAll(sqlEntry)].map(([entry]) => entry)
  const inSql = entries.flatMap((entry) => [...entry.matchAll(/'(\w+)'/g)].map(([, type]) => type!))
  if (path.endsWith('.sql') || !/\bticketLog\b|\bTicketLogType\b/.test(text)) return inSql
  const found: string[] = []
  const visit = (node: Node): void => {
    const isType = node.type === 'Property' && (node['key'] as Node)['name'] === 'type'
    if (isType) found.push(...valuesOf(node['value'] as Node))
    for (const [, child] of childrenOf(node)) visit(child)
  }
  visit(parse(path, text))
  return [...inSql, ...found]
}

/** The strings that an expression may be: of a choice both sides, of a ticket's status each there is. */
function valuesOf(node: Node): readonly string[] {
  if (node.type === 'Identifier' && node['name'] === 'status') return ticketStatuses
  if (node.type === 'TSAsExpression') return valuesOf(node['expression'] as Node)
  const sides = node.type === 'ConditionalExpression' ? [node['consequent'], node['alternate']] : []
  if (sides.length > 0) return sides.flatMap((side) => valuesOf(side as Node))
  return [stringsOf(node)].filter(Boolean)
}
