import { blocks, outletsOf } from './blocks.ts'
import type { Found } from './fault.ts'
import type { FlowEdge, Graph } from './graph.ts'

/** Faults of edges: S5-091, S5-092. */
export const edgeFaults = (graph: Graph): Found[] => [...ofEdges(graph), ...loops(graph)]

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

/**
 * Whether an outlet may lead to a block: not to its own, not into the start, and in no circle that passes no block
 * which waits. One look at the graph for all blocks that are asked about.
 */
export function allowedTargets(
  { nodes, edges }: Graph,
  { from, outlet }: Omit<FlowEdge, 'id' | 'to'>,
): (to: string) => boolean {
  const kinds = new Map(nodes.map(({ id, kind }) => [id, kind]))
  const waits = (id: string): boolean => {
    const kind = kinds.get(id)
    return kind === undefined || blocks[kind].waits
  }
  const others = edges.filter((edge) => edge.from !== from || edge.outlet !== outlet)
  const before = Map.groupBy(
    others.filter((edge) => !waits(edge.from) && !waits(edge.to)),
    ({ to }) => to,
  )
  /** Blocks from which a turn comes to this one. */
  const reaching = new Set(waits(from) ? [] : [from])
  for (const id of reaching) for (const edge of before.get(id) ?? []) reaching.add(edge.from)
  return (to) => to !== from && kinds.has(to) && kinds.get(to) !== 'start' && !reaching.has(to)
}

/**
 * Strongly connected components (Tarjan, without recursion: a flow may be 500 blocks long), by the first node of each.
 */
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
