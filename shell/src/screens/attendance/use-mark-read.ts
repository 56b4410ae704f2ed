import { useApi, useViewer } from '@recado/sdk/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { asApiError, isTransient } from '../../base/api/error-code.ts'
import { quietHeader } from '../../base/api/signed-in-fetch.ts'
import type { Ticket } from '../../base/contracts.ts'
import { showTicket } from '../../data/tickets/use-ticket.ts'

/** How often it is tried while the server is away, with pauses that double from a second on. */
const tries = 6

/**
 * What is on a visible screen has been read, by whoever has the ticket (decision 073): a colleague who looks into it
 * takes the mark from nobody. A group is everybody's, and read by the first who opens it. Nobody asked for it, so
 * nobody is told when it fails.
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
