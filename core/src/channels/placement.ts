import type { ChannelSpec } from '@recado/contracts'

/** A connection that is to be open, and the node that has it now. */
export interface Placed {
  readonly id: string
  readonly weight: number
  /** Null when nobody has it. */
  readonly node: string | null
  /** Connections that the other nodes cannot open: they are this node's regardless of its load. */
  readonly isUnwanted?: boolean
}

/** Names of the nodes. */
export interface NodesAtWork {
  /** Live nodes: their connections are theirs. */
  readonly living: readonly string[]
  /** Nodes among them that may get work. */
  readonly working: readonly string[]
}

/** Decisions of a node about the connections in one round. */
export interface Placement {
  /** To be taken, in this order, as long as nobody else was faster. */
  readonly take: readonly string[]
  /** To be handed over to nodes that have less. */
  readonly release: readonly string[]
}

/** Load of a session on a node, by the transport of its channel. */
const weights: Readonly<Record<ChannelSpec['transport'], number>> = { webhook: 1, embedded: 1, poll: 4, socket: 8 }
export const weightOf = (transport: ChannelSpec['transport']): number => weights[transport]

/**
 * Shares the connections out by weight. Every node decides for itself, and they meet: it takes what nobody has while it
 * holds less than its share, and hands over what leaves it with its share at least. Then two nodes are never further
 * apart than one connection weighs, nothing is handed to and fro, and what nobody has finds a node, for somebody is
 * always below the share.
 * @param most how many connections are handed over in one round: each is closed for a moment
 */
export function place(self: string, nodes: NodesAtWork, connections: readonly Placed[], most: number): Placement {
  if (!nodes.working.includes(self)) return { take: [], release: [] }
  const living = new Set(nodes.living)
  const isFree = ({ node }: Placed): boolean => node === null || !living.has(node)
  const share = sum(connections) / nodes.working.length
  let held = sum(connections.filter(({ node }) => node === self))
  const take: string[] = []
  for (const { id, weight, isUnwanted } of heaviestFirst(connections.filter(isFree), self)) {
    if (held >= share && !isUnwanted) continue
    take.push(id)
    held += weight
  }
  if (take.length > 0) return { take, release: [] }
  const release: string[] = []
  for (const { id, weight, isUnwanted } of heaviestFirst(
    connections.filter(({ node }) => node === self),
    self,
  )) {
    if (isUnwanted) continue
    if (release.length === most) break
    if (held - weight < share) continue
    release.push(id)
    held -= weight
  }
  return { take, release }
}

const sum = (connections: readonly Placed[]): number => connections.reduce((total, { weight }) => total + weight, 0)

/** Nodes that look at the same moment begin at different ends, so that they rarely reach for the same connection. */
function heaviestFirst(connections: readonly Placed[], self: string): readonly Placed[] {
  const start = [...self].reduce((mixed, letter) => (mixed * 31 + letter.charCodeAt(0)) >>> 0, 7)
  const turned = start % Math.max(connections.length, 1)
  const begun = [...connections.slice(turned), ...connections.slice(0, turned)]
  return begun.toSorted((one, other) => other.weight - one.weight)
}
