import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'
import type { ApiToken, ApiTokenChoice, ApiTokenCreated, ApiTokenList } from '../../base/contracts.ts'

/** The tokens of the company's programs, and what can be done to them. */
export function useTokens() {
  const api = useApi()
  const queries = useQueryClient()
  const list = useQuery({
    queryKey: keys.apiTokens,
    queryFn: ({ signal }) => api.get<ApiTokenList>('/api-tokens', { signal }),
  })
  const change = (rows: (tokens: ApiToken[]) => ApiToken[]) =>
    queries.setQueryData<ApiTokenList>(keys.apiTokens, (known) => known && { ...known, tokens: rows(known.tokens) })
  return {
    list,
    create: useMutation({
      mutationFn: (choice: ApiTokenChoice) => api.post<ApiTokenCreated>('/api-tokens', choice),
      onSuccess: ({ token }) => change((tokens) => [token, ...tokens]),
    }),
    update: useMutation({
      mutationFn: ({ id, ...choice }: ApiTokenChoice & { id: string }) =>
        api.put<ApiToken>(`/api-tokens/${id}`, choice),
      onSuccess: (changed) => change((tokens) => tokens.map((token) => (token.id === changed.id ? changed : token))),
    }),
    revoke: useMutation({
      mutationFn: (id: string) => api.delete(`/api-tokens/${id}`),
      onSuccess: (_, id) => change((tokens) => tokens.filter((token) => token.id !== id)),
    }),
  }
}
