import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ConnectionPace, PaceSettings } from '../../base/contracts.ts'
import { keys } from '../../base/query-keys.ts'

/** Chats are begun while an administrator looks on. */
const lookedAtMs = 15_000

/** How many chats a connection may begin, and what holds it up. */
export function useConnectionPace(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: keys.connectionPace(id),
    queryFn: ({ signal }) => api.get<ConnectionPace>(`/whatsapp/${id}/pace`, { signal }),
    staleTime: 0,
    refetchInterval: lookedAtMs,
  })
}

/** What an administrator decides about it; dialogs show their own failures. */
export function usePaceActs(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('settings')
  const put = (pace: ConnectionPace) => queries.setQueryData(keys.connectionPace(id), pace)
  const change = useMutation({
    mutationFn: (settings: PaceSettings) => api.put<ConnectionPace>(`/whatsapp/${id}/pace`, settings),
    onSuccess: (pace) => {
      put(pace)
      toast.success(t('channels.pace.saved'))
    },
  })
  const resume = useMutation({
    mutationFn: () => api.delete<ConnectionPace>(`/whatsapp/${id}/pace/hold`),
    onSuccess: put,
  })
  return { change, resume }
}
