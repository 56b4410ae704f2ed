import { useApi } from '@recado/sdk/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'
import type { TicketBoard, TicketBoardPage } from '../../base/contracts.ts'

/** Owner of a card's tickets. */
export type CardOf = { userId: string } | { queueId: string }

/** Cards of people and queues; pushes refresh them. */
export function useTicketBoard(isAllowed: boolean) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.ticketBoardCards,
    enabled: isAllowed,
    queryFn: ({ pageParam, signal }) => api.get<TicketBoard>('/ticket-board', { signal, query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

export function useCardTickets(of: CardOf) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.ticketBoardTickets(of),
    queryFn: ({ pageParam, signal }) =>
      api.get<TicketBoardPage>('/ticket-board/tickets', { signal, query: { ...of, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}
