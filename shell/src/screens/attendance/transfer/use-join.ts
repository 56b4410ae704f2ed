import { toast, useApi, useViewer } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../../base/query-keys.ts'
import { reportFailure } from '../../../base/ui/report-failure.ts'
import { showTicket } from '../../../data/tickets/use-ticket.ts'
import type { Ticket, TicketMergeDone, TicketMergeOverview } from '../../../base/contracts.ts'

/** Time for which the notice of a merge offers an undo; later the dialog does. Milliseconds. */
const undoMs = 10_000

/** `GET /tickets/{id}/merges`. */
export function useTicketMerges(ticketId: string) {
  const api = useApi()
  return useQuery({
    queryKey: keys.ticketMerges(ticketId),
    queryFn: ({ signal }) => api.get<TicketMergeOverview>(`/tickets/${ticketId}/merges`, { signal }),
  })
}

/** Makes another ticket part of this one, and undoes it. The dialog shows refusals. */
export function useJoinActs(ticket: Ticket) {
  const api = useApi()
  const queries = useQueryClient()
  const { userId } = useViewer()
  const { t } = useTranslation('attendance')
  const refresh = () => {
    for (const queryKey of [
      keys.ticketLists,
      keys.counts,
      keys.ticket(ticket.id),
      keys.thread(ticket.id),
      keys.logs(ticket.id),
      keys.scheduled(ticket.id),
      keys.ticketMerges(ticket.id),
    ])
      void queries.invalidateQueries({ queryKey })
  }
  const undo = useMutation({
    mutationFn: (mergeId: string) => api.post<Ticket>(`/ticket-merges/${mergeId}/undo`),
    onSuccess: (apart) => {
      showTicket(queries, apart, userId)
      refresh()
      toast.success(t('join.undone'), { id: 'join' })
    },
  })
  const { mutate } = undo
  const join = useMutation({
    mutationFn: (from: string) => api.post<TicketMergeDone>(`/tickets/${ticket.id}/merge`, { from }),
    onSuccess: (done) => {
      showTicket(queries, done.ticket, userId)
      refresh()
      toast.success(t('join.done'), {
        id: 'join',
        durationMs: undoMs,
        action: { label: t('join.undo'), onClick: () => mutate(done.id, { onError: reportFailure }) },
      })
    },
  })
  return { join, undo }
}
