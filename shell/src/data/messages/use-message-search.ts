import { useApi } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keys } from '../../base/query-keys.ts'
import { isSearchable, type MessageHit, type MessageSearchPage, type Ticket } from '../../base/contracts.ts'

/** Hits in one conversation, newest first. */
export interface FoundTicket {
  ticket: Ticket
  hits: MessageHit[]
}

/**
 * Messages that hold the words, page by page, everywhere or in one ticket; a ticket that comes again is put together.
 */
export function useMessageSearch({ text, ticketId, limit }: { text: string; ticketId?: string; limit: number }) {
  const api = useApi()
  const searchParam = text.trim()
  const query = useInfiniteQuery({
    queryKey: keys.messageSearch({ searchParam, ...(ticketId !== undefined && { ticketId }) }),
    queryFn: ({ pageParam, signal }) =>
      api.get<MessageSearchPage>('/messages/search', {
        signal,
        query: { searchParam, ticketId, cursor: pageParam, limit },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: MessageSearchPage) => last.nextCursor,
    enabled: isSearchable(searchParam),
    placeholderData: keepPreviousData,
  })
  const results = useMemo(() => together(query.data?.pages ?? []), [query.data])
  return { query, results }
}

export function together(pages: readonly MessageSearchPage[]): FoundTicket[] {
  const tickets = new Map<string, FoundTicket>()
  for (const { ticket, hits } of pages.flatMap((page) => page.results)) {
    const known = tickets.get(ticket.id)
    tickets.set(ticket.id, known ? { ticket: known.ticket, hits: [...known.hits, ...hits] } : { ticket, hits })
  }
  return [...tickets.values()]
}
