import { outletsOf } from '../../graph/blocks.ts'
import { freshId, idsOf } from '../../graph/fresh-id.ts'
import { cell } from './layouts.ts'
import { maxGroups } from '../../graph/limits.ts'
import { emptyData, FlowComment, FlowNode, Graph, type BlockKind, type FlowEdge } from '../../graph/graph.ts'

/* Changes of a flow as the builder makes them: each answers another graph. */

/** An id that no block, edge, comment or group of the flow has. */
const freeId = (graph: Graph, prefix: string): string => freshId(idsOf(graph), prefix)

type Place = { readonly x: number; readonly y: number }

/** A place below this block where no other one and no comment is. */
export function roomBelow({ nodes, comments }: Graph, node: FlowNode | undefined): Place {
  if (!node) return { x: 0, y: 0 }
  const { x } = node.position
  const beside = [...nodes, ...comments].filter(({ position }) => Math.abs(position.x - x) < cell.width)
  let y = node.position.y + cell.height
  while (beside.some(({ position }) => Math.abs(position.y - y) < cell.height)) y += cell.height
  return { x, y }
}

/** A new block with nothing filled in, or with this. */
export function withBlock(
  graph: Graph,
  kind: BlockKind,
  position: Place,
  data: object = emptyData(kind),
): { graph: Graph; id: string } {
  const id = freeId(graph, 'b')
  const node = FlowNode.parse({ id, kind, position, data })
  return { graph: { ...graph, nodes: [...graph.nodes, node] }, id }
}

/** A block with other data or another title; edges of outlets that it has no more go with them. */
export function withNode(graph: Graph, node: FlowNode): Graph {
  const outlets = new Set(outletsOf(node).map(({ id }) => id))
  return {
    ...graph,
    nodes: graph.nodes.map((one) => (one.id === node.id ? node : one)),
    edges: graph.edges.filter(({ from, outlet }) => from !== node.id || outlets.has(outlet)),
  }
}

/** An outlet leads to one block: another edge of it is replaced. Null takes the edge away. */
export function connected(
  graph: Graph,
  { from, outlet, to }: Omit<FlowEdge, 'id' | 'to'> & { to: string | null },
): Graph {
  const edges = graph.edges.filter((edge) => edge.from !== from || edge.outlet !== outlet)
  return { ...graph, edges: to === null ? edges : [...edges, { id: freeId(graph, 'e'), from, outlet, to }] }
}

/** Without these blocks, edges and comments. The start stays. */
export function without(graph: Graph, ids: ReadonlySet<string>): Graph {
  const gone = new Set(graph.nodes.filter(({ id, kind }) => ids.has(id) && kind !== 'start').map(({ id }) => id))
  return {
    ...graph,
    nodes: graph.nodes.filter(({ id }) => !gone.has(id)),
    edges: graph.edges.filter(({ id, from, to }) => !ids.has(id) && !gone.has(from) && !gone.has(to)),
    comments: graph.comments.filter(({ id }) => !ids.has(id)),
    groups: graph.groups
      .filter(({ id }) => !ids.has(id))
      .map((group) => ({ ...group, nodes: group.nodes.filter((id) => !gone.has(id)) })),
  }
}

/** Blocks, comments and groups at other places. */
export function moved(graph: Graph, places: ReadonlyMap<string, Place>): Graph {
  const at = <T extends { id: string; position: Place }>(one: T): T => {
    const place = places.get(one.id)
    return place ? { ...one, position: { x: Math.round(place.x), y: Math.round(place.y) } } : one
  }
  return { ...graph, nodes: graph.nodes.map(at), comments: graph.comments.map(at), groups: graph.groups.map(at) }
}

/** These blocks on one line: with the same left edge, or the same top. */
export function aligned(graph: Graph, ids: ReadonlySet<string>, along: 'x' | 'y'): Graph {
  const chosen = graph.nodes.filter(({ id }) => ids.has(id))
  const least = Math.min(...chosen.map(({ position }) => position[along]))
  return moved(graph, new Map(chosen.map(({ id, position }) => [id, { ...position, [along]: least }])))
}

export function withComment(graph: Graph, position: Place): { graph: Graph; id: string } {
  const id = freeId(graph, 'c')
  return { graph: { ...graph, comments: [...graph.comments, FlowComment.parse({ id, position })] }, id }
}

const groupMargin = 40

/** These blocks as a group, around them; each leaves the group in which it was. Undefined without any. */
export function withGroup(graph: Graph, ids: ReadonlySet<string>): { graph: Graph; id: string } | undefined {
  const held = graph.nodes.filter(({ id }) => ids.has(id))
  if (held.length === 0 || graph.groups.length >= maxGroups) return undefined
  const of = (at: 'x' | 'y'): number[] => held.map(({ position }) => position[at])
  const [x, y] = [Math.min(...of('x')) - groupMargin, Math.min(...of('y')) - groupMargin]
  const size = {
    width: Math.max(...of('x')) + cell.width - x,
    height: Math.max(...of('y')) + cell.height - y,
  }
  const nodes = held.map(({ id }) => id)
  const others = graph.groups.map((group) => ({ ...group, nodes: group.nodes.filter((id) => !ids.has(id)) }))
  const group = { id: freeId(graph, 'g'), title: '', position: { x, y }, size, nodes }
  const groups = [...others.filter((one) => one.nodes.length > 0), group]
  return { graph: { ...graph, groups }, id: group.id }
}

/** A comment with another text. */
export const withCommentText = (graph: Graph, id: string, text: string): Graph => ({
  ...graph,
  comments: graph.comments.map((one) => (one.id === id ? { ...one, text } : one)),
})

/** A group under another title. */
export const withGroupTitle = (graph: Graph, id: string, title: string): Graph => ({
  ...graph,
  groups: graph.groups.map((one) => (one.id === id ? { ...one, title } : one)),
})

const clipboardFormat = 'recado.flow-blocks'

/** Chosen blocks with the edges among them, as text for the clipboard; they can be pasted into any flow. */
export function copied(graph: Graph, ids: ReadonlySet<string>): string {
  const nodes = graph.nodes.filter(({ id, kind }) => ids.has(id) && kind !== 'start')
  const held = new Set(nodes.map(({ id }) => id))
  const edges = graph.edges.filter(({ from, to }) => held.has(from) && held.has(to))
  return JSON.stringify({ format: clipboardFormat, nodes, edges })
}

/** The flow with what the clipboard holds, under new ids and a little aside; undefined for anything else. */
export function pasted(graph: Graph, text: string): { graph: Graph; ids: readonly string[] } | undefined {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof found !== 'object' || found === null || (found as { format?: unknown }).format !== clipboardFormat)
    return undefined
  const { format: _format, ...rest } = found as { format: unknown }
  const read = Graph.safeParse(rest)
  if (!read.success || read.data.nodes.length === 0) return undefined
  const renamed = new Map<string, string>()
  let grown = graph
  for (const node of read.data.nodes.filter(({ kind }) => kind !== 'start')) {
    const id = freeId(grown, 'b')
    renamed.set(node.id, id)
    const position = { x: node.position.x + 48, y: node.position.y + 48 }
    grown = { ...grown, nodes: [...grown.nodes, { ...node, id, position }] }
  }
  for (const { from, outlet, to } of read.data.edges) {
    const [source, target] = [renamed.get(from), renamed.get(to)]
    if (source !== undefined && target !== undefined) grown = connected(grown, { from: source, outlet, to: target })
  }
  return { graph: grown, ids: [...renamed.values()] }
}
