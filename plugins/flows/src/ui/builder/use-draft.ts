import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Flow } from '../../flows/flow.ts'
import { useSaveDraft } from '../use-flows.ts'
import { DraftSaver } from './draft-saver.ts'

/**
 * The draft of a flow while it is edited, see {@link DraftSaver}; what is not kept yet is saved when the page is left.
 */
export function useDraft(flow: Flow) {
  const put = useSaveDraft(flow.id)
  const [saver] = useState(() => new DraftSaver(flow, put))
  const { history, ...snapshot } = useSyncExternalStore(saver.subscribe, saver.snapshot)
  useEffect(
    () => () => {
      void saver.flush()
    },
    [saver],
  )
  return {
    ...snapshot,
    graph: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: saver.change,
    undo: saver.undo,
    redo: saver.redo,
    flush: () => saver.flush(),
    settle: (choice: 'theirs' | 'mine') => saver.settle(choice),
  }
}
