import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Survey } from '../surveys/survey.ts'

const key = ['nps', 'surveys'] as const

export function useSurveys() {
  const api = useApi()
  return useQuery({ queryKey: key, queryFn: ({ signal }) => api.get<Survey[]>('surveys', { signal }) })
}

/** A survey as it is to be; without an id a new one. */
export function useSave() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, values }: { id: string | undefined; values: Readonly<Record<string, unknown>> }) =>
      id === undefined ? api.post<Survey>('surveys', values) : api.put<Survey>(`surveys/${id}`, values),
    onSettled: () => queries.invalidateQueries({ queryKey: ['nps'] }),
  })
}

export function useRemove() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete<{ message: string }>(`surveys/${id}`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['nps'] }),
  })
}
