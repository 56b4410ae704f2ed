import type { Graph } from './graph.ts'
import { maxComments, maxEdges, maxGroups, maxNodes } from './limits.ts'

/** More than a flow can have: of what, how many there are, and how many there may be. */
export interface Excess {
  readonly of: 'nodes' | 'edges' | 'comments' | 'groups'
  readonly count: number
  readonly most: number
}

const limits = { nodes: maxNodes, edges: maxEdges, comments: maxComments, groups: maxGroups } as const

/**
 * What a flow has more of than the server keeps; undefined where it fits. Two drafts that are joined may come to that.
 * The builder asks before it saves.
 */
export function excessOf(graph: Graph): Excess | undefined {
  for (const of of ['nodes', 'edges', 'comments', 'groups'] as const)
    if (graph[of].length > limits[of]) return { of, count: graph[of].length, most: limits[of] }
  return undefined
}
