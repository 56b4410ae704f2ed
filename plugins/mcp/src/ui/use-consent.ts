import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ConsentAsked, Led } from '../consent/consent.ts'
import type { Scope } from '../keys/key.ts'

/** What a program asks for; nothing is asked twice while its user reads. */
export function useAsked(request: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['mcp', 'consent', request],
    queryFn: ({ signal }) => api.get<ConsentAsked>(`consent?request=${encodeURIComponent(request)}`, { signal }),
    staleTime: Infinity,
    retry: false,
  })
}

/** Null refuses the program. */
export function useDecide(request: string) {
  const api = useApi()
  return useMutation({
    mutationFn: (scopes: readonly Scope[] | null) => api.post<Led>('consent', { request, scopes }),
  })
}
