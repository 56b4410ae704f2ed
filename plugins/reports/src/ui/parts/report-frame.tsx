import { PageHeader, useWords } from '@recado/sdk/ui'
import type { ReactNode } from 'react'
import { BackToReports } from './back-to-reports.tsx'

interface ReportFrameProps {
  /** Begins the words of the report. */
  name: string
  filters: ReactNode
  children: ReactNode
}

/** A report's page: where it belongs, what it is, its filters, and below them what it found. */
export function ReportFrame({ name, filters, children }: ReportFrameProps) {
  const { t } = useWords()
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-6 md:px-8 md:py-8 print:max-w-none print:p-0">
      <div className="flex flex-col gap-2">
        <BackToReports />
        <PageHeader className="mb-0" title={t(`${name}.title`)} description={t(`${name}.sentence`)} />
      </div>
      <div
        role="search"
        aria-label={t('report.filters')}
        className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 print:hidden"
      >
        {filters}
      </div>
      {children}
    </div>
  )
}
