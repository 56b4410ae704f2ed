import {
  ApiError,
  Button,
  DateField,
  EmptyState,
  ErrorState,
  Field,
  NoPermission,
  PageHeader,
  Select,
  Skeleton,
} from '@recado/sdk/ui'
import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { perLocale } from '../../base/i18n/per-locale.ts'
import { TimeAgo } from '../../base/ui/TimeAgo.tsx'
import { reportFailure } from '../../base/ui/report-failure.ts'
import type { AuditEntry } from '../../base/contracts.ts'
import { actionChoices, actionWords, factsOf } from './audit-words.ts'
import { Integrity } from './Integrity.tsx'
import { useTrail, useTrailExport, wholeTrail, type TrailFilter } from './use-audit.ts'
import { useColleagues } from '../../data/users/use-colleagues.ts'

/** `/configuracoes/auditoria`: the audit trail, its verification, and its export. */
export function Audit() {
  const { t } = useTranslation('privacy')
  const [filter, setFilter] = useState(wholeTrail)
  const trail = useTrail(filter)
  const csv = useTrailExport(filter)
  const entries = trail.data?.pages.flatMap((page) => page.entries) ?? []
  const filtered = Object.values(filter).some((value) => value !== '')
  const clear = <Button onClick={() => setFilter(wholeTrail)}>{t('audit.clear')}</Button>

  if (ApiError.is(trail.error) && trail.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader
          className="mb-0"
          title={t('audit.title')}
          description={t('audit.description')}
          actions={
            <Button
              icon={<Download size={16} />}
              busy={csv.isPending}
              disabled={entries.length === 0}
              onClick={() => csv.mutate(undefined, { onError: reportFailure })}
            >
              {t('audit.export')}
            </Button>
          }
        />
        <Integrity />
        <Filters filter={filter} onChange={setFilter} />
        <section aria-label={t('audit.title')} aria-busy={trail.isFetching} className="flex flex-col gap-3">
          {trail.isPending && <Skeleton lines={8} />}
          {trail.isError && (
            <ErrorState what={t('audit.what')} error={trail.error} onRetry={() => void trail.refetch()} />
          )}
          {trail.isSuccess &&
            entries.length === 0 &&
            (filtered ? (
              <EmptyState icon={<ScrollText size={22} />} title={t('audit.noneFound')} action={clear}>
                {t('audit.noneFoundDetail')}
              </EmptyState>
            ) : (
              <EmptyState icon={<ScrollText size={22} />} title={t('audit.none')}>
                {t('audit.noneDetail')}
              </EmptyState>
            ))}
          {entries.length > 0 && (
            <ol className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
              {entries.map((entry) => (
                <TrailEntry key={entry.id} entry={entry} />
              ))}
            </ol>
          )}
          {trail.hasNextPage && (
            <Button className="self-center" busy={trail.isFetchingNextPage} onClick={() => void trail.fetchNextPage()}>
              {t('audit.more')}
            </Button>
          )}
        </section>
      </div>
    </div>
  )
}

function Filters({ filter, onChange }: { filter: TrailFilter; onChange(filter: TrailFilter): void }) {
  const { t, i18n } = useTranslation('privacy')
  const colleagues = useColleagues()
  const set = (change: Partial<TrailFilter>) => onChange({ ...filter, ...change })
  return (
    <div role="group" aria-label={t('audit.filter')} className="grid gap-3 pane:grid-cols-4">
      <Field label={t('audit.user')}>
        <Select
          value={filter.userId}
          options={[
            { value: '', label: t('audit.anybody') },
            ...colleagues.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValueChange={(userId) => set({ userId })}
        />
      </Field>
      <Field label={t('audit.action')}>
        <Select
          value={filter.action}
          options={[{ value: '', label: t('audit.anything') }, ...actionChoices(i18n.language)]}
          onValueChange={(action) => set({ action })}
        />
      </Field>
      <Day
        label={t('audit.from')}
        value={filter.from}
        {...(filter.until && { max: filter.until })}
        onChange={(from) => set({ from })}
      />
      <Day
        label={t('audit.until')}
        value={filter.until}
        {...(filter.from && { min: filter.from })}
        onChange={(until) => set({ until })}
      />
    </div>
  )
}

/** A bound of the period; while a day is half typed the one before holds. */
function Day({
  value,
  onChange,
  ...field
}: {
  label: string
  value: string
  min?: string
  max?: string
  onChange(day: string): void
}) {
  const [isHalf, setHalf] = useState(false)
  const take = (day: string | null) => {
    setHalf(day === null)
    if (day !== null) onChange(day)
  }
  return <DateField {...field} value={isHalf ? null : value} onValueChange={take} />
}

/** To the second: what happened first can be told. */
const exact = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }))

function TrailEntry({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('privacy')
  const facts = factsOf(entry)
  const who = entry.user === null ? t('audit.system') : (entry.user.name ?? t('audit.outsider'))
  return (
    <li className="flex flex-col gap-1 px-4 py-3 text-list">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium">{actionWords(entry.action, i18n.language)}</span>
          {entry.subjectName !== null && entry.subjectName !== entry.user?.name && (
            <span className="text-ink-muted">: {entry.subjectName}</span>
          )}
        </span>
        <TimeAgo at={entry.at} className="shrink-0 text-xs text-ink-muted" />
      </p>
      <p className="text-ink-muted wrap-anywhere">{who}</p>
      <details className="text-xs text-ink-muted">
        <summary className="w-fit cursor-pointer rounded-sm py-1 hover:text-ink">{t('audit.details')}</summary>
        <dl className="mt-1 grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-1" translate="no">
          {[
            [t('audit.at'), exact(i18n.language).format(new Date(entry.at))] as const,
            [t('audit.subject'), entry.subject] as const,
            ...facts,
          ].map(([name, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd className="wrap-anywhere text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  )
}
