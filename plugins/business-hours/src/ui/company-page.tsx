import {
  Badge,
  Button,
  ErrorState,
  NoPermission,
  PageHeader,
  Skeleton,
  toast,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import type { Rule } from '../rules/rule.ts'
import { HoursFields, newDraft, useHoursForm } from './hours-form.tsx'
import { useNow, useRules } from './use-hours.ts'

/** `/configuracoes/horario` (S2-074): the company's own hours and what customers are told outside them. */
export default function CompanyPage() {
  return usePermission('manage') ? <Company /> : <NoPermission />
}

function Company() {
  const { t } = useWords()
  const query = useRules()
  const rule = query.data?.rules.find(({ type }) => type === 'global')
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader className="mb-0" title={t('company.title')} description={t('company.description')} />
      {query.isPending && <Skeleton height="20rem" className="rounded-lg" />}
      {query.isError && (
        <ErrorState what={t('company.what')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <>
          <NowLine />
          {!rule && <p className="text-list text-ink-muted">{t('company.none')}</p>}
          {/* Drawn anew when it was saved for the first time, so that it is changed from then on. */}
          <CompanyForm key={rule?.id ?? 'new'} rule={rule} timeZone={query.data.timeZone} />
        </>
      )}
    </div>
  )
}

/** Whether the company is open at this moment, why, and until when. */
function NowLine() {
  const { t } = useWords()
  const { i18n } = useTranslation()
  const { data } = useNow()
  if (!data) return null
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
  return (
    <p className="flex flex-wrap items-center gap-2 text-list">
      <Badge tone={data.open ? 'accent' : 'warning'}>{t(data.open ? 'now.open' : 'now.closed')}</Badge>
      {data.because !== null && <span>{data.because}</span>}
      {data.changesAt !== null && (
        <span className="text-ink-muted">
          {t(data.open ? 'now.closesAt' : 'now.opensAt', { at: when.format(new Date(data.changesAt)) })}
        </span>
      )}
    </p>
  )
}

function CompanyForm({ rule, timeZone }: { rule: Rule | undefined; timeZone: string }) {
  const { t } = useWords()
  const form = useHoursForm(rule, newDraft('global'))
  return (
    <form
      noValidate
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(() => toast.success(t('company.saved')))
      }}
    >
      <p className="text-xs text-ink-muted">{t('company.zone', { zone: timeZone.replaceAll('_', ' ') })}</p>
      <HoursFields form={form} />
      <Button type="submit" variant="primary" className="self-start" busy={form.isSaving}>
        {t('form.save')}
      </Button>
    </form>
  )
}
