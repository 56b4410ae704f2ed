import type { AttributeDefinition } from '@recado/sdk'
import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'

/** Attributes of conversations or of contacts, as `GET /attributes` has them. */
export function useAttributes(of: 'ticket' | 'contact', { enabled = true }: { enabled?: boolean } = {}) {
  const api = useApi()
  return useQuery({
    queryKey: ['automations', 'dates', of],
    queryFn: ({ signal }) => api.get<AttributeDefinition[]>('/attributes', { signal, query: { owner: of } }),
    enabled,
  })
}
