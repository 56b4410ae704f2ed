import { ApiError, useApi } from '@recado/sdk/ui'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { keys } from '../../base/query-keys.ts'
import type { Ticket, TicketLogEntry, TicketPriority } from '../../base/contracts.ts'
import type { TicketFilter } from './ticket-filter.ts'
import { dropTicket, knownTicket, newerTicket, placeTicket, type TicketPages } from './ticket-merge.ts'

/**
 * One ticket. Until it has loaded, the list's version is shown, so that its messages are fetched at the same time. A
 * reader along fetches it each time, so that the server records no opening.
 */
export function useTicketQuery(ticketId: string, isWatching: boolean) {
  const api = useApi()
  const queries = useQueryClient()
  return useQuery({
    queryKey: keys.ticket(ticketId),
    queryFn: ({ signal }) => api.get<Ticket>(`/tickets/${ticketId}${isWatching ? '/watch' : ''}`, { signal }),
    ...(isWatching
      ? { refetchOnMount: 'always' as const }
      : { placeholderData: () => listedTicket(queries, ticketId) }),
  })
}

function listedTicket(queries: QueryClient, ticketId: string): Ticket | undefined {
  for (const [, pages] of queries.getQueriesData<TicketPages>({ queryKey: keys.ticketLists })) {
    const ticket = pages && knownTicket(pages, ticketId)
    if (ticket) return ticket
  }
  return undefined
}

/** The steps of a ticket; asked for once it was opened, which is one of them. */
export function useTicketLogs(ticketId: string, isOpened: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: keys.logs(ticketId),
    enabled: isOpened,
    queryFn: ({ signal }) => api.get<TicketLogEntry[]>(`/tickets/${ticketId}/logs`, { signal }),
  })
}

export type TicketChange =
  | { status: 'open' | 'pending' | 'closed'; withoutFarewell?: true }
  | { unreadMessages: 1 }
  | { pinned: boolean }
  | { watched: boolean }
  | { priority: TicketPriority }
  | { snooze: { until: string | null } | null }

/** `PUT /tickets/{id}`. The answer is put everywhere at once; its push comes as a repetition. */
export function useTicketUpdate(userId: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: TicketChange }) => api.put<Ticket>(`/tickets/${id}`, change),
    onSuccess: (ticket) => showTicket(queries, ticket, userId),
    onError: (error, { id }) => {
      if (missingOf(error).length > 0) return
      reportFailure(error)
      // A colleague was first: the notice says that the screen shows the current state.
      if (ApiError.is(error) && error.code === 'ERR_TICKET_TRANSITION')
        void queries.invalidateQueries({ queryKey: keys.ticket(id) })
    },
  })
}

/** The keys of attributes that a ticket lacks, of a refusal to resolve it; none of another failure. */
export const missingOf = (error: unknown): string[] =>
  ApiError.is(error) && error.code === 'ERR_TICKET_ATTRIBUTES_REQUIRED'
    ? (error.facts.issues ?? []).map(({ path }) => path.split('.').at(-1)!)
    : []

/** Puts an answered ticket everywhere it is shown, unless a push has told something newer meanwhile. */
export function showTicket(queries: QueryClient, ticket: Ticket, userId: string): void {
  queries.setQueryData<Ticket>(keys.ticket(ticket.id), (known) => newerTicket(known, ticket))
  for (const [key, pages] of queries.getQueriesData<TicketPages>({ queryKey: keys.ticketLists })) {
    if (pages) queries.setQueryData<TicketPages>(key, placeTicket(pages, ticket, key[2] as TicketFilter, userId))
  }
  for (const queryKey of [keys.counts, keys.logs(ticket.id)]) void queries.invalidateQueries({ queryKey })
}

/** Takes a ticket away that is gone or not seen any more. */
export function hideTicket(queries: QueryClient, ticketId: string): void {
  for (const [key, pages] of queries.getQueriesData<TicketPages>({ queryKey: keys.ticketLists })) {
    if (pages) queries.setQueryData<TicketPages>(key, dropTicket(pages, ticketId))
  }
  void queries.invalidateQueries({ queryKey: keys.counts })
}
