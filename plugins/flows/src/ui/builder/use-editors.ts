import { useApi, useLiveEvent, usePush } from '@recado/sdk/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { mostChosen, type EditorPush, type EditorView } from '../../flows/flow.ts'

/** How often a page says that it has the flow open, in milliseconds; others forget it after three times that. */
const everyMs = 15_000
/** After the last choice, so that going through blocks is said once. */
const restMs = 300

/** Who else has the flow open, and which blocks they have chosen; `page` names this page to them. */
export function useEditors(flowId: string, page: string, chosen: ReadonlySet<string>): readonly EditorView[] {
  const api = useApi()
  const [editors, setEditors] = useState<readonly EditorView[]>([])
  const path = `flows/${flowId}/editors`
  const latest = useRef(chosen)
  const say = useCallback((): void => {
    // Who cannot be reached is not seen, which is said nowhere: it comes again by itself.
    void api
      .put<{ editors: EditorView[] }>(path, { page, chosen: [...latest.current].slice(0, mostChosen) })
      .then((answer) => setEditors(answer.editors))
      .catch(() => undefined)
  }, [api, page, path])
  useEffect(() => {
    latest.current = chosen
    const timer = setTimeout(say, restMs)
    return () => clearTimeout(timer)
  }, [chosen, say])
  useEffect(() => {
    const timer = setInterval(say, everyMs)
    return () => {
      clearInterval(timer)
      void api.delete(`${path}?page=${page}`).catch(() => undefined)
    }
  }, [api, page, path, say])
  usePush('editor', (data) => {
    const { flowId: of, isHere, ...editor } = data as EditorPush
    if (of !== flowId || editor.page === page) return
    setEditors((known) => {
      const others = known.filter((one) => one.page !== editor.page)
      return isHere ? [...others, editor] : others
    })
  })
  useLiveEvent('resync', say)
  return editors
}
