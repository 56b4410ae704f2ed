import type { FailedJob } from '@recado/sdk/client'
import { Button, ConfirmDialog } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { useTools, type useJobs } from '../../data/installation/use-system-info.ts'

/** Failed jobs, each with its acts. Irreversible ones are confirmed first. */
export function FailedJobs({ jobs }: { jobs: ReturnType<typeof useJobs> }) {
  const { t } = useTranslation('platform')
  const { retry, discard } = useTools()
  const [asking, setAsking] = useState<FailedJob | null>(null)
  const failed = jobs.data?.pages.flatMap((page) => page.failed) ?? []
  return (
    <>
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
      {asking && (
        <ConfirmDialog
          title={t('jobs.discardTitle')}
          description={t('jobs.discardDetail', { task: asking.task })}
          confirmLabel={t('jobs.discard')}
          open
          onOpenChange={() => setAsking(null)}
          onConfirm={() => discard.mutateAsync(asking.id)}
        />
      )}
    </>
  )
}

function FailedJobFacts({ job }: { job: FailedJob }) {
  const { t, i18n } = useTranslation('platform')
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
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
        <time dateTime={job.failedAt}>{time.format(new Date(job.failedAt))}</time>
        {' · '}
        {t('jobs.attempts', { count: job.attempts })}
      </p>
    </div>
  )
}
