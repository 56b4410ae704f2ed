import type { SlaThresholds } from '../../base/contracts.ts'
import { useCompanySettings } from './use-company.ts'

/**
 * Within how long the company wants to answer; null where it does not want to see it. A list asks once for all of its
 * rows.
 */
export function useSlaThresholds(): SlaThresholds | null {
  const { data: settings } = useCompanySettings()
  return settings?.slaColours ? settings.slaThresholds : null
}
