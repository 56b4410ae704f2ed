import { outletsOf } from '../blocks.ts'
import { freshId, idsOf } from '../fresh-id.ts'
import type { FlowEdge, FlowNode, FlowSettings, Graph } from '../graph.ts'
import { isSame } from '../same.ts'
import { doesSame, indexed, turnedWays, waysOf, type Indexed } from './blocks.ts'
import type { BlockVersion, Clash } from './clash.ts'
import { mergedComments, mergedGroups } from './remarks.ts'
import { revived } from './revive.ts'

/** Two drafts made of the same one, in one, with the blocks that both changed. */
export interface Merge {
  readonly graph: Graph
  readonly clashes: readonly Clash[]
}

/**
 * Joins two drafts that were made from `base`: changes of different blocks all hold. A block that both changed is
 * theirs in the flow, and a clash says what both made of it; one that somebody took away while the other changed it or
 * led to it stays, and is a clash as well. Places are mine where I moved something. Blocks that are the same as mine
 * are the same objects, so that nothing is drawn again for them. The builder merges when somebody else was first, and
 * when it is told of a change.
 */
export function merged(base: Graph, own: Graph, other: Graph): Merge {
  const from = indexed(base)
  const apart = indexed(withoutSameIds(base, own, other))
  const there = indexed(other)
  const mine = revived(apart, from, there)
  const theirs = revived(there, from, apart)
  const three: Three = { base: from, mine: mine.of, theirs: theirs.of, leftByMe: mine.ids, leftByThem: theirs.ids }
  const settings = settingsOf(three)
  const blocks = nodesOf(three, settings.fields.length > 0)
  const edges = edgesOf(three, blocks)
  const present = new Set(blocks.nodes.map(({ id }) => id))
  const taken = new Set([...idsOf(apart.graph), ...idsOf(other)])
  const graph: Graph = {
    nodes: blocks.nodes,
    edges,
    comments: mergedComments(remarks(three, 'comments'), taken),
    groups: mergedGroups(remarks(three, 'groups'), present),
    settings: settings.settings,
  }
  const start = graph.nodes.find(({ kind }) => kind === 'start')?.id
  const versions = [...blocks.clashing].map((id): Clash => {
    const fields = id === start ? settings.fields : []
    return { id, mine: versionOf(three.mine, id, fields), theirs: versionOf(three.theirs, id, fields) }
  })
  const goneHere = [...mine.ids].map((id): Clash => ({ id, mine: null, theirs: versionOf(three.theirs, id, []) }))
  const goneThere = [...theirs.ids].map((id): Clash => ({ id, mine: versionOf(three.mine, id, []), theirs: null }))
  return { graph, clashes: [...versions, ...goneHere, ...goneThere] }
}

interface Three {
  readonly base: Indexed
  readonly mine: Indexed
  readonly theirs: Indexed
  /** Blocks that I took away, or they did, and that stay as the other one has them, who needs them. */
  readonly leftByMe: ReadonlySet<string>
  readonly leftByThem: ReadonlySet<string>
}

const remarks = <K extends 'comments' | 'groups'>({ base, mine, theirs }: Three, of: K) => ({
  base: base.graph[of],
  mine: mine.graph[of],
  theirs: theirs.graph[of],
})

/** Mine, with other ids for what I added under an id that they gave to something else. */
function withoutSameIds(base: Graph, mine: Graph, theirs: Graph): Graph {
  const known = idsOf(base)
  const others = new Map([...theirs.nodes, ...theirs.comments, ...theirs.groups].map((one) => [one.id, one]))
  const taken = new Set([...idsOf(mine), ...idsOf(theirs)])
  const renamed = new Map<string, string>()
  const rename = (added: readonly { readonly id: string }[], prefix: string): void => {
    for (const one of added) {
      if (known.has(one.id) || !others.has(one.id) || isSame(others.get(one.id), one)) continue
      const fresh = freshId(taken, prefix)
      taken.add(fresh)
      renamed.set(one.id, fresh)
    }
  }
  rename(mine.nodes, 'b')
  rename(mine.comments, 'c')
  rename(mine.groups, 'g')
  if (renamed.size === 0) return mine
  const named = (id: string): string => renamed.get(id) ?? id
  const under = <T extends { readonly id: string }>(one: T): T =>
    renamed.has(one.id) ? { ...one, id: named(one.id) } : one
  return {
    ...mine,
    nodes: mine.nodes.map(under),
    edges: mine.edges.map((edge) => ({ ...edge, from: named(edge.from), to: named(edge.to) })),
    comments: mine.comments.map(under),
    groups: mine.groups.map((group) => ({ ...under(group), nodes: group.nodes.map(named) })),
  }
}

interface Blocks {
  readonly nodes: FlowNode[]
  /** Blocks that are theirs because both changed them. */
  readonly clashing: ReadonlySet<string>
}

/** The start has the settings, so that it clashes where they do. */
function nodesOf(three: Three, settingsClash: boolean): Blocks {
  const { base, mine, theirs } = three
  const clashing = new Set<string>()
  const joined = theirs.graph.nodes.flatMap((there): FlowNode[] => {
    const [was, here] = [base.nodes.get(there.id), mine.nodes.get(there.id)]
    if (!here) return was ? [] : [there]
    if (three.leftByMe.has(there.id)) return [there]
    if (three.leftByThem.has(there.id)) return [here]
    const isMine = was !== undefined && doesSame(was, there) && !doesSame(was, here)
    const isFree = doesSame(here, there) || (was !== undefined && (isMine || doesSame(was, here)))
    const isStart = settingsClash && there.kind === 'start'
    if (!isFree || isStart || waysClash(three, isMine ? here : there)) clashing.add(there.id)
    const content = isMine && !clashing.has(there.id) ? here : there
    return [placed(content, was, here, there)]
  })
  const added = mine.graph.nodes.filter(({ id }) => !base.nodes.has(id) && !theirs.nodes.has(id))
  return { nodes: [...joined, ...added], clashing }
}

/** Both led the same way out elsewhere, or one took a way out away that the other led somewhere. */
function waysClash({ base, mine, theirs }: Three, node: FlowNode): boolean {
  const { id } = node
  const [byMe, byThem] = [turnedWays(id, base, mine), turnedWays(id, base, theirs)]
  if (byMe.length === 0 && byThem.length === 0) return false
  const outlets = new Set(outletsOf(node).map((outlet) => outlet.id))
  const isLost = (of: Indexed) => (outlet: string) => waysOf(of, id).has(outlet) && !outlets.has(outlet)
  const isOther = (outlet: string): boolean =>
    byThem.includes(outlet) && waysOf(mine, id).get(outlet)?.to !== waysOf(theirs, id).get(outlet)?.to
  return byMe.some(isOther) || byMe.some(isLost(mine)) || byThem.some(isLost(theirs))
}

/** A block at its place: mine where I moved it. The very object of mine where it is the same. */
function placed(content: FlowNode, was: FlowNode | undefined, here: FlowNode, there: FlowNode): FlowNode {
  const position = was && isSame(was.position, here.position) ? there.position : here.position
  if (doesSame(content, here) && isSame(position, here.position)) return here
  return isSame(content.position, position) ? content : { ...content, position }
}

function edgesOf(three: Three, { nodes, clashing }: Blocks): FlowEdge[] {
  const { base, mine, theirs, leftByMe, leftByThem } = three
  const present = new Set(nodes.map(({ id }) => id))
  const taken = new Set([...present, ...idsOf({ ...theirs.graph, edges: [] }), ...idsOf({ ...mine.graph, edges: [] })])
  const kept = nodes.flatMap((node) => {
    const [was, here, there] = [waysOf(base, node.id), waysOf(mine, node.id), waysOf(theirs, node.id)]
    if (clashing.has(node.id) || leftByMe.has(node.id)) return [...there.values()]
    if (leftByThem.has(node.id)) return [...here.values()]
    return [...new Set([...there.keys(), ...here.keys()])].flatMap((outlet): FlowEdge[] => {
      const [own, other] = [here.get(outlet), there.get(outlet)]
      // Where both led it there, it is called as they call it: their draft is what is kept.
      const isMine = own?.to !== other?.to && was.get(outlet)?.to === other?.to
      const edge = isMine || own?.id === other?.id ? own : other
      return edge ? [edge] : []
    })
  })
  return kept
    .filter(({ to }) => present.has(to))
    .map((edge) => {
      const id = taken.has(edge.id) ? freshId(taken, 'e') : edge.id
      taken.add(id)
      return id === edge.id ? edge : { ...edge, id }
    })
}

function settingsOf({ base, mine, theirs }: Three): { settings: FlowSettings; fields: (keyof FlowSettings)[] } {
  const [was, here, there] = [base.graph.settings, mine.graph.settings, theirs.graph.settings]
  const fields = Object.keys(there) as (keyof FlowSettings)[]
  const changed = fields.filter((field) => !isSame(was[field], here[field]) && !isSame(here[field], there[field]))
  const clashing = changed.filter((field) => !isSame(was[field], there[field]))
  const own = changed.filter((field) => !clashing.includes(field)).map((field) => [field, here[field]])
  const settings = { ...there, ...(Object.fromEntries(own) as Partial<FlowSettings>) }
  return { settings: isSame(settings, here) ? here : settings, fields: clashing }
}

function versionOf(of: Indexed, id: string, fields: readonly (keyof FlowSettings)[]): BlockVersion | null {
  const node = of.nodes.get(id)
  if (!node) return null
  const settings = Object.fromEntries(fields.map((field) => [field, of.graph.settings[field]])) as Partial<FlowSettings>
  return { node, edges: [...waysOf(of, id).values()], ...(fields.length > 0 && { settings }) }
}
