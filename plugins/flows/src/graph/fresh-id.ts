import type { Graph } from './graph.ts'

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789'
const length = 8

type Elements = Pick<Graph, 'nodes' | 'edges' | 'comments' | 'groups'>

/** All ids of a flow's blocks, edges, comments and groups. */
export const idsOf = ({ nodes, edges, comments, groups }: Elements): Set<string> =>
  new Set([...nodes, ...edges, ...comments, ...groups].map(({ id }) => id))

/**
 * An id that nothing of the flow has. It is random, so that two who edit the same flow do not give the same one to
 * different blocks.
 */
export function freshId(taken: ReadonlySet<string>, prefix: string): string {
  for (;;) {
    const drawn = crypto.getRandomValues(new Uint8Array(length))
    const id = prefix + Array.from(drawn, (byte) => digits[byte % digits.length]).join('')
    if (!taken.has(id)) return id
  }
}
