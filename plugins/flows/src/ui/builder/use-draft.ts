import { useApi, useLiveEvent, usePush, useViewer } from '@recado/sdk/ui'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { DraftPush, Flow } from '../../flows/flow.ts'
import type { ClashChoice } from '../../graph/merge/clash.ts'
import { useSaveDraft } from '../use-flows.ts'
import { DraftSaver, type OpenClash } from './draft-saver.ts'
import { UndecidedStore } from './undecided.ts'
import { UnsavedStore } from './unsaved.ts'

/**
 * The draft of a flow while it is edited, see {@link DraftSaver}: what others keep is joined as soon as it is told,
 * what is not kept yet is saved when the page is left, and what cannot be saved stays in the browser. `page` names this
 * page.
 */
export function useDraft(flow: Flow, page: string, onVersion: (version: number) => void) {
  const put = useSaveDraft(flow.id, page)
  const { userId, name } = useViewer()
  const [saver] = useState(
    () =>
      new DraftSaver(flow, put, {
        name,
        undecided: new UndecidedStore(localStorage, userId, flow.id),
        unsaved: new UnsavedStore(localStorage, userId, flow.id, page),
      }),
  )
  const { history, ...snapshot } = useSyncExternalStore(saver.subscribe, saver.snapshot)
  const follow = useFollow(flow.id, saver)
  usePush('draft', (data) => {
    const push = data as DraftPush
    if (push.flowId !== flow.id || push.page === page) return
    if (push.version !== null) onVersion(push.version)
    follow()
  })
  useLiveEvent('resync', follow)
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (saver.isSettled()) return
      saver.keep()
      event.preventDefault()
    }
    saver.begin()
    window.addEventListener('beforeunload', ask)
    return () => {
      window.removeEventListener('beforeunload', ask)
      saver.leave()
    }
  }, [saver])
  return {
    ...snapshot,
    graph: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: saver.change,
    undo: saver.undo,
    redo: saver.redo,
    flush: () => saver.flush(),
    discard: saver.discard,
    keep: () => saver.keep(),
    settle: (clash: OpenClash, choice: ClashChoice) => saver.settle(clash, choice),
  }
}

/** Fetches the draft as it is now, one request at a time; what is told meanwhile is fetched once more. */
function useFollow(id: string, saver: DraftSaver): () => void {
  const api = useApi()
  const under = useRef<'rests' | 'asks' | 'asksAgain'>('rests')
  return useCallback(() => {
    const ask = async (): Promise<void> => {
      do {
        under.current = 'asks'
        try {
          await saver.take(await api.get<Flow>(`flows/${id}`))
        } catch {
          // The next saving is told of it, if no push is.
        }
      } while (under.current === ('asksAgain' as typeof under.current))
      under.current = 'rests'
    }
    if (under.current === 'rests') void ask()
    else under.current = 'asksAgain'
  }, [api, id, saver])
}
