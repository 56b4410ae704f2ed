import { classNames } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { openTimeBetween, slaColourOf, type OpeningsSubject } from '../../base/contracts.ts'
import { minutesText } from '../../base/i18n/duration.ts'
import type { SlaPolicy } from '../../data/company/use-sla-thresholds.ts'
import { useNow } from '../../base/ui/use-now.ts'

/** Text colours of how long a customer has waited. */
export const waitingTones = { green: 'text-success', yellow: 'text-warning', red: 'text-danger' } as const

/**
 * How long a customer has been waiting: always a duration, in the company's colours where it wants them. `about`: whose
 * opening hours say how much of it counts for the colour; the duration is that of the clock on the wall.
 */
export function WaitingTime({
  since,
  thresholds,
  about,
}: {
  since: string
  thresholds: SlaPolicy | null
  about: OpeningsSubject
}) {
  const { t, i18n } = useTranslation('attendance')
  const now = useNow()
  const minutes = (ms: number): number => Math.max(0, Math.floor(ms / 60_000))
  const waited = minutes(now - Date.parse(since))
  const counted = thresholds && minutes(openTimeBetween(thresholds.openings, about, Date.parse(since), now))
  return (
    <time
      dateTime={since}
      title={t('sla.waiting', { time: minutesText(waited, i18n.language, 'long') })}
      className={classNames(
        'shrink-0 text-xs tabular-nums',
        thresholds && counted !== null
          ? `font-medium ${waitingTones[slaColourOf(counted, thresholds)]}`
          : 'text-ink-muted',
      )}
    >
      {waited < 1 ? t('list.now') : minutesText(waited, i18n.language, 'narrow')}
    </time>
  )
}
