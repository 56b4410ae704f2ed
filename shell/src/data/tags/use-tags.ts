import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'
import type { Tag } from '../../base/contracts.ts'

/** All tags of the company, those that cannot be given any more among them. */
export function useTags(): readonly Tag[] {
  const api = useApi()
  return useQuery({ queryKey: keys.tags, queryFn: ({ signal }) => api.get<Tag[]>('/tags', { signal }) }).data ?? []
}

/** The tags that can be given. */
export const useActiveTags = (): readonly Tag[] => useTags().filter(({ isActive }) => isActive)
