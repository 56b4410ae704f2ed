import { classNames } from '@recado/sdk/ui'
import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../../base/contracts.ts'
import { openTimeBetween, slaOf } from '../../../base/contracts.ts'
import { minutesText } from '../../../base/i18n/duration.ts'
import { useNow } from '../../../base/ui/use-now.ts'
import type { SlaPolicy } from '../../../data/company/use-sla-thresholds.ts'
import { waitingTones } from '../../../parts/waiting/use-waited.ts'

/**
 * S4-128: how long is left to answer the customer, in colour and in words; nothing where nobody waits or nobody wants
 * to know.
 */
export function SlaMark({ ticket, thresholds }: { ticket: Ticket; thresholds: SlaPolicy | null }) {
  return thresholds && <TimeLeft ticket={ticket} thresholds={thresholds} />
}

function TimeLeft({ ticket, thresholds }: { ticket: Ticket; thresholds: SlaPolicy }) {
  const { t, i18n } = useTranslation('attendance')
  const now = useNow()
  const state = slaOf(ticket, thresholds, now, (since) => openTimeBetween(thresholds.openings, ticket, since, now))
  if (!state) return null
  const left = minutesText(Math.abs(state.leftMinutes), i18n.language, 'long')
  const words =
    `${t('sla.waiting', { time: minutesText(state.waitedMinutes, i18n.language, 'long') })} ` +
    `(${t(`sla.colour.${state.colour}`)}). ${t(state.leftMinutes < 0 ? 'sla.over' : 'sla.left', { time: left })}`
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center gap-0.5 text-xs font-medium tabular-nums',
        waitingTones[state.colour],
      )}
      role="img"
      aria-label={words}
      title={words}
    >
      <Clock size={12} aria-hidden />
      {state.leftMinutes < 0 && '−'}
      {minutesText(Math.abs(state.leftMinutes), i18n.language, 'narrow')}
    </span>
  )
}
