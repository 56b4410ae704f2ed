import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import type { ConnectionDiagnostics } from '../../base/contracts.ts'
import { keys } from '../../base/query-keys.ts'

/** The report of a connection, as it stands when it is opened. */
export function useConnectionDiagnostics(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: keys.connectionDiagnostics(id),
    queryFn: ({ signal }) => api.get<ConnectionDiagnostics>(`/whatsapp/${id}/diagnostics`, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}
