import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { KeyList, KeyMade, Scope } from '../keys/key.ts'

/** Whose keys: the user's own, or everybody's. */
export type Whose = 'own' | 'company'
const paths = { own: 'keys', company: 'company-keys' } as const

export function useKeys(whose: Whose) {
  const api = useApi()
  return useQuery({
    queryKey: ['mcp', whose],
    queryFn: ({ signal }) => api.get<KeyList>(paths[whose], { signal }),
  })
}

function useChange<Given, Answer>(call: (api: ReturnType<typeof useApi>, given: Given) => Promise<Answer>) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (given: Given) => call(api, given),
    onSettled: () => queries.invalidateQueries({ queryKey: ['mcp'] }),
  })
}

export interface KeyChoice {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: string
}

/** The answer has the text of the key, which no other answer has. */
export const useMake = () => useChange((api, choice: KeyChoice) => api.post<KeyMade>('keys', choice))

export const useRevoke = (whose: Whose) =>
  useChange((api, id: string) => api.delete<Record<string, never>>(`${paths[whose]}/${id}`))
