import { useApi, useViewer } from '@recado/sdk/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../base/query-keys.ts'
import { hideTicket, showTicket } from '../../../data/tickets/use-ticket.ts'
import type { Ticket, TicketTransfer, TransferredTicket, UserWithQueues } from '../../../base/contracts.ts'

/** `POST /tickets/{id}/transfer`. The dialog shows its refusals. */
export function useTransfer(ticket: Ticket) {
  const api = useApi()
  const queries = useQueryClient()
  const { userId } = useViewer()
  return useMutation({
    mutationFn: (wanted: TicketTransfer) => api.post<TransferredTicket>(`/tickets/${ticket.id}/transfer`, wanted),
    onSuccess: ({ ticket: given, isSeen }) => {
      if (isSeen) showTicket(queries, given, userId)
      else hideTicket(queries, ticket.id)
      if (given.id !== ticket.id)
        for (const queryKey of [
          keys.ticket(ticket.id),
          keys.ticketLists,
          keys.logs(ticket.id),
          keys.scheduled(ticket.id),
        ])
          void queries.invalidateQueries({ queryKey })
    },
  })
}

/** Why somebody cannot have a ticket in a queue, as the server would answer (S4-014, S4-016); null when they can. */
export function obstacleOf(
  user: UserWithQueues,
  viewer: { readonly userId: string; readonly role: string },
  ticket: Ticket,
  queueId: string | null,
): 'hasIt' | 'notShared' | 'notInQueue' | null {
  if (user.id === ticket.userId && queueId === ticket.queueId) return 'hasIt'
  if (user.id === viewer.userId || viewer.role === 'admin' || user.profile === 'admin') return null
  if (!user.sharesQueue) return 'notShared'
  return queueId === null || user.queues.some((queue) => queue.id === queueId) ? null : 'notInQueue'
}
