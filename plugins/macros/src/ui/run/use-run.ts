import { ApiError, toast, useApi, useWords } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Macro } from '../../macros/macro.ts'
import type { RunAnswer, TicketReturn } from '../../runs/run.ts'

/** How long a run can be undone, in milliseconds; as what is done with several tickets. */
const undoMs = 10_000
/** Calls that one run takes at most: each gets at least one step done. */
const mostRounds = 25

/** Whether the server may have done something all the same. */
const isInDoubt = (error: unknown): boolean => !ApiError.is(error) || error.status === 0 || error.status >= 500 || error.code === 'ERR_MACRO_RUNNING'

/** What of a run can be brought back: the change of its ticket, and the notes that it wrote. */
interface Return { readonly undo: TicketReturn | null; readonly notes: readonly string[] }

/** Undefined where nothing can. */
export const returnOf = ({ undo, steps }: RunAnswer): Return | undefined => {
  const notes = steps.flatMap(({ note }) => note ?? [])
  return undo === null && notes.length === 0 ? undefined : { undo, notes }
}

/** A note that somebody has deleted since is as it is wanted. */
const unlessGone = (error: unknown): void => { if (!ApiError.is(error) || error.code !== 'ERR_NOT_FOUND') throw error }

/** Runs macros on one ticket. Until it is known how a run went, running the same macro again goes on with it instead of doing it twice. */
export function useRun(ticketId: string, onDone: (answer: RunAnswer) => void) {
  const api = useApi()
  const { t } = useWords()
  const pending = useRef<{ macroId: string; key: string }>(undefined)
  const undoing = useMutation({
    async mutationFn({ undo, notes }: Return) {
      for (const note of notes) await api.delete(`/notes/${note}`).catch(unlessGone)
      if (undo) await api.put(`/tickets/${ticketId}`, undo)
    },
    onSuccess: () => toast.success(t('run.undone'), { id: 'macro' }),
    onError: (error) => toast.error(error),
  })
  const running = useMutation({
    async mutationFn(macro: Macro): Promise<RunAnswer> {
      const run = pending.current?.macroId === macro.id ? pending.current : { macroId: macro.id, key: crypto.randomUUID() }
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
        toast.success(t('run.done', { name: macro.name }), { id: 'macro', ...(undo && { durationMs: undoMs, action: { label: t('run.undo'), onClick: () => undoing.mutate(undo) } }) })
      }
      onDone(answer)
    },
  })
  return { running, undoing }
}
