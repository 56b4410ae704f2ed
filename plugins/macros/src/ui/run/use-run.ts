import { ApiError, toast, useApi, useWords } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Macro } from '../../macros/macro.ts'
import type { RunAnswer } from '../../runs/run.ts'
import { returnOf, undoMs, useUndo } from './use-undo.ts'

/** Calls that one run takes at most: each gets at least one step done. */
const mostRounds = 25

/** Whether the server may have done something all the same. */
const isInDoubt = (error: unknown): boolean =>
  !ApiError.is(error) || error.status === 0 || error.status >= 500 || error.code === 'ERR_MACRO_RUNNING'

/**
 * Runs macros on one ticket. Until it is known how a run went, running the same macro again goes on with it instead of
 * doing it twice.
 */
export function useRun(ticketId: string, onDone: (answer: RunAnswer) => void) {
  const api = useApi()
  const { t } = useWords()
  const pending = useRef<{ macroId: string; key: string }>(undefined)
  const undoing = useUndo(ticketId)
  const running = useMutation({
    async mutationFn(macro: Macro): Promise<RunAnswer> {
      const run =
        pending.current?.macroId === macro.id ? pending.current : { macroId: macro.id, key: crypto.randomUUID() }
      pending.current = run
      try {
        for (let round = 1; ; round++) {
          const answer = await api.post<RunAnswer>(`macros/${macro.id}/run`, { ticketId, key: run.key })
          if (!answer.finished && round < mostRounds) continue
          pending.current = undefined
          return answer
        }
      } catch (error) {
        if (!isInDoubt(error)) pending.current = undefined
        throw error
      }
    },
    onSuccess(answer, macro) {
      const undo = returnOf(answer)
      if (answer.steps.every(({ state }) => state === 'done')) {
        toast.success(t('run.done', { name: macro.name }), {
          id: 'macro',
          ...(undo && { durationMs: undoMs, action: { label: t('run.undo'), onClick: () => undoing.mutate(undo) } }),
        })
      }
      onDone(answer)
    },
  })
  return { running, undoing }
}
