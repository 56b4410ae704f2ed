import { ApiError, toast, useApi, useErrorText, useWords } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import type { RunAnswer, TicketReturn } from '../../runs/run.ts'

/** Time for which a run can be undone, in milliseconds; the same as of bulk acts. */
export const undoMs = 10_000

/**
 * Parts of a run that can be undone: the change of its ticket, the notes that it wrote, the messages that it sent.
 * `stays` is the rest.
 */
interface Return extends Pick<RunAnswer, 'undo' | 'stays'> {
  readonly undo: TicketReturn | null
  readonly notes: readonly string[]
  readonly messages: readonly string[]
}

/** Undefined where nothing can. */
export const returnOf = ({ undo, stays, steps }: RunAnswer): Return | undefined => {
  const notes = steps.flatMap(({ note }) => note ?? [])
  const messages = steps.flatMap(({ messages: sent }) => sent ?? [])
  return undo === null && notes.length + messages.length === 0 ? undefined : { undo, stays, notes, messages }
}

/** A note that somebody has deleted since is as it is wanted. */
const unlessGone = (error: unknown): void => {
  if (!ApiError.is(error) || error.code !== 'ERR_NOT_FOUND') throw error
}
/** Whether the server said that it will not be, and not just that it could not be asked. */
const isRefusal = (error: unknown): error is ApiError => ApiError.is(error) && error.status >= 400 && error.status < 500

/** Takes a run back as far as it goes, and says what of it stays and why. */
export function useUndo(ticketId: string) {
  const api = useApi()
  const textOf = useErrorText()
  const { t } = useWords()
  return useMutation({
    async mutationFn({
      undo,
      notes,
      messages,
    }: Return): Promise<{ readonly taken: number; readonly kept: readonly ApiError[] }> {
      const kept: ApiError[] = []
      // First of all, since their time runs out.
      for (const message of messages) {
        await api.delete(`/messages/${message}`).catch((error: unknown) => {
          if (!isRefusal(error)) throw error
          kept.push(error)
        })
      }
      for (const note of notes) await api.delete(`/notes/${note}`).catch(unlessGone)
      if (undo) await api.put(`/tickets/${ticketId}`, undo)
      return { taken: messages.length - kept.length, kept }
    },
    onSuccess({ taken, kept }, { stays }) {
      const said = [
        t('run.undone'),
        ...(taken > 0 ? [t('run.taken', { count: taken })] : []),
        ...(kept[0] ? [t('run.kept', { count: kept.length, why: textOf(kept[0]) })] : []),
        ...stays.map((what) => t(`run.stays.${what}`)),
      ].join(' ')
      if (kept.length + stays.length > 0) toast.info(said, { id: 'macro', durationMs: undoMs })
      else toast.success(said, { id: 'macro' })
    },
    onError: (error) => toast.error(error),
  })
}
