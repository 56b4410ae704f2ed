import { Button, ConfirmDialog, ErrorState, Skeleton } from '@recado/sdk/ui'
import { Eraser } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailedJobs } from '../../parts/jobs/FailedJobs.tsx'
import { Section } from '../../base/forms/Section.tsx'
import { useJobs, useTools } from '../../data/installation/use-system-info.ts'
import { WorkCounts } from '../../parts/jobs/WorkCounts.tsx'

/** Caches and queues of the whole installation (S7-098, S7-099). */
export function InstallationTools() {
  const { t } = useTranslation('platform')
  const jobs = useJobs()
  const { clear } = useTools()
  const [isClearing, setClearing] = useState(false)
  const pages = jobs.data?.pages ?? []
  const clearing = (
    <Button icon={<Eraser size={14} />} onClick={() => setClearing(true)}>
      {t('tools.clear')}
    </Button>
  )
  return (
    <>
      <Section title={t('tools.title')} description={t('tools.detail')} aside={clearing}>
        {jobs.isPending && <Skeleton lines={4} />}
        {jobs.isError && <ErrorState what={t('jobs.what')} error={jobs.error} onRetry={() => void jobs.refetch()} />}
        {pages[0] && <WorkCounts counts={pages[0].counts} />}
      </Section>
      {pages.some((page) => page.failed.length > 0) && (
        <Section title={t('jobs.failed')} description={t('jobs.failedDetail')}>
          <FailedJobs jobs={jobs} />
        </Section>
      )}
      {isClearing && (
        <ConfirmDialog
          tone="neutral"
          title={t('tools.clearTitle')}
          description={t('tools.clearDetail')}
          confirmLabel={t('tools.clear')}
          open
          onOpenChange={setClearing}
          onConfirm={() => clear.mutateAsync()}
        />
      )}
    </>
  )
}
