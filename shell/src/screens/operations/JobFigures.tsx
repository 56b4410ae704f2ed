import { ErrorState, Skeleton } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { FailedJobs } from '../../parts/jobs/FailedJobs.tsx'
import { useJobs } from '../../data/installation/use-system-info.ts'
import { WorkCounts } from '../../parts/jobs/WorkCounts.tsx'
import type { OperationsStatus } from '@recado/sdk/client'
import { Part } from './Part.tsx'

/** Work that is done by itself, and what of it was given up. */
export function JobFigures({ status: { jobs } }: { status: OperationsStatus }) {
  return (
    <Part name="jobs" value={jobs}>
      {(counts) => (
        <>
          <WorkCounts counts={counts} />
          {counts.some(({ state }) => state === 'failed') && <Failed />}
        </>
      )}
    </Part>
  )
}

function Failed() {
  const { t } = useTranslation('platform')
  const jobs = useJobs()
  // The last one may have gone since the figures were read.
  if (jobs.isSuccess && jobs.data.pages.every(({ failed }) => failed.length === 0)) return null
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-list font-semibold">{t('jobs.failed')}</h3>
      {jobs.isPending && <Skeleton lines={2} />}
      {jobs.isError && <ErrorState what={t('jobs.what')} error={jobs.error} onRetry={() => void jobs.refetch()} />}
      <FailedJobs jobs={jobs} />
    </div>
  )
}
