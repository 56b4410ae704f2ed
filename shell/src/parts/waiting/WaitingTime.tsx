import { classNames } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { slaColourOf, type SlaThresholds } from '../../base/contracts.ts'
import { minutesText } from '../../base/i18n/duration.ts'
import { useNow } from '../../base/ui/use-now.ts'

/** Text colours of how long a customer has waited. */
export const waitingTones = { green: 'text-success', yellow: 'text-warning', red: 'text-danger' } as const

/** How long a customer has been waiting: always a duration, in the company's colours where it wants them. */
export function WaitingTime({ since, thresholds }: { since: string; thresholds: SlaThresholds | null }) {
  const { t, i18n } = useTranslation('attendance')
  const waited = Math.max(0, Math.floor((useNow() - Date.parse(since)) / 60_000))
  return (
    <time
      dateTime={since}
      title={t('sla.waiting', { time: minutesText(waited, i18n.language, 'long') })}
      className={classNames(
        'shrink-0 text-xs tabular-nums',
        thresholds ? `font-medium ${waitingTones[slaColourOf(waited, thresholds)]}` : 'text-ink-muted',
      )}
    >
      {waited < 1 ? t('list.now') : minutesText(waited, i18n.language, 'narrow')}
    </time>
  )
}
