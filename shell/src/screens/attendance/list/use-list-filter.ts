import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { usePreferences } from '../../../base/preferences/use-preferences.ts'
import {
  addressOf,
  filterOfAddress,
  readFilter,
  type FilterAddress,
  type TicketFilter,
} from '../../../data/tickets/ticket-filter.ts'

/**
 * The filter that the list shows: the one of the address, so that a link shows what its sender saw, else the one the
 * user kept. A change goes to both; the text of a search is never kept. Third comes
 * the id of the saved view that is open, which another tab leaves.
 */
export function useListFilter(): [TicketFilter, (change: Partial<TicketFilter>) => void, string | undefined] {
  const router = useRouter()
  const [{ filtrosAtendimento }, setPreferences] = usePreferences()
  const address = useSearch({ strict: false }) as FilterAddress & { visao?: string; em?: string; mensagem?: string }
  const { visao, em, mensagem } = address
  const filter = useMemo(
    () => filterOfAddress(address as Record<string, unknown>) ?? { ...readFilter(filtrosAtendimento), searchParam: '' },
    [address, filtrosAtendimento],
  )
  const change = useCallback(
    (part: Partial<TicketFilter>) => {
      const next = { ...filter, ...part }
      const { searchParam: _search, ...lasting } = next
      setPreferences({ filtrosAtendimento: { ...filtrosAtendimento, ...lasting } })
      void router.navigate({
        to: '.',
        search: {
          ...addressOf(next),
          ...(part.view === undefined && visao !== undefined && { visao }),
          ...(em !== undefined && next.searchParam !== '' && { em }),
          ...(mensagem !== undefined && { mensagem }),
        } as never,
        replace: true,
      })
    },
    [filter, filtrosAtendimento, setPreferences, router, visao, em, mensagem],
  )
  return [filter, change, visao]
}
