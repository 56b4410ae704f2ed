import { useApi } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AnswerPage, Report } from '../../report/report.ts'

/** What a report is about, as its query string says it. Empty texts are everything. */
export interface ReportFilter {
  readonly surveyId: string
  readonly from: string
  readonly to: string
  readonly queueId: string
  readonly userId: string
  readonly connectionId: string
}
/** Which requests of it are listed. */
export interface Slice {
  readonly outcome?: string
  readonly grade?: number
  readonly class?: 'good' | 'middle' | 'bad'
  readonly commented?: 'true'
  readonly from?: string
  readonly to?: string
  readonly queueId?: string
  readonly userId?: string
  readonly connectionId?: string
}

const dayMs = 86_400_000
const dayOf = (at: Date): string =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
/** The last days, today among them. */
export const lastDays = (days: number): Pick<ReportFilter, 'from' | 'to'> => ({
  from: dayOf(new Date(Date.now() - (days - 1) * dayMs)),
  to: dayOf(new Date()),
})

/** The query of a call: what is not said is left out. */
export const queryOf = (filter: ReportFilter, slice: Slice = {}): Record<string, string | number> =>
  Object.fromEntries(Object.entries({ ...filter, ...slice }).filter(([, value]) => value !== '' && value !== undefined))

export function useReport(filter: ReportFilter, isValid: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: ['nps', 'report', filter],
    queryFn: ({ signal }) => api.get<Report>('report', { signal, query: queryOf(filter) }),
    placeholderData: keepPreviousData,
    enabled: isValid,
  })
}

export function useAnswers(filter: ReportFilter, slice: Slice, isValid: boolean) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: ['nps', 'answers', filter, slice],
    queryFn: ({ signal, pageParam }) =>
      api.get<AnswerPage>('answers', {
        signal,
        query: { ...queryOf(filter, slice), ...(pageParam !== '' && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: isValid,
  })
}
