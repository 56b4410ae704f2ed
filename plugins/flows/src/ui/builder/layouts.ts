import type { FlowNode, Graph } from '../../graph/graph.ts'

/** Layouts of a flow (S9-127 to S9-132). */
export const layoutNames = ['force', 'radial', 'tree', 'level', 'circle', 'grid'] as const
export type LayoutName = (typeof layoutNames)[number]

type Place = { readonly x: number; readonly y: number }
type Places = ReadonlyMap<string, Place>

/** Room that a block takes with its distance to others. */
export const cell = { width: 320, height: 240 } as const

/** Blocks by their distance from the start, each rank in the order of the flow; what nothing leads to comes last. */
export function ranksOf({ nodes, edges }: Graph): FlowNode[][] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const rank = new Map<string, number>()
  const walk = (roots: readonly FlowNode[], first: number): void => {
    let level = roots.filter(({ id }) => !rank.has(id))
    for (let depth = first; level.length > 0; depth++) {
      for (const { id } of level) rank.set(id, depth)
      const onward = level.flatMap(({ id }) => (next.get(id) ?? []).map(({ to }) => byId.get(to)))
      level = [...new Set(onward)].filter((node): node is FlowNode => node !== undefined && !rank.has(node.id))
    }
  }
  walk(
    nodes.filter(({ kind }) => kind === 'start'),
    0,
  )
  for (const node of nodes) if (!rank.has(node.id)) walk([node], Math.max(-1, ...rank.values()) + 1)
  const ranks: FlowNode[][] = []
  // In the order in which they were met, which is that of the outlets.
  for (const [id, depth] of rank) (ranks[depth] ??= []).push(byId.get(id)!)
  return ranks.filter(Boolean)
}

/** Ranks below each other, each centred. */
function tree(graph: Graph): Places {
  return placed(
    ranksOf(graph).flatMap((rank, depth) =>
      rank.map((node, at) => [node, (at - (rank.length - 1) / 2) * cell.width, depth * cell.height] as const),
    ),
  )
}

/** Ranks beside each other, from left to right. */
function level(graph: Graph): Places {
  return placed(
    ranksOf(graph).flatMap((rank, depth) =>
      rank.map((node, at) => [node, depth * cell.width, (at - (rank.length - 1) / 2) * cell.height] as const),
    ),
  )
}

/** The start in the middle, each rank on a ring around it that has room for it. */
function radial(graph: Graph): Places {
  let radius = 0
  return placed(
    ranksOf(graph).flatMap((rank, depth) => {
      const needed = (rank.length * cell.width) / (2 * Math.PI)
      radius = depth === 0 && rank.length === 1 ? 0 : Math.max(radius + cell.width, needed)
      return onCircle(rank, radius)
    }),
  )
}

const circle = (graph: Graph): Places => {
  const all = ranksOf(graph).flat()
  return placed(onCircle(all, all.length < 2 ? 0 : Math.max(cell.width, (all.length * cell.width) / (2 * Math.PI))))
}

function grid(graph: Graph): Places {
  const all = ranksOf(graph).flat()
  const columns = Math.ceil(Math.sqrt(all.length))
  return placed(
    all.map((node, at) => [node, (at % columns) * cell.width, Math.floor(at / columns) * cell.height] as const),
  )
}

/**
 * Force-directed: edges draw together, blocks push apart (Fruchterman and Reingold), begun from the tree so that the
 * same flow comes out the same; what still overlaps is moved onto free cells.
 */
function force(graph: Graph): Places {
  const begun = tree(graph)
  const ids = graph.nodes.map(({ id }) => id)
  const at = new Map(ids.map((id) => [id, { ...begun.get(id)! }]))
  const ideal = cell.width * 1.1
  const rounds = ids.length > 200 ? 40 : 120
  for (let round = 0; round < rounds; round++) {
    const heat = ideal * (1 - round / rounds)
    const push = new Map(ids.map((id) => [id, { x: 0, y: 0 }]))
    for (let a = 0; a < ids.length; a++)
      for (let b = a + 1; b < ids.length; b++) {
        const [from, to] = [at.get(ids[a]!)!, at.get(ids[b]!)!]
        const [dx, dy] = [from.x - to.x || (a - b) * 0.01, from.y - to.y]
        const distance = Math.max(1, Math.hypot(dx, dy))
        const strength = ideal ** 2 / distance ** 2
        move(push.get(ids[a]!)!, dx * strength, dy * strength)
        move(push.get(ids[b]!)!, -dx * strength, -dy * strength)
      }
    for (const { from, to } of graph.edges) {
      const [one, other] = [at.get(from), at.get(to)]
      if (!one || !other || from === to) continue
      const [dx, dy] = [one.x - other.x, one.y - other.y]
      const strength = Math.hypot(dx, dy) / ideal
      move(push.get(from)!, -dx * strength * 0.5, -dy * strength * 0.5)
      move(push.get(to)!, dx * strength * 0.5, dy * strength * 0.5)
    }
    for (const id of ids) {
      const by = push.get(id)!
      const length = Math.max(1, Math.hypot(by.x, by.y))
      const step = Math.min(length, heat)
      move(at.get(id)!, (by.x / length) * step, (by.y / length) * step)
    }
  }
  return apart(ids.map((id) => [id, at.get(id)!] as const))
}

const move = (point: { x: number; y: number }, dx: number, dy: number): void => {
  point.x += dx
  point.y += dy
}

const onCircle = (rank: readonly FlowNode[], radius: number) =>
  rank.map((node, at) => {
    const angle = (2 * Math.PI * at) / rank.length - Math.PI / 2
    return [node, Math.cos(angle) * radius, Math.sin(angle) * radius * (cell.height / cell.width) * 1.2] as const
  })

const placed = (at: readonly (readonly [FlowNode, number, number])[]): Places =>
  apart(at.map(([{ id }, x, y]) => [id, { x, y }] as const))

/** Moves what overlaps to the nearest free cell, further and further away. */
function apart(at: readonly (readonly [string, Place])[]): Places {
  const taken = new Set<string>()
  const places = new Map<string, Place>()
  const [width, height] = [cell.width / 2, cell.height / 2]
  for (const [id, { x, y }] of at) {
    const [column, row] = [Math.round(x / width), Math.round(y / height)]
    const [left, top] = freeNear(column, row)
    for (const dx of [0, 1]) for (const dy of [0, 1]) taken.add(`${left + dx} ${top + dy}`)
    places.set(id, { x: left * width, y: top * height })
  }
  return places

  function freeNear(column: number, row: number): readonly [number, number] {
    for (const [dx, dy] of spiral()) if (isFree(column + dx, row + dy)) return [column + dx, row + dy]
    return [column, row]
  }
  function isFree(column: number, row: number): boolean {
    return [0, 1].every((dx) => [0, 1].every((dy) => !taken.has(`${column + dx} ${row + dy}`)))
  }
}

/** Offsets around a cell, ring by ring. */
function* spiral(): Generator<readonly [number, number]> {
  yield [0, 0]
  for (let ring = 1; ; ring++)
    for (let along = -ring; along < ring; along++) {
      yield [along, -ring]
      yield [ring, along]
      yield [-along, ring]
      yield [-ring, -along]
    }
}

const layouts: Readonly<Record<LayoutName, (graph: Graph) => Places>> = { force, radial, tree, level, circle, grid }

/**
 * The flow with its blocks at the places of a layout. The same flow is laid out the same each time, without overlaps.
 */
export function laidOut(graph: Graph, name: LayoutName): Graph {
  const places = layouts[name](graph)
  return {
    ...graph,
    nodes: graph.nodes.map((node) => ({ ...node, position: { ...(places.get(node.id) ?? node.position) } })),
  }
}
