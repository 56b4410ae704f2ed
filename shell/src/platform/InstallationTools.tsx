import { Badge, Button, ConfirmDialog, EmptyState, ErrorState, Skeleton, Table, useNumberFormat } from '@recado/sdk/ui'
import { CircleCheck, Eraser } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../app/report-failure.ts'
import { Section } from './Section.tsx'
import { useJobs, useTools, type FailedJob, type JobsPage } from './use-system-info.ts'

const badgeTones: Readonly<Record<string, 'danger' | 'warning' | 'accent'>> = {
  failed: 'danger',
  retry: 'warning',
  running: 'accent',
}

/** Caches and queues of the whole installation (S7-098, S7-099). What cannot be brought back is asked first. */
export function InstallationTools() {
  const { t } = useTranslation('platform')
  const jobs = useJobs()
  const { clear, retry, discard } = useTools()
  const [asking, setAsking] = useState<'clear' | FailedJob | null>(null)
  const close = () => setAsking(null)
  const pages = jobs.data?.pages ?? []
  const failed = pages.flatMap((page) => page.failed)
  return (
    <>
      <Section
        title={t('tools.title')}
        description={t('tools.detail')}
        aside={
          <Button icon={<Eraser size={14} />} onClick={() => setAsking('clear')}>
            {t('tools.clear')}
          </Button>
        }
      >
        {jobs.isPending && <Skeleton lines={4} />}
        {jobs.isError && <ErrorState what={t('jobs.what')} error={jobs.error} onRetry={() => void jobs.refetch()} />}
        {pages[0] && <Counts counts={pages[0].counts} />}
      </Section>
      {failed.length > 0 && (
        <Section title={t('jobs.failed')} description={t('jobs.failedDetail')}>
          <ul className="flex flex-col divide-y divide-line">
            {failed.map((job) => (
              <li key={job.id} className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
                <FailedJobFacts job={job} />
                <span className="flex gap-2">
                  <Button
                    size="small"
                    busy={retry.isPending && retry.variables === job.id}
                    onClick={() => retry.mutate(job.id, { onError: reportFailure })}
                  >
                    {t('jobs.retry')}
                  </Button>
                  <Button size="small" variant="ghost" onClick={() => setAsking(job)}>
                    {t('jobs.discard')}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
          {jobs.hasNextPage && (
            <Button
              size="small"
              className="self-start"
              busy={jobs.isFetchingNextPage}
              onClick={() => void jobs.fetchNextPage()}
            >
              {t('jobs.more')}
            </Button>
          )}
        </Section>
      )}
      {asking === 'clear' && (
        <ConfirmDialog
          tone="neutral"
          title={t('tools.clearTitle')}
          description={t('tools.clearDetail')}
          confirmLabel={t('tools.clear')}
          open
          onOpenChange={close}
          onConfirm={() => clear.mutateAsync()}
        />
      )}
      {asking !== null && asking !== 'clear' && (
        <ConfirmDialog
          title={t('jobs.discardTitle')}
          description={t('jobs.discardDetail', { task: asking.task })}
          confirmLabel={t('jobs.discard')}
          open
          onOpenChange={close}
          onConfirm={() => discard.mutateAsync(asking.id)}
        />
      )}
    </>
  )
}

function FailedJobFacts({ job }: { job: FailedJob }) {
  const { t, i18n } = useTranslation('platform')
  const at = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(job.failedAt),
  )
  return (
    <div className="min-w-0 flex-1 text-list">
      <p className="font-medium break-words" translate="no">
        {job.task}
      </p>
      {job.reason && (
        <p className="mt-0.5 break-words text-danger" translate="no">
          {job.reason}
        </p>
      )}
      <p className="mt-0.5 text-ink-muted">
        <time dateTime={job.failedAt}>{at}</time> · {t('jobs.attempts', { count: job.attempts })}
      </p>
    </div>
  )
}

function Counts({ counts }: { counts: JobsPage['counts'] }) {
  const { t, i18n } = useTranslation('platform')
  const { whole } = useNumberFormat()
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
  if (counts.length === 0)
    return (
      <EmptyState icon={<CircleCheck size={20} />} title={t('jobs.none')}>
        {t('jobs.noneDetail')}
      </EmptyState>
    )
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
