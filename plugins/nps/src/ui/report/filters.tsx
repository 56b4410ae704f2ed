import { Button, DateField, Field, Select, useWords } from '@recado/sdk/ui'
import type { Report, ReportPart } from '../../report/report.ts'
import { lastDays, type ReportFilter } from './use-report.ts'

const spans = [7, 30, 90, 365] as const

/** Survey, days, queue, user and connection of the report. */
export function Filters({
  filter,
  report,
  error,
  onChange,
}: {
  filter: ReportFilter
  report: Report | undefined
  error: string | undefined
  onChange(change: Partial<ReportFilter>): void
}) {
  const { t } = useWords()
  const parts = (rows: readonly ReportPart[] | undefined, chosen: string, any: string) => [
    { value: '', label: any },
    ...(rows ?? []).map(({ id, name }) => ({ value: id ?? 'none', label: name || t('report.nobody') })),
    // What was chosen stays, though nothing of it is left in other days.
    ...(chosen !== '' && !(rows ?? []).some(({ id }) => (id ?? 'none') === chosen)
      ? [{ value: chosen, label: t('report.chosen') }]
      : []),
  ]
  return (
    <div role="search" aria-label={t('report.filters')} className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        <Field label={t('report.survey')} className="col-span-2 lg:col-span-1">
          <Select
            value={report?.survey?.id ?? filter.surveyId}
            options={(report?.surveys ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            disabled={(report?.surveys.length ?? 0) === 0}
            onValueChange={(surveyId) => onChange({ surveyId })}
          />
        </Field>
        <DateField
          label={t('report.from')}
          value={filter.from}
          error={error}
          onValueChange={(from) => onChange({ from: from ?? '' })}
        />
        <DateField label={t('report.to')} value={filter.to} onValueChange={(to) => onChange({ to: to ?? '' })} />
        <Field label={t('report.queue')}>
          <Select
            value={filter.queueId}
            options={parts(report?.queues, filter.queueId, t('report.anyQueue'))}
            onValueChange={(queueId) => onChange({ queueId })}
          />
        </Field>
        <Field label={t('report.user')}>
          <Select
            value={filter.userId}
            options={parts(report?.users, filter.userId, t('report.anyUser'))}
            onValueChange={(userId) => onChange({ userId })}
          />
        </Field>
        <Field label={t('report.connection')} className="col-span-2 lg:col-span-1">
          <Select
            value={filter.connectionId}
            options={parts(report?.connections, filter.connectionId, t('report.anyConnection'))}
            onValueChange={(connectionId) => onChange({ connectionId })}
          />
        </Field>
      </div>
      <div role="group" aria-label={t('report.spans')} className="flex flex-wrap gap-2">
        {spans.map((days) => {
          const span = lastDays(days)
          const isChosen = filter.from === span.from && filter.to === span.to
          return (
            <Button
              key={days}
              size="small"
              variant={isChosen ? 'primary' : 'secondary'}
              aria-pressed={isChosen}
              onClick={() => onChange(span)}
            >
              {t('report.lastDays', { days })}
            </Button>
          )
        })}
      </div>
    </div>
  )
}
