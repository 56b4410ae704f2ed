import { outletsOf } from '../blocks.ts'
import { freshId, idsOf } from '../fresh-id.ts'
import type { FlowEdge, FlowNode, FlowSettings, Graph } from '../graph.ts'
import { isSame } from '../same.ts'
import { doesSame } from './blocks.ts'

/** A block as one of two made it: what it does and where its ways out lead; of the start the settings that differ. */
export interface BlockVersion {
  readonly node: FlowNode
  readonly edges: readonly FlowEdge[]
  readonly settings?: Partial<FlowSettings> | undefined
}

/**
 * A block that two changed at once. The flow has theirs; null is a block that was taken away, which stays in the flow
 * until somebody decides.
 */
export interface Clash {
  readonly id: string
  readonly mine: BlockVersion | null
  readonly theirs: BlockVersion | null
}

/**
 * `both`: mine as another block beside theirs. A block that one of them has alone stays then, and the start is theirs.
 */
export type ClashChoice = 'mine' | 'theirs' | 'both'

/** Whether both versions can stand beside each other. */
export const canHaveBoth = ({ mine, theirs }: Clash): boolean =>
  mine !== null && theirs !== null && mine.node.kind !== 'start'

/** The flow once it is decided between two versions of a block. */
export function decided(graph: Graph, clash: Clash, choice: ClashChoice): Graph {
  const { id, mine, theirs } = clash
  if (mine === null || theirs === null) {
    const version = choice === 'both' ? (mine ?? theirs) : choice === 'mine' ? mine : theirs
    if (version === null) return withoutBlock(graph, id)
    // Meanwhile somebody may have taken it away again.
    return graph.nodes.some((node) => node.id === id) ? graph : withVersion(graph, id, version)
  }
  if (choice === 'mine') return withVersion(graph, id, mine)
  return choice === 'both' && canHaveBoth(clash) ? withCopy(graph, mine) : graph
}

/**
 * A clash that was found in an earlier draft, with what the flow has by now as the other's version. Undefined where
 * nothing is left to decide: the flow is as mine. The builder asks it of what was left undecided before it was opened.
 */
export function clashNow<C extends Clash>(graph: Graph, clash: C): C | undefined {
  const { id, mine, theirs } = clash
  const node = graph.nodes.find((one) => one.id === id)
  if (mine === null) return node && { ...clash, theirs: versionIn(graph, node) }
  if (node && theirs === null) return clash
  if (!node) return { ...clash, theirs: null }
  const now = versionIn(graph, node, mine.settings)
  const leads = ({ edges }: BlockVersion): unknown =>
    Object.fromEntries(edges.map(({ outlet, to }) => [outlet, to] as const))
  const isMine = doesSame(mine.node, node) && isSame(leads(mine), leads(now)) && isSame(mine.settings, now.settings)
  return isMine ? undefined : { ...clash, theirs: now }
}

/** A block as the flow has it, with those settings that another version differs in. */
function versionIn(graph: Graph, node: FlowNode, differing?: Partial<FlowSettings>): BlockVersion {
  const fields = Object.keys(differing ?? {}) as (keyof FlowSettings)[]
  return {
    node,
    edges: graph.edges.filter(({ from }) => from === node.id),
    ...(differing && { settings: Object.fromEntries(fields.map((field) => [field, graph.settings[field]])) }),
  }
}

function withoutBlock(graph: Graph, gone: string): Graph {
  return {
    ...graph,
    nodes: graph.nodes.filter(({ id }) => id !== gone),
    edges: graph.edges.filter(({ from, to }) => from !== gone && to !== gone),
    groups: graph.groups.map((group) => ({ ...group, nodes: group.nodes.filter((id) => id !== gone) })),
  }
}

/** Edges of a version that this flow can have: their blocks are there, and the block has such a way out. */
function* edgesIn(graph: Graph, { node, edges }: BlockVersion, from: string): Iterable<FlowEdge> {
  const present = new Set(graph.nodes.map(({ id }) => id))
  const outlets = new Set(outletsOf(node).map(({ id }) => id))
  const taken = idsOf(graph)
  for (const { outlet, to } of edges) {
    if (!present.has(to) || !outlets.has(outlet)) continue
    const id = freshId(taken, 'e')
    taken.add(id)
    yield { id, from, outlet, to }
  }
}

function withVersion(graph: Graph, id: string, version: BlockVersion): Graph {
  const now = graph.nodes.find((node) => node.id === id)
  const node: FlowNode = { ...version.node, id, position: now?.position ?? version.node.position }
  const placed: Graph = {
    ...graph,
    nodes: now ? graph.nodes.map((one) => (one.id === id ? node : one)) : [...graph.nodes, node],
    edges: graph.edges.filter(({ from }) => from !== id),
    settings: { ...graph.settings, ...version.settings },
  }
  return { ...placed, edges: [...placed.edges, ...edgesIn(placed, version, id)] }
}

/** How far beside theirs the other version stands. */
const aside = { x: 280, y: 40 }

function withCopy(graph: Graph, version: BlockVersion): Graph {
  const id = freshId(idsOf(graph), 'b')
  const { x, y } = version.node.position
  const node: FlowNode = { ...version.node, id, position: { x: x + aside.x, y: y + aside.y } }
  const placed: Graph = { ...graph, nodes: [...graph.nodes, node] }
  return { ...placed, edges: [...placed.edges, ...edgesIn(placed, version, id)] }
}
