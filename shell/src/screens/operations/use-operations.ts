import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { quietHeader } from '../../base/api/signed-in-fetch.ts'
import { keys } from '../../base/query-keys.ts'
import type { OperationsStatus } from '@recado/sdk/client'

/** The server reads again after three seconds. Milliseconds. */
const lookAgainMs = 5_000

/** State of the installation, polled while the page is visible. A failed reading leaves the last one. */
export function useOperationsStatus() {
  const api = useApi()
  return useQuery({
    queryKey: keys.operationsStatus,
    staleTime: 0,
    retry: false,
    refetchInterval: lookAgainMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    queryFn: ({ signal }) =>
      api.get<OperationsStatus>('/operations/status', { signal, headers: { [quietHeader]: '1' } }),
  })
}
