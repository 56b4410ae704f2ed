import { classNames } from '@recado/sdk/ui'
import type { OpeningsSubject } from '../../base/contracts.ts'
import type { SlaPolicy } from '../../data/company/use-sla-thresholds.ts'
import { useWaited } from './use-waited.ts'

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
  const { text, spoken, tone } = useWaited(thresholds)(since, about)
  return (
    <time
      dateTime={since}
      title={spoken}
      className={classNames('shrink-0 text-xs tabular-nums', tone ? `font-medium ${tone}` : 'text-ink-muted')}
    >
      {text}
    </time>
  )
}
