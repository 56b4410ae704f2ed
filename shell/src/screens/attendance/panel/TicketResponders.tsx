import { Button, ErrorState, Skeleton, usePermission } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../../base/ui/TimeAgo.tsx'
import type { NamedResponder, Ticket } from '../../../base/contracts.ts'
import { useGiveBack, useTicketResponders } from '../../../data/responders/use-responders.ts'

/** Which automatic answer has the ticket, what comes next, and what was decided, latest first. */
export function TicketResponders({ ticket }: { ticket: Ticket }) {
  const { t, i18n } = useTranslation('attendance')
  const query = useTicketResponders(ticket.id, ticket.updatedAt)
  const giveBack = useGiveBack(ticket.id)
  const mayGiveBack = usePermission('tickets.write')
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
  const at = (instant: string): string => time.format(new Date(instant))
  const titleOf = ({ plugin, pluginTitle }: NamedResponder): string =>
    pluginTitle?.[i18n.language] ?? pluginTitle?.['en'] ?? plugin
  if (query.isError)
    return <ErrorState what={t('responders.what')} error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={2} />
  const { current, next, decisions } = query.data
  const first = mayGiveBack ? query.data.first : null
  if (!current && !first && decisions.length === 0)
    return <p className="text-list text-ink-muted">{t('responders.none')}</p>
  return (
    <div className="flex flex-col gap-2 text-list">
      {current && (
        <div>
          <p className="font-medium break-words">{titleOf(current)}</p>
          <p className="text-xs text-ink-muted">
            {t('responders.current', { since: at(current.since) })}{' '}
            {t('responders.until', { until: at(current.until) })}{' '}
            {next.length > 0
              ? t('responders.next', { names: next.map(titleOf).join(', ') })
              : t('responders.nextPeople')}
          </p>
        </div>
      )}
      {first && (
        <div className="flex flex-col items-start gap-1">
          <Button size="small" busy={giveBack.isPending} onClick={() => giveBack.mutate()}>
            {t('responders.giveBack')}
          </Button>
          <p className="text-xs text-ink-muted">{t('responders.giveBackHelp', { name: titleOf(first) })}</p>
        </div>
      )}
      <ul className="flex flex-col gap-1.5">
        {decisions.map((decision) => (
          <li key={`${decision.at} ${decision.plugin} ${decision.outcome}`} className="leading-tight">
            <p className="break-words">
              {titleOf(decision)} {t(`responders.outcome.${decision.outcome}`)}
            </p>
            {decision.note !== null && <p className="text-xs break-words text-ink-muted">{decision.note}</p>}
            <TimeAgo at={decision.at} className="text-xs text-ink-muted tabular-nums" />
          </li>
        ))}
      </ul>
    </div>
  )
}
