import { useApi, type Api } from '@recado/sdk/ui'
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { keys } from '../../../base/query-keys.ts'
import { reportFailure } from '../../../base/ui/report-failure.ts'
import type { MessagePage } from '../../../base/contracts.ts'
import { messagesOf, type MessagePages, type ThreadPosition } from '../../../data/messages/message-merge.ts'

/** Messages that are asked for at a time. */
export const threadPageSize = 30

/**
 * The server lets the files of a page be fetched for an hour: whoever leaves a conversation open all day still opens
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
 * Asks for the end of a conversation that is about to be opened, so that it comes while the screen is drawn; what is
 * known and fresh is not asked for.
 */
export function usePrefetchThread(): (ticketId: string) => void {
  const api = useApi()
  const queries = useQueryClient()
  return useCallback((ticketId) => void queries.prefetchInfiniteQuery(threadQuery(api, ticketId)), [api, queries])
}

/**
 * What is loaded of a ticket's messages: its end, until `find` puts the stretch around one message in its place, which
 * grows in both directions; pushes keep what is loaded up to date. `toLatest` goes back to the end.
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
