import { useApi } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keys } from '../../../base/query-keys.ts'
import { searchedFor, type AttributeCondition, type Ticket, type TicketPage } from '../../../base/contracts.ts'
import { filterQuery, sortOf, type TicketFilter } from '../../../data/tickets/ticket-filter.ts'
import { ticketsOf, type TicketPages } from '../../../data/tickets/ticket-merge.ts'

/** Conditions and days go as JSON, and not at all where there are none. */
const written = (conditions: readonly AttributeCondition[]): string | undefined =>
  conditions.length === 0 ? undefined : JSON.stringify(conditions)

/** A filter as the list is asked for with it, and kept under. */
const asSearched = (filter: TicketFilter): TicketFilter => ({
  ...filter,
  searchParam: searchedFor(filter.searchParam),
})

/** The tickets that the list of a filter shows now; none before it was loaded. */
export const shownTickets = (queries: QueryClient, filter: TicketFilter): Ticket[] =>
  ticketsOf(queries.getQueryData<TicketPages>(keys.ticketList(asSearched(filter))), sortOf(filter))

/** The list of one filter, in pages as long as the company has them (S9-075); pushes keep it up to date. */
export function useTicketList(filter: TicketFilter) {
  const api = useApi()
  const sort = sortOf(filter)
  const searched = asSearched(filter)
  const query = useInfiniteQuery({
    queryKey: keys.ticketList(searched),
    queryFn: ({ pageParam, signal }) =>
      api.get<TicketPage>('/tickets/', {
        signal,
        query: {
          ...filterQuery(searched),
          attributes: written(searched.attributes),
          contactAttributes: written(searched.contactAttributes),
          days: searched.days === null ? undefined : JSON.stringify(searched.days),
          cursor: pageParam,
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: TicketPage) => (last.hasMore ? last.nextCursor : null),
    // A page that did not change is the same object; comparing every field of thousands of rows for each push would
    // cost more than drawing them.
    structuralSharing: false,
    // Typing on in the search keeps the rows in place until the new ones are there.
    ...(searched.searchParam === '' ? {} : { placeholderData: keepPreviousData }),
  })
  const tickets = useMemo((): Ticket[] => ticketsOf(query.data as TicketPages | undefined, sort), [query.data, sort])
  return { tickets, query }
}
