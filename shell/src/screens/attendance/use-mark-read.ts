import { useApi, useViewer } from '@recado/sdk/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { asApiError, isTransient } from '../../base/api/error-code.ts'
import { quietHeader } from '../../base/api/signed-in-fetch.ts'
import type { Ticket } from '../../base/contracts.ts'
import { showTicket } from '../../data/tickets/use-ticket.ts'

/** Number of tries while the server cannot be reached, with pauses that double from a second on. */
const tries = 6

/**
 * Marks messages on a visible screen as read, for the ticket's user (decision 073): a colleague who looks into it does
 * not remove the mark. A group belongs to everybody, and is read by the first who opens it. The user did not ask for
 * it, so a failure is not shown.
 */
export function useMarkRead(
  { id, unreadMessages, status, userId }: Pick<Ticket, 'id' | 'unreadMessages' | 'status' | 'userId'>,
  mayRead: boolean,
): void {
  const api = useApi()
  const queries = useQueryClient()
  const viewer = useViewer()
  const { mutate } = useMutation({
    mutationFn: (ticketId: string) =>
      api.put<Ticket>(`/tickets/${ticketId}`, { unreadMessages: 0 }, { headers: { [quietHeader]: '1' } }),
    retry: (failures, error) => failures < tries && isTransient(asApiError(error)),
    onSuccess: (ticket) => showTicket(queries, ticket, viewer.userId),
  })
  const isReader = mayRead && (status === 'group' || (status === 'open' && userId === viewer.userId))
  useEffect(() => {
    if (!isReader || unreadMessages === 0) return
    const check = () => {
      if (document.visibilityState === 'visible') mutate(id)
    }
    check()
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [id, isReader, unreadMessages, mutate])
}
