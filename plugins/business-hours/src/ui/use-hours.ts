import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../answers/calendar.ts'
import type { Holiday, HolidayDraft, ImportOutcome } from '../holidays/holiday.ts'
import type { Rule, RuleDraft } from '../rules/rule.ts'

const rulesKey = ['business-hours', 'rules'] as const
const holidaysKey = ['business-hours', 'holidays'] as const
const nowKey = ['business-hours', 'now'] as const

/** Hours of the company and its parts, with the company's zone. */
export function useRules() {
  const api = useApi()
  return useQuery({
    queryKey: rulesKey,
    queryFn: ({ signal }) => api.get<{ rules: Rule[]; timeZone: string }>('business-hours', { signal }),
    refetchOnMount: 'always',
  })
}

export function useHolidays() {
  const api = useApi()
  return useQuery({
    queryKey: holidaysKey,
    queryFn: ({ signal }) => api.get<Holiday[]>('holidays', { signal }),
    refetchOnMount: 'always',
  })
}

/** What holds for the company at this moment; asked again each minute. */
export function useNow() {
  const api = useApi()
  return useQuery({
    queryKey: nowKey,
    queryFn: ({ signal }) => api.get<Answer>('now', { signal }),
    refetchInterval: 60_000,
  })
}

export interface NationalHoliday extends HolidayDraft {
  readonly optional: boolean
  readonly known: boolean
}

export function useNationalHolidays(year: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...holidaysKey, 'national', year],
    queryFn: ({ signal }) => api.get<NationalHoliday[]>('national-holidays', { signal, query: { year } }),
  })
}

/** A change of hours or holidays; what is shown is fetched again after it. */
function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: ['business-hours'] }),
  })
}

export function useSaveRule() {
  const api = useApi()
  return useChange(({ id, ...draft }: RuleDraft & { id: string | undefined }) =>
    id === undefined ? api.post<Rule>('business-hours', draft) : api.put<Rule>(`business-hours/${id}`, draft),
  )
}

export function useDeleteRule() {
  const api = useApi()
  return useChange((id: string) => api.delete(`business-hours/${id}`))
}

export function useSaveHoliday() {
  const api = useApi()
  return useChange(({ id, ...draft }: HolidayDraft & { id: string | undefined }) =>
    id === undefined ? api.post<Holiday>('holidays', draft) : api.put<Holiday>(`holidays/${id}`, draft),
  )
}

export function useDeleteHoliday() {
  const api = useApi()
  return useChange((id: string) => api.delete(`holidays/${id}`))
}

export function useAddHolidays() {
  const api = useApi()
  return useChange((holidays: readonly HolidayDraft[]) => api.post<ImportOutcome>('holiday-lists', { holidays }))
}

export function useImportHolidays() {
  const api = useApi()
  return useChange((text: string) => api.post<ImportOutcome>('holiday-files', { text }))
}
