import { toast, useApi, useViewer } from '@recado/sdk/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../base/contracts.ts'
import { usePreferences } from '../../base/preferences/use-preferences.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { showTicket } from '../../data/tickets/use-ticket.ts'
import { idsBelow, nextAfter } from './next-ticket.ts'
import { useListFilter } from './list/use-list-filter.ts'
import { shownTickets } from './list/use-ticket-list.ts'

/**
 * What follows when a ticket was resolved: a notice with which it is opened again, and the next conversation of the
 * list, unless the user has turned that off. Call the result before the ticket leaves the list; what it returns is run
 * when the server has agreed.
 */
export function useAfterResolving(ticket: Pick<Ticket, 'id' | 'name'>): () => () => void {
  const { t } = useTranslation('attendance')
  const api = useApi()
  const queries = useQueryClient()
  const router = useRouter()
  const viewer = useViewer()
  const [filter] = useListFilter()
  const [{ opensNext = true }] = usePreferences()
  const { id, name } = ticket
  const stood = useRef<{ id: string; below: readonly string[] }>({ id, below: [] })
  // A ticket may leave the list while it is worked on, and its place is forgotten with the row.
  useEffect(() => {
    const below = idsBelow(shownTickets(queries, filter), id)
    if (below) stood.current = { id, below }
  }, [queries, filter, id])
  return useCallback(() => {
    const below = stood.current.id === id ? stood.current.below : []
    const next = opensNext ? nextAfter(shownTickets(queries, filter), id, below) : undefined
    const open = (ticketId: string) =>
      void router.navigate({ to: '/atendimento/$ticketId', params: { ticketId }, search: (kept) => kept as never })
    const undo = async () => {
      try {
        showTicket(queries, await api.put<Ticket>(`/tickets/${id}`, { status: 'open' }), viewer.userId)
        open(id)
      } catch (error) {
        reportFailure(error)
      }
    }
    return () => {
      toast.success(t('resolved.notice', { name }), {
        id: `resolved-${id}`,
        action: { label: t('resolved.undo'), onClick: () => void undo() },
      })
      // Whoever has gone elsewhere meanwhile stays there.
      if (next !== undefined && router.state.location.pathname.includes(id)) open(next)
    }
  }, [filter, queries, opensNext, id, name, router, api, viewer.userId, t])
}
