import { useApi } from '@recado/sdk/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'
import { isSearchable, type Ticket, type TicketPage, type TicketStatus } from '../../base/contracts.ts'

const none: readonly Ticket[] = []

/** The newest tickets that a search finds, whoever has them and whatever their status: closed ones too. */
export function useFoundTickets(text: string, enabled = true): readonly Ticket[] {
  const api = useApi()
  const searchParam = text.trim()
  const query = useQuery({
    queryKey: keys.foundTickets(searchParam),
    enabled: enabled && isSearchable(searchParam),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<TicketPage>('/tickets/', {
        signal,
        query: { searchParam, status: ['open', 'pending', 'group', 'closed'] satisfies TicketStatus[] },
      }),
  })
  return isSearchable(searchParam) ? (query.data?.tickets ?? none) : none
}
