import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../../base/query-keys.ts'
import type { PluginPublisher } from '../../../base/contracts.ts'

export function usePublishers() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('settings')
  const renew = () => queries.invalidateQueries({ queryKey: keys.pluginPublishers })
  const publishers = useQuery({
    queryKey: keys.pluginPublishers,
    queryFn: async ({ signal }) =>
      (await api.get<{ publishers: PluginPublisher[] }>('/plugins/publishers', { signal })).publishers,
  })
  const trust = useMutation({
    mutationFn: (publisher: { name: string; publicKey: string }) =>
      api.post<PluginPublisher>('/plugins/publishers', publisher),
    onSuccess: async ({ name }) => {
      await renew()
      toast.success(t('plugins.publishers.added', { name }))
    },
  })
  const distrust = useMutation({
    mutationFn: ({ fingerprint }: PluginPublisher) => api.delete(`/plugins/publishers/${fingerprint}`),
    onSuccess: async (_answer, { name }) => {
      await renew()
      toast.success(t('plugins.publishers.removed', { name }))
    },
  })
  return { publishers, trust, distrust }
}
