import type { FlowNode } from '../../graph/graph.ts'
import { folded } from './folded.ts'

/** Texts inside of a block's data, keys left out. */
export function* textsIn(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* textsIn(inner)
}

/**
 * Blocks that have all of these words in their name, their kind or their texts, in the order given; none without a
 * word. Case and accents count for nothing.
 */
export function foundIn(
  nodes: readonly FlowNode[],
  search: string,
  wordsOf: (node: FlowNode) => readonly string[],
): FlowNode[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return nodes.filter((node) => {
    const text = folded([...wordsOf(node), ...textsIn(node.data)].join('\n'))
    return words.every((word) => text.includes(word))
  })
}
