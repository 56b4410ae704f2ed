import { useApi } from '@recado/sdk/ui'
import { useQueries } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'

/** Where a plugin says the number beside one of its entries. */
export interface NavBadge {
  readonly plugin: string
  readonly path: string
}

/** The number that plugins show beside these entries of the navigation; one that is not known yet counts as 0. */
export function useNavCount(entries: readonly { readonly badge?: NavBadge }[]): number {
  const api = useApi()
  return useQueries({
    queries: entries.flatMap(({ badge }) =>
      badge
        ? [
            {
              queryKey: keys.navBadge(badge.plugin, badge.path),
              queryFn: ({ signal }: { signal: AbortSignal }) =>
                api.get<{ count: number }>(`/p/${badge.plugin}/${badge.path}`, { signal }),
              // Pushes have it read anew.
              staleTime: Infinity,
            },
          ]
        : [],
    ),
    combine: (results) => results.reduce((sum, { data }) => sum + (data?.count ?? 0), 0),
  })
}
