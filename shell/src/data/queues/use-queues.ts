import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'
import type { Queue } from '../../base/contracts.ts'

/** The company's queues, switched-off ones included. */
export function useQueues(): readonly Queue[] {
  const api = useApi()
  return useQuery({ queryKey: keys.queues, queryFn: ({ signal }) => api.get<Queue[]>('/queue', { signal }) }).data ?? []
}
