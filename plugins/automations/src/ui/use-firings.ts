import { useApi } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { FiringPage } from '../runs/firing.ts'

/** Filter of the activity; an empty rule is all of them. */
export interface FiringFilter {
  readonly ruleId: string
  readonly isRefused: boolean
}
export const noFilter: FiringFilter = { ruleId: '', isRefused: false }

/** When rules fired, latest first. */
export function useFirings({ ruleId, isRefused }: FiringFilter) {
  const api = useApi()
  const query = { ruleId: ruleId || undefined, refused: isRefused || undefined }
  return useInfiniteQuery({
    queryKey: ['automations', 'firings', query],
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    queryFn: ({ pageParam, signal }) =>
      api.get<FiringPage>('firings', { signal, query: { ...query, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}
