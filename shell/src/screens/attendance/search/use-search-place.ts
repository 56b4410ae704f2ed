import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Scope of the list's search: tickets, by contact and protocol, or messages. */
export const searchPlaces = ['tickets', 'messages'] as const
export type SearchPlace = (typeof searchPlaces)[number]

/** Stands in the address (`em=mensagens`), so that a link and the back button show the same. */
export function useSearchPlace(): [SearchPlace, (place: SearchPlace) => void] {
  const router = useRouter()
  const { em } = useSearch({ strict: false }) as { em?: string }
  const look = useCallback(
    (place: SearchPlace) => {
      void router.navigate({
        to: '.',
        search: (({ em: _left, ...rest }: Record<string, unknown>) => ({
          ...rest,
          ...(place === 'messages' && { em: 'mensagens' }),
        })) as never,
        replace: true,
      })
    },
    [router],
  )
  return [em === 'mensagens' ? 'messages' : 'tickets', look]
}
