import { useApi } from '@recado/sdk/ui'
import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { BellPage } from '../../base/contracts.ts'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'

/** Pages of the user's bell, newest first. A push of the server has them read again. */
export function useBell() {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.bell,
    queryFn: ({ pageParam, signal }) =>
      api.get<BellPage>('/notifications/entries', { signal, query: { before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

/** Unread entries that the server counted; 0 while it is not known. */
export const useBellCount = (): number => useBell().data?.pages[0]?.unread ?? 0

type Pages = InfiniteData<BellPage, string | undefined>

/** Marks one entry as read or unread, on the screen at once. */
export function useMarkBellEntry(): (id: string, read: boolean) => void {
  const api = useApi()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ id, read }: { id: string; read: boolean }) => api.put(`/notifications/entries/${id}`, { read }),
    onMutate: async ({ id, read }) => {
      await queries.cancelQueries({ queryKey: keys.bell })
      queries.setQueryData<Pages>(keys.bell, (pages) => pages && withRead(pages, id, read))
    },
    onError: reportFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: keys.bell }),
  })
  return (id, read) => mutate({ id, read })
}

/** Marks as read everything that is on the list now; what comes meanwhile stays unread. */
export function useReadWholeBell(): { readonly run: () => void; readonly isRunning: boolean } {
  const api = useApi()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (until: string) => api.post('/notifications/entries/read', { until }),
    onError: reportFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: keys.bell }),
  })
  return {
    run: () => {
      const newest = queries.getQueryData<Pages>(keys.bell)?.pages[0]?.entries[0]
      if (newest) mutate(newest.at)
    },
    isRunning: isPending,
  }
}

function withRead(pages: Pages, id: string, read: boolean): Pages {
  const entry = pages.pages.flatMap(({ entries }) => entries).find((each) => each.id === id)
  const change = entry === undefined || entry.read === read ? 0 : read ? -1 : 1
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      unread: Math.max(0, page.unread + change),
      entries: page.entries.map((each) => (each.id === id ? { ...each, read } : each)),
    })),
  }
}
