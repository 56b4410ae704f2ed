import type { Graph } from '../graph.ts'
import { doesSame, indexed, turnedWays, type Indexed } from './blocks.ts'

/**
 * Blocks that one took away while the other changed them or led to them anew, with what they were: a block that
 * somebody needs stays. Answers the flow of who took them away with these blocks, and their ids.
 */
export function revived(of: Indexed, base: Indexed, other: Indexed): { of: Indexed; ids: ReadonlySet<string> } {
  const ledTo = new Set(
    other.graph.edges.filter(({ from, outlet, to }) => base.ways.get(from)?.get(outlet)?.to !== to).map(({ to }) => to),
  )
  const needed = base.graph.nodes.filter((node) => {
    const now = other.nodes.get(node.id)
    if (of.nodes.has(node.id) || !now) return false
    return ledTo.has(node.id) || !doesSame(node, now) || turnedWays(node.id, base, other).length > 0
  })
  const ids = new Set(needed.map(({ id }) => id))
  if (ids.size === 0) return { of, ids }
  const nodes = [...of.graph.nodes, ...needed]
  const present = new Set(nodes.map(({ id }) => id))
  const edges = base.graph.edges.filter(
    ({ from, outlet, to }) =>
      (ids.has(from) || ids.has(to)) && present.has(from) && present.has(to) && !of.ways.get(from)?.has(outlet),
  )
  const groups = of.graph.groups.map((group) => {
    const before = base.graph.groups.find(({ id }) => id === group.id)
    const back = before?.nodes.filter((id) => ids.has(id)) ?? []
    return back.length === 0 ? group : { ...group, nodes: [...group.nodes, ...back] }
  })
  const graph: Graph = { ...of.graph, nodes, edges: [...of.graph.edges, ...edges], groups }
  return { of: indexed(graph), ids }
}
