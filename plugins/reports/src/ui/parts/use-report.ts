import { useApi } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

/** The filters of a report as its query string has them; empty ones are left out. */
export type ReportQuery = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

const withoutEmpty = (query: ReportQuery): ReportQuery =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))

/** The rows of a report, a page at a time. Nothing is asked for while `isReady` is false. */
export function useReport<Page extends { readonly nextCursor: string | null }>(
  path: string,
  query: ReportQuery,
  isReady: boolean,
) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: ['reports', path, query],
    queryFn: ({ signal, pageParam }) =>
      api.get<Page>(path, {
        signal,
        query: { ...withoutEmpty(query), ...(pageParam !== '' && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: isReady,
  })
}
