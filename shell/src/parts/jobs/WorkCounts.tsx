import { Badge, EmptyState, Table, useNumberFormat } from '@recado/sdk/ui'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { WorkCount } from '@recado/sdk/client'

const badgeTones: Readonly<Record<string, 'danger' | 'warning' | 'accent'>> = {
  failed: 'danger',
  retry: 'warning',
  running: 'accent',
}

/** Counts of waiting, running and failed work. */
export function WorkCounts({ counts }: { counts: readonly WorkCount[] }) {
  const { t, i18n } = useTranslation('platform')
  const { whole } = useNumberFormat()
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
  if (counts.length === 0) {
    return (
      <EmptyState icon={<CircleCheck size={20} />} title={t('jobs.none')}>
        {t('jobs.noneDetail')}
      </EmptyState>
    )
  }
  return (
    <Table label={t('jobs.title')}>
      <thead>
        <tr>
          <th scope="col">{t('jobs.queue')}</th>
          <th scope="col">{t('jobs.state')}</th>
          <th scope="col">{t('jobs.count')}</th>
          <th scope="col">{t('jobs.oldest')}</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ queue, state, count, oldest }) => (
          <tr key={`${queue} ${state}`}>
            <td>
              {queue.startsWith('job:') ? <span translate="no">{queue.slice(4)}</span> : t(`jobs.queues.${queue}`)}
            </td>
            <td>
              <Badge tone={badgeTones[state] ?? 'neutral'}>{t(`jobs.states.${state}`)}</Badge>
            </td>
            <td className="tabular-nums">{whole(count)}</td>
            <td className="tabular-nums">{oldest && <time dateTime={oldest}>{time.format(new Date(oldest))}</time>}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
