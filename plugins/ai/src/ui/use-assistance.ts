import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import type { Assistance } from '../similar/routes.ts'

/** What the company has switched on; nothing until it is known. */
export function useAssistance(): Partial<Assistance> {
  const api = useApi()
  const on = useQuery({
    queryKey: ['ai', 'assistance'],
    queryFn: ({ signal }) => api.get<Assistance>('assistance', { signal }),
    staleTime: 60_000,
  })
  return on.data ?? {}
}
