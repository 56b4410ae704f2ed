import { conversationVariables, templateNames } from '@recado/sdk'
import { isBody } from '../engine/filling.ts'
import { blocks, outletsOf } from './blocks.ts'
import type { Destination, FlowEdge, FlowNode, FlowPart, Graph, NodeOf } from './graph.ts'
import { isPattern } from './patterns.ts'

/* What is wrong with a flow, found without asking anybody: the builder shows it while it is made, the server refuses to
   publish it. What needs the company's data (is the queue still there, does the plugin run) is in references.ts. */

export const faultCodes = [
  // Of the whole.
  'noStart',
  'manyStarts',
  'sameId',
  // Of edges.
  'unknownNode',
  'unknownOutlet',
  'twoEdges',
  'self',
  'intoStart',
  'loop',
  // Of blocks.
  'openOutlet',
  'openEnd',
  'unreachable',
  'required',
  'sameOption',
  'fewBranches',
  'noWeight',
  'badPattern',
  'badRange',
  'badAddress',
  'badBody',
  'unknownVariable',
  'sharedKeyword',
  // Found by the server alone.
  'gone',
  'unusable',
] as const
export type FaultCode = (typeof faultCodes)[number]

/**
 * Something wrong, and where: at a node, an edge, or in the settings. `field` is a path in the node's data
 * (`options.0.label`) or in the settings. A `warning` does not keep a flow from being published. `name` is what the
 * fault is about: a variable, an outlet, a word.
 */
export interface Fault {
  readonly code: FaultCode
  readonly severity: 'error' | 'warning'
  readonly nodeId?: string
  readonly edgeId?: string
  readonly field?: string
  readonly name?: string
}

type Found = Omit<Fault, 'severity'> & { readonly severity?: 'warning' }

/** All faults, those of edges first, then node by node. A flow without an `error` can be published. */
export function faultsOf(graph: Graph): Fault[] {
  const found: Found[] = [
    ...ofWhole(graph),
    ...ofEdges(graph),
    ...loops(graph),
    ...graph.nodes.flatMap((node) => ofNode(node, graph)),
    ...ofSettings(graph),
  ]
  return found.map((fault) => ({ severity: 'error', ...fault }))
}

/** Whether any of these keeps a flow from being published. */
export const isFaulty = (faults: readonly Fault[]): boolean => faults.some(({ severity }) => severity === 'error')

/** The fault that an edge would have, before it is drawn: S5-091, S5-092, S8-151. */
export function faultOfConnection(graph: Graph, edge: Omit<FlowEdge, 'id'>): FaultCode | undefined {
  const known = new Set(faultsOfEdges(graph).map(({ code, edgeId }) => `${code} ${edgeId}`))
  const rest = graph.edges.filter(({ from, outlet }) => from !== edge.from || outlet !== edge.outlet)
  const id = freeId(graph)
  return faultsOfEdges({ ...graph, edges: [...rest, { ...edge, id }] }).find(
    ({ code, edgeId }) => edgeId === id || (code === 'loop' && !known.has(`${code} ${edgeId}`)),
  )?.code
}

const faultsOfEdges = (graph: Graph): Found[] => [...ofEdges(graph), ...loops(graph)]
function freeId({ edges }: Graph): string {
  let id = 'new'
  while (edges.some((edge) => edge.id === id)) id += '-'
  return id
}

function* ofWhole({ nodes, edges }: Graph): Iterable<Found> {
  const starts = nodes.filter(({ kind }) => kind === 'start')
  if (starts.length === 0) yield { code: 'noStart' }
  for (const { id } of starts.slice(1)) yield { code: 'manyStarts', nodeId: id }
  for (const id of repeated(nodes.map((node) => node.id))) yield { code: 'sameId', nodeId: id }
  for (const id of repeated(edges.map((edge) => edge.id))) yield { code: 'sameId', edgeId: id }
}

const repeated = (ids: readonly string[]): string[] => [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))]

function* ofEdges({ nodes, edges }: Graph): Iterable<Found> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const taken = new Set<string>()
  for (const { id: edgeId, from, outlet, to } of edges) {
    const source = byId.get(from)
    const target = byId.get(to)
    if (!source) yield { code: 'unknownNode', edgeId, name: from }
    else if (!outletsOf(source).some(({ id }) => id === outlet)) yield { code: 'unknownOutlet', edgeId, name: outlet }
    if (!target) yield { code: 'unknownNode', edgeId, name: to }
    else if (from === to) yield { code: 'self', edgeId, nodeId: to }
    else if (target.kind === 'start') yield { code: 'intoStart', edgeId, nodeId: to }
    const place = `${from} ${outlet}`
    if (taken.has(place)) yield { code: 'twoEdges', edgeId, nodeId: from, name: outlet }
    taken.add(place)
  }
}

/**
 * Edges of circles that pass no block which waits: a turn would never end. Circles over menus, questions and waits are
 * allowed, each of these ends after its attempts (reading 90).
 */
function loops({ nodes, edges }: Graph): Found[] {
  const waits = new Set(nodes.filter(({ kind }) => blocks[kind].waits).map(({ id }) => id))
  const onward = edges.filter(({ from, to }) => from !== to && !waits.has(from) && !waits.has(to))
  const component = components(
    nodes.map(({ id }) => id),
    onward,
  )
  return onward
    .filter(({ from, to }) => component.has(from) && component.get(from) === component.get(to))
    .map(({ id, from }) => ({ code: 'loop', edgeId: id, nodeId: from }))
}

/** Strongly connected components (Tarjan, without recursion: a flow may be 500 blocks long), by the first node of each. */
function components(ids: readonly string[], edges: readonly FlowEdge[]): Map<string, string> {
  const next = Map.groupBy(edges, ({ from }) => from)
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const of = new Map<string, string>()
  for (const root of ids) {
    if (order.has(root)) continue
    const path: { id: string; at: number }[] = [{ id: root, at: 0 }]
    while (path.length > 0) {
      const here = path.at(-1)!
      if (here.at === 0) {
        order.set(here.id, order.size)
        low.set(here.id, order.get(here.id)!)
        open.push(here.id)
        isOpen.add(here.id)
      }
      const target = next.get(here.id)?.[here.at]?.to
      if (target !== undefined) {
        here.at += 1
        if (!order.has(target)) path.push({ id: target, at: 0 })
        else if (isOpen.has(target)) low.set(here.id, Math.min(low.get(here.id)!, order.get(target)!))
        continue
      }
      path.pop()
      const above = path.at(-1)
      if (above) low.set(above.id, Math.min(low.get(above.id)!, low.get(here.id)!))
      if (low.get(here.id) !== order.get(here.id)) continue
      for (let id = open.pop()!; ; id = open.pop()!) {
        isOpen.delete(id)
        of.set(id, here.id)
        if (id === here.id) break
      }
    }
  }
  return of
}

function ofNode(node: FlowNode, graph: Graph): Found[] {
  const ofData = [...dataFaults(node)]
  const unknown = unknownVariables(node, graph)
  const found: Found[] = [...ofData, ...unknown, ...openOutlets(node, graph)]
  if (node.kind !== 'start' && !graph.edges.some(({ to, from }) => to === node.id && from !== node.id))
    found.push({ code: 'unreachable', severity: 'warning' })
  return found.map((fault) => ({ ...fault, nodeId: node.id }))
}

function openOutlets(node: FlowNode, { edges }: Graph): Found[] {
  return outletsOf(node)
    .filter(({ id, isOptional }) => !isOptional && !edges.some((edge) => edge.from === node.id && edge.outlet === id))
    .map(({ id }) =>
      node.kind === 'start' ? { code: 'openOutlet', name: id } : { code: 'openEnd', severity: 'warning', name: id },
    )
}

const required = (field: string, isThere: boolean): Found[] => (isThere ? [] : [{ code: 'required', field }])
const filled = (text: string): boolean => text.trim() !== ''

function dataFaults(node: FlowNode): Found[] {
  switch (node.kind) {
    case 'message':
      return [
        ...required('parts', node.data.parts.length > 0),
        ...node.data.parts.flatMap((part, at) => required(`parts.${at}`, isWhole(part))),
      ]
    case 'menu':
      return ofMenu(node)
    case 'question':
      return ofQuestion(node)
    case 'condition':
      return [
        ...required('conditions', node.data.conditions.length + node.data.tests.length > 0),
        ...node.data.tests.flatMap(({ variable }, at) => required(`tests.${at}.variable`, filled(variable))),
      ]
    case 'split':
      return [
        ...(node.data.branches.length < 2 ? [{ code: 'fewBranches', field: 'branches' } as const] : []),
        ...(node.data.branches.every(({ weight }) => weight === 0)
          ? [{ code: 'noWeight', field: 'branches' } as const]
          : []),
        ...repeated(node.data.branches.map(({ id }) => id)).map((id): Found => ({ code: 'sameId', name: id })),
      ]
    case 'variable':
      return required('variable', filled(node.data.variable))
    case 'attribute':
      return required('attribute.key', filled(node.data.attribute.key))
    case 'tag':
      return required('tagIds', node.data.tagIds.length > 0)
    case 'action':
      return required('action', node.data.action !== null)
    case 'http':
      return ofHttp(node)
    case 'survey':
      return required('survey', filled(node.data.survey))
    case 'people':
      return ofDestination(node.data.destination, 'destination')
    case 'flow':
      return required('flowId', node.data.flowId !== null)
    case 'start':
    case 'hours':
    case 'wait':
    case 'priority':
    case 'next':
    case 'close':
      return []
  }
}

function isWhole(part: FlowPart): boolean {
  switch (part.kind) {
    case 'text':
      return filled(part.text)
    case 'media':
      return part.media !== null
    case 'location':
      return part.lat !== null && part.lng !== null
    case 'contact':
      return filled(part.name) && filled(part.phone)
  }
}

function ofMenu({ data: { text, options } }: NodeOf<'menu'>): Found[] {
  const words = options.flatMap(({ label, keys }, at) =>
    [label, ...keys].map((word) => ({ at, word: word.trim().toLocaleLowerCase() })),
  )
  const shared = words.find(
    ({ at, word }, place) =>
      word !== '' && words.some((other, spot) => spot < place && other.word === word && other.at !== at),
  )
  return [
    ...required('text', filled(text)),
    ...required('options', options.length > 0),
    ...options.flatMap(({ label }, at) => required(`options.${at}.label`, filled(label))),
    ...(shared ? [{ code: 'sameOption', field: `options.${shared.at}.label`, name: shared.word } as const] : []),
    ...repeated(options.map(({ id }) => id)).map((id): Found => ({ code: 'sameId', field: 'options', name: id })),
  ]
}

function ofQuestion({ data: { text, validation, attribute } }: NodeOf<'question'>): Found[] {
  const { kind, pattern, min, max } = validation
  return [
    ...required('text', filled(text)),
    ...(kind === 'pattern' && !filled(pattern) ? required('validation.pattern', false) : []),
    ...(kind === 'pattern' && filled(pattern) && !isPattern(pattern)
      ? [{ code: 'badPattern', field: 'validation.pattern' } as const]
      : []),
    ...(min !== null && max !== null && min > max ? [{ code: 'badRange', field: 'validation.max' } as const] : []),
    ...(attribute ? required('attribute.key', filled(attribute.key)) : []),
  ]
}

/** S5-093. A host cannot be filled in by what a customer wrote: variables begin behind it. */
function ofHttp({ data: { url, headers, mapping, method, body } }: NodeOf<'http'>): Found[] {
  if (!filled(url)) return required('url', false)
  return [
    ...(isPublicAddress(url) ? [] : [{ code: 'badAddress', field: 'url' } as const]),
    ...headers.flatMap(({ name }, at) => (/^[A-Za-z0-9-]+$/.test(name) ? [] : required(`headers.${at}.name`, false))),
    ...mapping.flatMap(({ path, variable }, at) => [
      ...required(`mapping.${at}.path`, filled(path)),
      ...required(`mapping.${at}.variable`, filled(variable)),
    ]),
    ...(isBody(body) ? [] : [{ code: 'badBody', field: 'body' } as const]),
    ...(method === 'GET' && filled(body) ? [{ code: 'required', field: 'method' } as const] : []),
  ]
}

function isPublicAddress(url: string): boolean {
  const [, host] = /^https?:\/\/([^/?#]+)/i.exec(url) ?? []
  if (host === undefined || host.includes('{{') || host.includes('@')) return false
  return URL.canParse(url.replace(/\{\{\s*\w+\s*\}\}/g, 'x'))
}

const ofDestination = ({ to, queueId, userId }: Destination, field: string): Found[] => [
  ...(to === 'queue' ? required(`${field}.queueId`, queueId !== null) : []),
  ...(to === 'user' ? required(`${field}.userId`, userId !== null) : []),
]

function ofSettings({ settings }: Graph): Found[] {
  const human = new Set(settings.humanKeywords.map((word) => word.toLocaleLowerCase()))
  return [
    ...ofDestination(settings.human, 'human'),
    ...ofDestination(settings.attempts, 'attempts'),
    ...ofDestination(settings.silent, 'silent'),
    ...settings.restartKeywords.flatMap((word, at): Found[] =>
      human.has(word.toLocaleLowerCase())
        ? [{ code: 'sharedKeyword', field: `restartKeywords.${at}`, name: word }]
        : [],
    ),
  ]
}

/** Names that a variable of the run has for some block of this flow. */
export function variablesOf({ nodes }: Graph): string[] {
  const named = nodes.flatMap((node) => {
    switch (node.kind) {
      case 'menu':
      case 'question':
      case 'wait':
      case 'variable':
        return [node.data.variable]
      case 'http':
        return [node.data.statusVariable, ...node.data.mapping.map(({ variable }) => variable)]
      default:
        return []
    }
  })
  return [...new Set(named.filter((name) => name !== ''))]
}

/** Texts of a block that variables are filled into, with their fields. */
export function templatesOf(node: FlowNode): { field: string; text: string }[] {
  switch (node.kind) {
    case 'message':
      return node.data.parts.flatMap((part, at) =>
        part.kind === 'text'
          ? [{ field: `parts.${at}.text`, text: part.text }]
          : part.kind === 'media'
            ? [{ field: `parts.${at}.caption`, text: part.caption }]
            : [],
      )
    case 'menu':
    case 'question':
      return [
        { field: 'text', text: node.data.text },
        { field: 'invalidText', text: node.data.invalidText },
      ]
    case 'condition':
      return node.data.tests.map(({ value }, at) => ({ field: `tests.${at}.value`, text: value }))
    case 'variable':
    case 'attribute':
      return [{ field: 'value', text: node.data.value }]
    case 'http':
      return [
        { field: 'url', text: node.data.url },
        { field: 'body', text: node.data.body },
        ...node.data.headers.map(({ value }, at) => ({ field: `headers.${at}.value`, text: value })),
      ]
    case 'people':
    case 'close':
      return [{ field: 'text', text: node.data.text }]
    default:
      return []
  }
}

/** Names that every flow knows besides its own variables: of the conversation, and what was written last. */
export const givenVariables: readonly string[] = [...conversationVariables, 'number', 'email', 'lastMessage']

function unknownVariables(node: FlowNode, graph: Graph): Found[] {
  const known = new Set([...givenVariables, ...variablesOf(graph)])
  return templatesOf(node).flatMap(({ field, text }) =>
    templateNames([text])
      .filter((name) => !known.has(name))
      .map((name): Found => ({ code: 'unknownVariable', field, name })),
  )
}
