import { useCallback, useEffect, useRef, useState } from 'react'
import type { Flow } from '../../flows/flow.ts'
import type { Fault } from '../../graph/faults.ts'
import type { Graph } from '../../graph/graph.ts'
import { useSaveDraft } from '../use-flows.ts'
import { begun, changed, redone, undone } from './history.ts'

/** After the last change, in milliseconds: typing is saved in one go. */
const restMs = 700
const retryMs = 5_000

/** `failed`: tried again by itself. `conflict`: somebody else kept another draft first. */
export type SaveState = 'saved' | 'saving' | 'failed' | 'conflict'

/** What travelled as JSON has no fields that are undefined. */
const faultsIn = (found: Flow['faults']): readonly Fault[] => found as readonly Fault[]

/**
 * The draft of a flow while it is edited: its history, and its saving by itself. A draft that somebody else kept first
 * is never overwritten unasked: `theirs` holds it until one of the two is chosen.
 */
export function useDraft(flow: Flow) {
  const put = useSaveDraft(flow.id)
  const [history, setHistory] = useState(() => begun(flow.draft.graph))
  const [faults, setFaults] = useState(() => faultsIn(flow.faults))
  const [state, setState] = useState<SaveState>('saved')
  const [theirs, setTheirs] = useState<Flow['draft']>()
  const revision = useRef(flow.draft.revision)
  const kept = useRef(flow.draft.graph)
  const saving = useRef<Promise<void>>(undefined)
  const latest = useRef(flow.draft.graph)
  latest.current = history.present

  const save = useCallback(async (): Promise<void> => {
    // One at a time: the next one is made from the revision that this one answers.
    while (saving.current) await saving.current
    if (kept.current === latest.current) return
    const graph = latest.current
    setState('saving')
    saving.current = put(revision.current, graph)
      .then((answer) => {
        if (answer.outcome === 'conflict') {
          setTheirs(answer.draft)
          setState('conflict')
          return
        }
        revision.current = answer.revision
        kept.current = graph
        setFaults(faultsIn(answer.faults))
        setState('saved')
      })
      .catch(() => setState('failed'))
      .finally(() => {
        saving.current = undefined
      })
    await saving.current
  }, [put])
  const latestSave = useRef(save)
  latestSave.current = save

  useEffect(() => {
    if (theirs || kept.current === history.present) return
    const timer = setTimeout(() => void latestSave.current(), state === 'failed' ? retryMs : restMs)
    return () => clearTimeout(timer)
  }, [history.present, state, theirs])
  // What was typed just before the page is left is kept too.
  useEffect(() => () => void latestSave.current(), [])

  const graph = history.present
  return {
    graph,
    faults,
    state: kept.current === graph && state === 'saving' ? 'saved' : state,
    theirs,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: useCallback((next: Graph) => setHistory((before) => changed(before, next)), []),
    undo: useCallback(() => setHistory(undone), []),
    redo: useCallback(() => setHistory(redone), []),
    /** Saves what is not kept yet; answers the revision, or undefined where that did not succeed. */
    async flush(): Promise<number | undefined> {
      await latestSave.current()
      return kept.current === latest.current ? revision.current : undefined
    },
    /** Settles a conflict: goes on with theirs, or with what is here. */
    settle(choice: 'theirs' | 'mine'): void {
      if (!theirs) return
      revision.current = theirs.revision
      if (choice === 'theirs') {
        kept.current = theirs.graph
        setHistory((before) => changed(before, theirs.graph))
        setState('saved')
      } else setState('saving')
      setTheirs(undefined)
    },
  }
}
export type DraftOfFlow = ReturnType<typeof useDraft>
