import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'

/** The number beside an entry of the navigation that a plugin contributes; 0 where there is none, or until it is known. */
export function useNavBadge(badge: { readonly plugin: string; readonly path: string } | undefined): number {
  const api = useApi()
  const { data } = useQuery({
    queryKey: badge ? keys.navBadge(badge.plugin, badge.path) : keys.navBadges,
    enabled: badge !== undefined,
    queryFn: ({ signal }) => api.get<{ count: number }>(`/p/${badge!.plugin}/${badge!.path}`, { signal }),
    // Pushes have it read anew.
    staleTime: Infinity,
  })
  return badge && data ? data.count : 0
}
