import { hash } from 'node:crypto'

/** A node and the duties that it is able to do. */
export interface Able {
  readonly name: string
  readonly duties: readonly string[]
}

/**
 * Distribution of duties to nodes. Every node computes the same one from the same list, without asking another. No node
 * gets more than its share, rounded up, of the duties; a node that comes or goes moves few of the others' (rendezvous
 * hashing with a bound). A duty that no node is able to do is absent.
 */
export function designate(nodes: readonly Able[]): ReadonlyMap<string, string> {
  const able = new Map<string, string[]>()
  for (const { name, duties } of nodes) {
    for (const duty of duties) able.set(duty, [...(able.get(duty) ?? []), name])
  }
  const most = Math.ceil(able.size / Math.max(nodes.length, 1))
  const given = new Map(nodes.map(({ name }) => [name, 0]))
  const designated = new Map<string, string>()
  // Duties that few are able to do choose first; the others fill up what is left.
  const scarce = [...able].toSorted(([one, ones], [other, others]) => ones.length - others.length || order(one, other))
  for (const [duty, names] of scarce) {
    const ranked = names.toSorted((one, other) => order(score(duty, other), score(duty, one)) || order(one, other))
    const chosen = ranked.find((name) => given.get(name)! < most) ?? ranked[0]!
    given.set(chosen, given.get(chosen)! + 1)
    designated.set(duty, chosen)
  }
  return designated
}

const score = (duty: string, node: string): string => hash('sha256', `${duty}\n${node}`)
const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
