import { posix } from 'node:path'
import { lookups } from './lookups.ts'
import { memberName, rootName, stringsOf, within, type Node } from './syntax-tree.ts'
import { declaredIn, type TestCase, type TestFile } from './test-cases.ts'

/**
 * What a test proves of the statements it cites, strongest first:
 * - `displayed`: a journey in a real browser shows it
 * - `provoked`: real HTTP, sockets and a real database make it happen
 * - `rule`: the rule or the component alone is run
 * - `catalogue`: words, tables and constants are read, and nothing is run
 */
export const proofKinds = ['displayed', 'provoked', 'rule', 'catalogue'] as const
export type ProofKind = (typeof proofKinds)[number]

export interface Proof {
  readonly kind: ProofKind
  readonly path: string
  readonly title: string
  /** The source of everything that the test runs within its file. */
  readonly source: string
}

/**
 * The kind follows from the kind of file and from what the test calls, never from its title:
 * - a journey or an integration test waits for something; one that does not is judged as any other
 * - any other test runs the product, or it reads a catalogue
 */
export function proofOf(file: TestFile, test: TestCase): Proof {
  const nodes = reached(file, test.body)
  const source = nodes.map(({ start, end }) => file.text.slice(start, end)).join('\n')
  const any = (wanted: (node: Node) => boolean): boolean => nodes.some((node) => contains(node, wanted))
  const fromOutside = remoteKinds.find(({ suffix }) => file.path.endsWith(suffix))?.kind
  const kind = fromOutside && any(waits) ? fromOutside : any(runsProduct(file, nodes)) ? 'rule' : 'catalogue'
  return { kind, path: file.path, title: test.title, source }
}

const remoteKinds = [
  { suffix: '.e2e.ts', kind: 'displayed' },
  { suffix: '.itest.ts', kind: 'provoked' },
] as const
const waits = ({ type, await: isAwaited }: Node): boolean =>
  type === 'AwaitExpression' || (type === 'ForOfStatement' && isAwaited === true)

const contains = (node: Node, wanted: (node: Node) => boolean): boolean => {
  for (const each of within(node)) if (wanted(each)) return true
  return false
}

/** The body of a test, what the names in it stand for within the file, and the hooks that prepare such names. */
function reached({ declared, hooks }: TestFile, body: Node | undefined): readonly Node[] {
  const nodes = body ? [body] : []
  const known = new Set(nodes)
  const add = (node: Node): void => {
    if (!known.has(node)) {
      known.add(node)
      nodes.push(node)
    }
  }
  const prepared = hooks.flatMap((hook) => [...namesIn(hook)].map((name) => ({ name, hook })))
  const preparing = Map.groupBy(prepared, ({ name }) => name)
  for (const node of nodes) {
    for (const name of namesIn(node)) {
      if (!declared.has(name)) continue
      declared.get(name)!.forEach(add)
      preparing.get(name)?.forEach(({ hook }) => add(hook))
    }
  }
  return nodes
}

function namesIn(node: Node): ReadonlySet<string> {
  const named = [...within(node)].filter(({ type }) => type === 'Identifier' || type === 'JSXIdentifier')
  return new Set(named.map((each) => each['name'] as string))
}

/** Methods of arrays, maps, sets and strings: calling them on a table of the product runs nothing of it. */
const readings = new Set([
  'at',
  'concat',
  'endsWith',
  'entries',
  'every',
  'filter',
  'find',
  'findIndex',
  'flat',
  'flatMap',
  'forEach',
  'get',
  'has',
  'includes',
  'indexOf',
  'join',
  'keys',
  'length',
  'map',
  'match',
  'matchAll',
  'reduce',
  'replace',
  'slice',
  'some',
  'sort',
  'split',
  'startsWith',
  'toSorted',
  'toString',
  'values',
])
/** Functions that look at what they are given and call nothing of it. */
const lookers = new Set(['expect', 'Object', 'JSON', 'Array', 'Set', 'Map', 'String', 'structuredClone'])

function runsProduct(file: TestFile, nodes: readonly Node[]): (node: Node) => boolean {
  const declared = declaredIn(nodes.flatMap((node) => [...within(node)]))
  /** Whether a name is imported from the product, or stands for a part of it: `const { schema } = settings`. */
  const isProduct = (name: string | undefined, asked: readonly string[] = []): boolean => {
    if (name === undefined || asked.includes(name)) return false
    const found = file.imports.get(name)
    if (found) return !lookups.has(found.imported) && comesFromProduct(file.path, found.specifier)
    const values = [...(file.declared.get(name) ?? []), ...(declared.get(name) ?? [])]
    return values.some((value) => isProduct(rootName(value), [...asked, name]))
  }
  return (node) => {
    switch (node.type) {
      case 'CallExpression': {
        const callee = node['callee'] as Node
        if (isProduct(rootName(callee)) && !readings.has(memberName(callee) ?? '')) return true
        const called = rootName(callee)
        // Handed to somebody else to be called: `render(Screen)`, `texts.map(normalised)`.
        if (called !== undefined && lookers.has(called)) return false
        const given = (node['arguments'] as Node[]).filter(({ type }) => type === 'Identifier')
        return given.some(({ name }) => isProduct(name as string))
      }
      case 'NewExpression':
        return isProduct(rootName(node['callee'] as Node))
      case 'TaggedTemplateExpression':
        return isProduct(rootName(node['tag'] as Node))
      case 'JSXOpeningElement':
        return isProduct(rootName(node['name'] as Node))
      case 'ImportExpression':
        return comesFromProduct(file.path, stringsOf(node['source'] as Node))
      default:
        return false
    }
  }
}

/** Whether a test's import is the product: not a word list, not a library, and not what tests share. */
function comesFromProduct(path: string, specifier: string): boolean {
  if (specifier.endsWith('.json')) return false
  if (!specifier.startsWith('.')) return specifier.startsWith('@recado/')
  return !/^(tests|scripts)\//.test(posix.normalize(posix.join(posix.dirname(path), specifier)))
}
