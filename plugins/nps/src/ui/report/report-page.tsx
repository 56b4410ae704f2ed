import {
  Button,
  EmptyState,
  ErrorState,
  Icon,
  NoPermission,
  PageHeader,
  Skeleton,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Answers } from './answers.tsx'
import { Distribution } from './distribution.tsx'
import { Filters } from './filters.tsx'
import { Parts } from './parts.tsx'
import { Summary } from './summary.tsx'
import { Trend } from './trend.tsx'
import { lastDays, useReport, type ReportFilter, type Slice } from './use-report.ts'

/** `/relatorios/nps` (S2-115): how contacts graded the company. */
export default function ReportPage() {
  return usePermission('read') ? <SurveyReport /> : <NoPermission />
}

function SurveyReport() {
  const { t } = useWords()
  const mayManage = usePermission('manage')
  const [filter, setFilter] = useState<ReportFilter>(() => ({
    surveyId: '',
    ...lastDays(30),
    queueId: '',
    userId: '',
    connectionId: '',
  }))
  const [slice, setSlice] = useState<{ readonly of: Slice; readonly name: string }>({ of: {}, name: '' })
  const list = useRef<HTMLHeadingElement>(null)
  const isValid = filter.from !== '' && filter.to !== '' && filter.from <= filter.to
  const report = useReport(filter, isValid)
  const data = report.data
  /** Shows the conversations of a number. */
  const open = (of: Slice, name: string) => {
    setSlice({ of, name })
    list.current?.focus()
    list.current?.scrollIntoView({ block: 'start' })
  }
  const change = (next: Partial<ReportFilter>) => {
    setFilter({ ...filter, ...next })
    setSlice({ of: {}, name: '' })
  }
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-6 md:px-8 md:py-8">
      <PageHeader className="mb-0" title={t('report.title')} description={t('report.description')} />
      {data?.survey !== null && (
        <Filters filter={filter} report={data} error={isValid ? undefined : t('report.badDays')} onChange={change} />
      )}
      {report.isPending && isValid && (
        <div className="flex flex-col gap-3">
          <Skeleton height="7rem" className="rounded-lg" />
          <Skeleton height="12rem" className="rounded-lg" />
        </div>
      )}
      {report.isError && (
        <ErrorState what={t('report.what')} error={report.error} onRetry={() => void report.refetch()} />
      )}
      {data && !data.survey && (
        <EmptyState
          icon={<Icon name="star" />}
          title={t('report.none')}
          action={
            mayManage && (
              <Link to={'/configuracoes/nps' as never} className="font-medium underline underline-offset-2">
                {t('report.toSettings')}
              </Link>
            )
          }
        >
          {t('report.noneHelp')}
        </EmptyState>
      )}
      {data?.survey && data.asked === 0 && (
        <EmptyState
          icon={<Icon name="star" />}
          title={t('report.noneAsked')}
          action={
            <Button onClick={() => change({ ...lastDays(365), queueId: '', userId: '', connectionId: '' })}>
              {t('report.widen')}
            </Button>
          }
        />
      )}
      {data?.survey && data.asked > 0 && (
        <>
          <Summary report={data} onOpen={open} />
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <Distribution report={data} onOpen={open} />
            <Trend report={data} onOpen={open} />
          </div>
          <div className="grid items-start gap-6 lg:grid-cols-3">
            <Parts
              title={t('report.queues')}
              none={t('report.noQueue')}
              kind={data.survey.kind}
              parts={data.queues}
              onOpen={(id, name) => open({ queueId: id, outcome: 'answered' }, name)}
            />
            <Parts
              title={t('report.users')}
              none={t('report.nobody')}
              kind={data.survey.kind}
              parts={data.users}
              onOpen={(id, name) => open({ userId: id, outcome: 'answered' }, name)}
            />
            <Parts
              title={t('report.connections')}
              none={t('report.nobody')}
              kind={data.survey.kind}
              parts={data.connections}
              onOpen={(id, name) => open({ connectionId: id, outcome: 'answered' }, name)}
            />
          </div>
          <Answers
            filter={{ ...filter, surveyId: data.survey.id }}
            slice={slice.of}
            name={slice.name}
            heading={list}
            isValid={isValid}
            onAll={() => setSlice({ of: {}, name: '' })}
          />
        </>
      )}
    </div>
  )
}
