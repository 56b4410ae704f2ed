import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import type { PluginInfo } from '../../base/contracts.ts'
import { registerPluginWords } from '../../base/i18n/plugin-words.ts'

/** All installed plugins; their texts are registered here, since the manifest knows only those that are enabled. */
export function usePlugins(enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: keys.plugins,
    enabled,
    queryFn: async ({ signal }) => {
      const { plugins } = await api.get<{ plugins: PluginInfo[] }>('/api/plugins', { signal })
      registerPluginWords(plugins)
      return plugins
    },
  })
}

export interface PluginChange {
  id: string
  enabled?: boolean
  settings?: Record<string, unknown>
}

/** `PUT /api/plugins/{id}`. Enabled plugins decide menus and slots, so the manifest is fetched again. */
export function usePluginChange() {
  const api = useApi()
  const queries = useQueryClient()
  const { t, i18n } = useTranslation('settings')
  return useMutation({
    mutationFn: ({ id, ...change }: PluginChange) => api.put<PluginInfo>(`/api/plugins/${id}`, change),
    onSuccess: (changed, { enabled }) => {
      queries.setQueryData<PluginInfo[]>(keys.plugins, (rows) =>
        rows?.map((row) => (row.id === changed.id ? changed : row)),
      )
      if (enabled !== undefined) void queries.invalidateQueries({ queryKey: keys.manifest })
      const name = changed.title[i18n.language] ?? changed.id
      if (changed.untested) toast.info(t('plugins.untested'))
      toast.success(
        enabled === undefined ? t('plugins.saved') : t(enabled ? 'plugins.turnedOn' : 'plugins.turnedOff', { name }),
      )
    },
  })
}
