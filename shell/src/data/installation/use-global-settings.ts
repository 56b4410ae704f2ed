import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { refreshPublicSettings } from './public-settings.ts'
import { keys } from '../../base/query-keys.ts'
import type { GlobalSecretKey, GlobalSettingValues, PluginGlobals, SecretHint } from '../../base/contracts.ts'
import { registerPluginWords } from '../../base/i18n/plugin-words.ts'

/** Settings of the installation as `GET /global-settings` gives them. */
export interface GlobalSettingsView {
  readonly values: GlobalSettingValues
  readonly secrets: Readonly<Record<GlobalSecretKey, SecretHint> & Record<string, SecretHint>>
  readonly plugins: readonly PluginGlobals[]
}
/** Edited values, and newly typed secrets. */
export type GlobalForm = GlobalSettingValues & { [K in GlobalSecretKey]?: string | null }

export function useGlobalSettings() {
  const api = useApi()
  return useQuery({
    queryKey: keys.globalSettings,
    queryFn: async ({ signal }) => {
      const view = await api.get<GlobalSettingsView>('/global-settings', { signal })
      registerPluginWords(view.plugins)
      return view
    },
  })
}

/** `PUT /global-settings` with what changed. Name, logo and the like are seen everywhere at once. */
export function useGlobalSettingsChange() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('platform')
  return useMutation({
    mutationFn: (changes: Partial<GlobalForm>) => api.put<GlobalSettingsView>('/global-settings', changes),
    onSuccess: (view) => {
      queries.setQueryData(keys.globalSettings, view)
      void refreshPublicSettings()
      toast.success(t('saved'))
    },
  })
}
