import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import type { TicketCounts } from '../../base/contracts.ts'
import { keys } from '../../base/query-keys.ts'

/** Counts of the tabs, the home page and the queues, one reading for all who show them; pushes keep it up to date. */
export function useTicketCounts() {
  const api = useApi()
  return useQuery({
    queryKey: keys.counts,
    queryFn: ({ signal }) => api.get<TicketCounts>('/messages/count-all', { signal }),
  })
}
