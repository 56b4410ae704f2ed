import { useCallback, useState } from 'react'
import type { Graph } from '../../graph/graph.ts'
import { useBlockWords } from './block-words.ts'
import { foundIn } from './find-blocks.ts'
import { ranksOf } from './layouts.ts'

/** The search over the blocks of a flow, in the order in which they are reached. */
export function useSearch(graph: Graph) {
  const { titleOf, kindOf, summaryOf } = useBlockWords()
  const [text, setText] = useState<string>()
  const [place, setPlace] = useState(0)
  const blocks =
    text === undefined
      ? []
      : foundIn(ranksOf(graph).flat(), text, (node) => [titleOf(node), kindOf(node), summaryOf(node)])
  const at = blocks[Math.min(place, blocks.length - 1)]
  return {
    isOpen: text !== undefined,
    text: text ?? '',
    /** Ids with spaces between them: the same text while the same blocks are found. */
    found: blocks.map(({ id }) => id).join(' '),
    count: blocks.length,
    current: at?.id,
    at: at && { title: titleOf(at), place: blocks.indexOf(at) + 1 },
    open: useCallback(() => setText((before) => before ?? ''), []),
    close: useCallback(() => setText(undefined), []),
    write(next: string): void {
      setText(next)
      setPlace(0)
    },
    step(by: -1 | 1): void {
      if (blocks.length > 0) setPlace((Math.min(place, blocks.length - 1) + by + blocks.length) % blocks.length)
    },
  }
}
