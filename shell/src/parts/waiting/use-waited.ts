import { useTranslation } from 'react-i18next'
import { openTimeBetween, slaColourOf, type OpeningsSubject } from '../../base/contracts.ts'
import { minutesText } from '../../base/i18n/duration.ts'
import { useNow } from '../../base/ui/use-now.ts'
import type { SlaPolicy } from '../../data/company/use-sla-thresholds.ts'

/** Text colours of how long a customer has waited. */
export const waitingTones = { green: 'text-success', yellow: 'text-warning', red: 'text-danger' } as const

export interface Waited {
  /** Short, as beside a name. */
  readonly text: string
  /** The same in words. */
  readonly spoken: string
  /** Class of its colour; undefined where the company wants none. */
  readonly tone: string | undefined
}

/** How long customers have waited, to the minute: see {@link WaitingTime}. */
export function useWaited(thresholds: SlaPolicy | null): (since: string, about: OpeningsSubject) => Waited {
  const { t, i18n } = useTranslation('attendance')
  const now = useNow()
  const minutes = (ms: number): number => Math.max(0, Math.floor(ms / 60_000))
  return (since, about) => {
    const waited = minutes(now - Date.parse(since))
    const counted = thresholds && minutes(openTimeBetween(thresholds.openings, about, Date.parse(since), now))
    return {
      text: waited < 1 ? t('list.now') : minutesText(waited, i18n.language, 'narrow'),
      spoken: t('sla.waiting', { time: minutesText(waited, i18n.language, 'long') }),
      tone: thresholds && counted !== null ? waitingTones[slaColourOf(counted, thresholds)] : undefined,
    }
  }
}
