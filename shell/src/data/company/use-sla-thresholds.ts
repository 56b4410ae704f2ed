import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OpeningTimes, SlaThresholds } from '../../base/contracts.ts'
import { keys } from '../../base/query-keys.ts'
import { useCompanySettings } from './use-company.ts'

/** Within how long the company wants to answer. */
export interface SlaPolicy extends SlaThresholds {
  /** When it is open, where the time runs then alone; null where it always runs. */
  readonly openings: OpeningTimes
}

/** Hours change seldom; what a page knows of them reaches a week ahead. */
const freshMs = 10 * 60_000

/** Null where the company does not want to see it. A list asks once for all of its rows. */
export function useSlaThresholds(): SlaPolicy | null {
  const api = useApi()
  const { data: settings } = useCompanySettings()
  const openings = useQuery({
    queryKey: keys.openings,
    queryFn: async ({ signal }) => (await api.get<{ times: OpeningTimes }>('/openings', { signal })).times,
    enabled: settings !== undefined && settings.slaColours && settings.slaOpeningHours,
    staleTime: freshMs,
    refetchInterval: freshMs,
  })
  const isRunningAlways = settings?.slaOpeningHours !== true
  return useMemo(
    () =>
      settings?.slaColours
        ? { ...settings.slaThresholds, openings: isRunningAlways ? null : (openings.data ?? null) }
        : null,
    [settings, isRunningAlways, openings.data],
  )
}
