import { freshId } from '../fresh-id.ts'
import type { Graph } from '../graph.ts'
import { isSame } from '../same.ts'

/* Comments and groups of two who changed a flow at once: nothing that runs depends on them, so nobody is asked. */

type Comment = Graph['comments'][number]
type Group = Graph['groups'][number]
interface Three<T> {
  readonly base: readonly T[]
  readonly mine: readonly T[]
  readonly theirs: readonly T[]
}

const byId = <T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.id, one]))

/** What is left of elements that each took away, changed or added; `join` is asked where both have another one. */
function kept<T extends { readonly id: string }>(
  { base, mine, theirs }: Three<T>,
  join: (was: T | undefined, here: T, there: T) => readonly T[],
): T[] {
  const [was, here] = [byId(base), byId(mine)]
  const fromThem = theirs.flatMap((there): readonly T[] => {
    const [before, own] = [was.get(there.id), here.get(there.id)]
    if (!own) return before && isSame(before, there) ? [] : [there]
    if (isSame(own, there)) return [own]
    if (before && isSame(before, own)) return [there]
    return before && isSame(before, there) ? [own] : join(before, own, there)
  })
  const theirIds = byId(theirs)
  const fromMe = mine.filter((own) => !theirIds.has(own.id) && !(was.has(own.id) && isSame(was.get(own.id), own)))
  return [...fromThem, ...fromMe]
}

/** Comments; where both wrote into the same one, mine becomes another beside it. */
export function mergedComments(of: Three<Comment>, taken: Set<string>): Comment[] {
  return kept(of, (was, here, there) => {
    if (here.text === there.text || here.text === was?.text) return [{ ...here, text: there.text }]
    if (there.text === was?.text) return [here]
    const id = freshId(taken, 'c')
    taken.add(id)
    return [there, { ...here, id, position: { x: here.position.x + 40, y: here.position.y + 40 } }]
  })
}

/** Groups with the blocks that are there, each in one of them at most; where both changed the same one, mine holds. */
export function mergedGroups(of: Three<Group>, present: ReadonlySet<string>): Group[] {
  const groups = kept(of, (was, here, there) => [
    {
      ...there,
      ...(!was || here.title !== was.title ? { title: here.title } : {}),
      ...(!was || !isSame([here.position, here.size], [was.position, was.size])
        ? { position: here.position, size: here.size }
        : {}),
    },
  ])
  const [was, here, there] = [placesOf(of.base), placesOf(of.mine), placesOf(of.theirs)]
  const groupOf = (id: string): string | undefined => (here.get(id) === was.get(id) ? there.get(id) : here.get(id))
  const members = [...new Set([...there.keys(), ...here.keys()])].filter((id) => present.has(id))
  return groups.map((group) => {
    const nodes = members.filter((id) => groupOf(id) === group.id)
    return isSame(nodes.toSorted(), group.nodes.toSorted()) ? group : { ...group, nodes }
  })
}

const placesOf = (groups: readonly Group[]): ReadonlyMap<string, string> =>
  new Map(groups.flatMap(({ id, nodes }) => nodes.map((node): [string, string] => [node, id])))
