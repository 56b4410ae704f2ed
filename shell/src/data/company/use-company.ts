import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import type { CompanySettingKeyOf, CompanySettings, Locale } from '../../base/contracts.ts'

export interface CompanyProfile {
  name: string
  timeZone: string
  locale: Locale
  /** Names it in the paths of its public pages; null for none. */
  publicAddress: string | null
}

export function useCompany() {
  const api = useApi()
  return useQuery({ queryKey: keys.company, queryFn: ({ signal }) => api.get<CompanyProfile>('/company', { signal }) })
}

export function useCompanyChange() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (profile: CompanyProfile) => api.put<CompanyProfile>('/company', profile),
    onSuccess: (profile) => {
      queries.setQueryData(keys.company, profile)
    },
  })
}

interface Row {
  readonly key: string
  readonly value: unknown
}
/** The family's words for yes and no. */
const read = (value: unknown): unknown => (value === 'enabled' ? true : value === 'disabled' ? false : value)

export function useCompanySettings() {
  const api = useApi()
  return useQuery({
    queryKey: keys.settings,
    queryFn: async ({ signal }) =>
      Object.fromEntries(
        (await api.get<Row[]>('/settings', { signal })).map(({ key, value }) => [key, read(value)]),
      ) as unknown as CompanySettings,
  })
}

/** `PUT /settings/{key}`, one call for each changed setting, in order: the first refusal stops. */
export function useCompanySettingsChange() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (changes: Partial<CompanySettings>) => {
      for (const [key, value] of Object.entries(changes)) await api.put(`/settings/${key}`, { value })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.settings }),
  })
}

/** A switch that takes effect at once and can be taken back from its notice. */
export function useInstantSwitch() {
  const queries = useQueryClient()
  const change = useCompanySettingsChange()
  const { t } = useTranslation('platform')
  const turn = (key: CompanySettingKeyOf<'toggle'>, value: boolean, isUndo = false): void => {
    const show = (shown: boolean) =>
      queries.setQueryData<CompanySettings>(keys.settings, (known) => known && { ...known, [key]: shown })
    show(value)
    change.mutate(
      { [key]: value },
      {
        onSuccess: () =>
          toast.success(t(value ? 'general.turnedOn' : 'general.turnedOff', { setting: t(`general.${key}.label`) }), {
            id: `setting-${key}`,
            ...(isUndo ? {} : { action: { label: t('undo'), onClick: () => turn(key, !value, true) } }),
          }),
        onError: (failure) => {
          show(!value)
          reportFailure(failure)
        },
      },
    )
  }
  return (key: CompanySettingKeyOf<'toggle'>, value: boolean) => turn(key, value)
}
