import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { refreshPublicSettings } from './public-settings.ts'
import { keys } from '../../base/query-keys.ts'
import type { FormField, Locale } from '../../base/contracts.ts'
import { registerPluginWords } from '../../base/i18n/plugin-words.ts'

export interface Video {
  readonly title: string
  readonly url: string
}
export interface PrivacyNotice {
  readonly version: number
  readonly text: Partial<Record<Locale, string>>
}
type Text = string | null

/** Core's settings of the installation as `GET /global-settings` gives them. */
export interface GlobalValues {
  applicationName: string
  logoUrl: Text
  homeUrl: Text
  builderUrl: Text
  videos: readonly Video[]
  loginFormPosition: 'left' | 'center' | 'right'
  termsUrl: Text
  disableRegisterButton: boolean
  captchaMode: 'suspicious' | 'always'
  captchaKey: Text
  privacyNotice: PrivacyNotice | null
  smtpHost: Text
  smtpPort: number
  smtpSecurity: 'tls' | 'starttls' | 'none'
  smtpUser: Text
  smtpFrom: Text
  smtpFromName: Text
  maxConnections: number | null
  maxStorage: number | null
  deliveryMode: 'queue' | 'direct' | 'rabbitmq'
  disableUserCreation: boolean
  keepMessagesDays: number | null
  keepDeliveriesDays: number | null
  keepTicketLogDays: number | null
  keepAuditDays: number | null
  keepEventsDays: number
  licenceIssuers: readonly string[]
}
export type GlobalSecret = 'smtpPassword'
/** Facts about a stored secret. `sentTo` are the settings that decide where it is sent. */
export interface SecretHint {
  readonly set: boolean
  readonly last4: string | null
  readonly sentTo: readonly string[]
}
/** A plugin with settings of its own among these: their form, and the secret with a database to test. */
export interface PluginGlobals {
  readonly id: string
  readonly title: Readonly<Record<string, string>>
  readonly description: Readonly<Record<string, string>>
  readonly namespace: string
  readonly locales: Readonly<Record<string, string>>
  readonly errors: readonly string[]
  readonly form: readonly FormField[]
  readonly database: string | null
}
export interface GlobalSettingsView {
  readonly values: GlobalValues
  readonly secrets: Readonly<Record<GlobalSecret, SecretHint> & Record<string, SecretHint>>
  readonly plugins: readonly PluginGlobals[]
}
/** Edited values, and newly typed secrets. */
export type GlobalForm = GlobalValues & { [K in GlobalSecret]?: string | null }

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
