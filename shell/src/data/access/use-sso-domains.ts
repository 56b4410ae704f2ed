import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'
import type { SsoDomain, SsoDomains } from '../../base/contracts.ts'

/** The domains of the company's providers, and how their proofs stand. `enabled`: whether the user may see them. */
export function useSsoDomains(enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: keys.ssoDomains,
    enabled,
    queryFn: async ({ signal }) => (await api.get<SsoDomains>('/sso/domains', { signal })).domains,
  })
}

/** Checks the record now. Every result is an answer and no failure. */
export function useDomainCheck() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (domain: string) => api.post<SsoDomain>(`/sso/domains/${encodeURIComponent(domain)}/check`),
    onSuccess: (checked) =>
      queries.setQueryData<SsoDomain[]>(keys.ssoDomains, (known) =>
        known?.map((one) => (one.domain === checked.domain ? checked : one)),
      ),
  })
}
