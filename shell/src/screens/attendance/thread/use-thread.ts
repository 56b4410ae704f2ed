import { useApi, type Api } from '@recado/sdk/ui'
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { keys } from '../../../base/query-keys.ts'
import { reportFailure } from '../../../base/ui/report-failure.ts'
import type { MessagePage } from '../../../base/contracts.ts'
import { messagesOf, type MessagePages, type ThreadPosition } from '../../../data/messages/message-merge.ts'

/** Messages that are asked for at a time. */
export const threadPageSize = 30

/**
 * The server allows fetching the files of a page for an hour: a conversation that stays open all day can still open
 * them. Milliseconds.
 */
export const linkRenewal = 45 * 60_000

const queryOf = (position: ThreadPosition) =>
  position === null
    ? {}
    : 'older' in position
      ? { cursor: position.older }
      : 'newer' in position
        ? { after: position.newer }
        : { around: position.around }

const read = (api: Api, ticketId: string, position: ThreadPosition, signal?: AbortSignal) =>
  api.get<MessagePage>(`/messages/${ticketId}`, {
    ...(signal && { signal }),
    query: { ...queryOf(position), limit: threadPageSize },
  })

const threadQuery = (api: Api, ticketId: string) =>
  infiniteQueryOptions({
    queryKey: keys.thread(ticketId),
    queryFn: ({ pageParam, signal }) => read(api, ticketId, pageParam, signal),
    initialPageParam: null as ThreadPosition,
    getNextPageParam: (last: MessagePage): ThreadPosition =>
      last.hasMore && last.nextCursor ? { older: last.nextCursor } : null,
    getPreviousPageParam: (first: MessagePage): ThreadPosition =>
      first.newerCursor ? { newer: first.newerCursor } : null,
  })

/**
 * Fetches the end of a conversation that is about to be opened, so that it arrives while the screen is drawn; fresh
 * data is not fetched again.
 */
export function usePrefetchThread(): (ticketId: string) => void {
  const api = useApi()
  const queries = useQueryClient()
  return useCallback((ticketId) => void queries.prefetchInfiniteQuery(threadQuery(api, ticketId)), [api, queries])
}

/**
 * Loaded messages of a ticket: its end, until `find` replaces it by the stretch around one message, which grows in both
 * directions; pushes keep the loaded ones up to date. `toLatest` goes back to the end, and so does leaving it.
 */
export function useThread(ticketId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const queryKey = useMemo(() => keys.thread(ticketId), [ticketId])
  const query = useInfiniteQuery({
    ...threadQuery(api, ticketId),
    refetchInterval: linkRenewal,
    refetchIntervalInBackground: true,
  })
  // Whoever comes back begins at the end, not where they read years ago.
  useEffect(
    () => () => {
      if (queries.getQueryData<MessagePages>(queryKey)?.pages[0]?.newerCursor)
        queries.removeQueries({ queryKey, exact: true })
    },
    [queries, queryKey],
  )
  const messages = useMemo(() => messagesOf(query.data as MessagePages | undefined), [query.data])
  const { mutateAsync, isPending: isFinding } = useMutation({
    mutationFn: (id: string) => read(api, ticketId, { around: id }),
    onSuccess: async (page, id) => {
      await queries.cancelQueries({ queryKey, exact: true })
      queries.setQueryData<MessagePages>(queryKey, { pages: [page], pageParams: [{ around: id }] })
    },
    onError: reportFailure,
  })
  const find = useCallback(
    (id: string): Promise<boolean> =>
      mutateAsync(id).then(
        () => true,
        () => false,
      ),
    [mutateAsync],
  )
  const toLatest = useCallback(() => void queries.resetQueries({ queryKey, exact: true }), [queries, queryKey])
  return { query, messages, contact: query.data?.pages[0]?.contact, find, isFinding, toLatest }
}
