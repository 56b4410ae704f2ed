import { templateNames } from '@recado/sdk'
import { outletsOf } from './blocks.ts'
import { dataFaults, settingsFaults } from './data-faults.ts'
import { edgeFaults } from './edge-faults.ts'
import { repeated, type Fault, type FaultCode, type Found } from './fault.ts'
import type { FlowEdge, FlowNode, Graph } from './graph.ts'
import { givenVariables, templatesOf, variablesOf } from './variables.ts'

/* What is wrong with a flow, found without asking anybody: the builder shows it while it is made, the server refuses to
   publish it. What needs the company's data (is the queue still there, does the plugin run) is in references.ts. */

export { faultCodes, type Fault, type FaultCode } from './fault.ts'

/** All faults, those of edges first, then node by node. A flow without an `error` can be published. */
export function faultsOf(graph: Graph): Fault[] {
  const found: Found[] = [
    ...ofWhole(graph),
    ...edgeFaults(graph),
    ...graph.nodes.flatMap((node) => ofNode(node, graph)),
    ...settingsFaults(graph),
  ]
  return found.map((fault) => ({ severity: 'error', ...fault }))
}

/** Whether any of these keeps a flow from being published. */
export const isFaulty = (faults: readonly Fault[]): boolean => faults.some(({ severity }) => severity === 'error')

/** The fault that an edge would have, before it is drawn: S5-091, S5-092, S8-151. */
export function faultOfConnection(graph: Graph, edge: Omit<FlowEdge, 'id'>): FaultCode | undefined {
  const known = new Set(edgeFaults(graph).map(({ code, edgeId }) => `${code} ${edgeId}`))
  const rest = graph.edges.filter(({ from, outlet }) => from !== edge.from || outlet !== edge.outlet)
  const id = freeId(graph)
  return edgeFaults({ ...graph, edges: [...rest, { ...edge, id }] }).find(
    ({ code, edgeId }) => edgeId === id || (code === 'loop' && !known.has(`${code} ${edgeId}`)),
  )?.code
}

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

function unknownVariables(node: FlowNode, graph: Graph): Found[] {
  const known = new Set([...givenVariables, ...variablesOf(graph)])
  return templatesOf(node).flatMap(({ field, text }) =>
    templateNames([text])
      .filter((name) => !known.has(name))
      .map((name): Found => ({ code: 'unknownVariable', field, name })),
  )
}
