import type { FlowEdge, FlowNode, Graph } from '../graph.ts'
import { isSame } from '../same.ts'

/* What a merge asks about a flow: its blocks by id, and where their ways out lead. */

/** A flow with its blocks and its edges at hand. */
export interface Indexed {
  readonly graph: Graph
  readonly nodes: ReadonlyMap<string, FlowNode>
  /** By block, then by outlet. */
  readonly ways: ReadonlyMap<string, ReadonlyMap<string, FlowEdge>>
}

const noWays: ReadonlyMap<string, FlowEdge> = new Map()

export function indexed(graph: Graph): Indexed {
  const ways = new Map<string, Map<string, FlowEdge>>()
  for (const edge of graph.edges) {
    const known = ways.get(edge.from)
    if (known) known.set(edge.outlet, edge)
    else ways.set(edge.from, new Map([[edge.outlet, edge]]))
  }
  return { graph, nodes: new Map(graph.nodes.map((node) => [node.id, node])), ways }
}

/** Edges out of a block, by outlet. */
export const waysOf = ({ ways }: Indexed, id: string): ReadonlyMap<string, FlowEdge> => ways.get(id) ?? noWays

/** Whether two blocks do the same; where they stand counts for nothing. */
export const doesSame = (one: FlowNode, other: FlowNode): boolean =>
  one === other || (one.kind === other.kind && one.title === other.title && isSame(one.data, other.data))

/** Outlets of a block that lead elsewhere in one flow than in the other. */
export function turnedWays(id: string, one: Indexed, other: Indexed): string[] {
  const [before, after] = [waysOf(one, id), waysOf(other, id)]
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (outlet) => before.get(outlet)?.to !== after.get(outlet)?.to,
  )
}
