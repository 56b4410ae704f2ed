import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MadeToken, Overview } from '../company/company.ts'

const key = ['chatwoot-api', 'overview'] as const

/** The account, its tokens and its inboxes. */
export function useOverview() {
  const api = useApi()
  return useQuery({ queryKey: key, queryFn: ({ signal }) => api.get<Overview>('overview', { signal }) })
}

export function useMakeToken() {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: (name: string) => api.post<MadeToken>('tokens', { name }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}

export function useRemoveToken() {
  const [api, client] = [useApi(), useQueryClient()]
  return useMutation({
    mutationFn: (id: string) => api.delete<{ message: string }>(`tokens/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}
