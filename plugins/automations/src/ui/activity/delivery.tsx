import { Badge, useWords } from '@recado/sdk/ui'
import type { ShownDelivery } from '../../runs/firing.ts'
import { moment } from '../moments.ts'

const tones = { waiting: 'neutral', sent: 'success', failed: 'danger' } as const

/** What became of a webhook: its address, whether it arrived, and its last attempts with why they failed. */
export function Delivery({ delivery }: { delivery: ShownDelivery }) {
  const { t, i18n } = useWords()
  const outcomeOf = ({ outcome, status }: ShownDelivery['log'][number]): string =>
    t(`delivery.outcome.${outcome}`, { status: status ?? '' })
  return (
    <div className="flex w-full min-w-0 flex-col gap-1 text-xs text-ink-muted">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[delivery.state]}>{t(`delivery.state.${delivery.state}`)}</Badge>
        <span className="min-w-0 break-all">{delivery.url}</span>
        {delivery.nextAt !== null && delivery.attempts > 0 && (
          <span>{t('delivery.next', { when: moment(i18n.language, delivery.nextAt) })}</span>
        )}
      </p>
      {delivery.log.length > 0 && (
        <ol aria-label={t('delivery.attempts')} className="flex flex-col">
          {delivery.log.map((attempt) => (
            <li key={attempt.number} className="tabular-nums">
              {attempt.number}. {moment(i18n.language, attempt.at)} · {outcomeOf(attempt)} · {attempt.ms} ms
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
