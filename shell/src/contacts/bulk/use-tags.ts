import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { keys } from '../../app/query-keys.ts'
import type { Tag } from '../../contracts.ts'

/** The tags that can be given. */
export function useTags(): readonly Tag[] {
  const api = useApi()
  return useQuery({ queryKey: keys.tags, queryFn: ({ signal }) => api.get<Tag[]>('/tags', { signal }) }).data?.filter(({ isActive }) => isActive) ?? []
}
