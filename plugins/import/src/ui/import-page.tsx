import {
  Button,
  EmptyState,
  ErrorState,
  Field,
  NoPermission,
  PageHeader,
  SchemaForm,
  Select,
  Skeleton,
  Tabs,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mapping } from '../run/run.ts'
import { MappingForm } from './mapping-form.tsx'
import { RunCard } from './run-card.tsx'
import { TableSource } from './table-source.tsx'
import { Problem } from './problem.tsx'
import { isAlive, useCheck, useRuns, useSaveSource, useSourceForm } from './use-import.ts'

/** `/configuracoes/importacao-zpro` (S2-090): what a company had in the system that it used before. */
export default function ImportPage() {
  return usePermission('manage') ? <Import /> : <NoPermission />
}

function Import() {
  const { t } = useWords()
  const runs = useRuns()
  // Kept while an import runs, when there is nothing to choose.
  const [source, setSource] = useState<SourceTab>('system')
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-8 px-4 py-6 md:px-8 md:py-8">
      <PageHeader className="mb-0" title={t('title')} description={t('description')} />
      {runs.data?.some(isAlive) !== true && <Sources open={source} onOpen={setSource} />}
      <section aria-labelledby="import-runs" className="flex flex-col gap-4">
        <h2 id="import-runs" className="text-lg font-semibold">
          {t('runs.title')}
        </h2>
        <Runs runs={runs} />
      </section>
    </div>
  )
}

function Runs({ runs }: { readonly runs: ReturnType<typeof useRuns> }) {
  const { t } = useWords()
  const { i18n } = useTranslation()
  if (runs.isPending) return <Skeleton lines={3} />
  if (runs.isError) return <ErrorState what={t('runs.what')} error={runs.error} onRetry={() => void runs.refetch()} />
  if (runs.data.length === 0) return <EmptyState title={t('runs.none')} />
  return runs.data.map((run) => <RunCard key={run.id} run={run} locale={i18n.language} />)
}

const sourceTabs = ['system', 'chatwoot', 'table'] as const
type SourceTab = (typeof sourceTabs)[number]

/** Another system, or a table of somebody's. */
function Sources({ open, onOpen }: { readonly open: SourceTab; onOpen(open: SourceTab): void }) {
  const { t } = useWords()
  return (
    <Tabs
      label={t('sources.title')}
      value={open}
      onValueChange={(value) => onOpen(value as SourceTab)}
      tabs={sourceTabs.map((value) => ({ value, label: t(`sources.${value}`) }))}
    >
      <div className="flex min-w-0 flex-col gap-8 pt-4">
        {open === 'table' ? (
          <TableSource />
        ) : (
          <Source key={open} from={open === 'chatwoot' ? 'chatwoot' : 'database'} />
        )}
      </div>
    </Tabs>
  )
}

/** Settings that are asked for; those of both sources come last. Chatwoot's address also says whose a database is. */
const asked = {
  chatwoot: ['url', 'account', 'token', 'filesUrl'],
  database: ['engine', 'host', 'port', 'database', 'user', 'password', 'tls', 'utcOffset', 'filesUrl', 'url'],
} as const satisfies Record<Mapping['from'], readonly string[]>

/** Where the old system is, what it holds, and what of it becomes what. */
function Source({ from }: { readonly from: Mapping['from'] }) {
  const { t } = useWords()
  const form = useSourceForm()
  const save = useSaveSource()
  const check = useCheck()
  const [company, setCompany] = useState<string | null>(null)
  if (form.isPending) return <Skeleton lines={6} />
  if (form.isError || form.data === undefined)
    return <ErrorState what={t('source.what')} error={form.error} onRetry={() => void form.refetch()} />
  const { form: known } = form.data
  const fields = asked[from].flatMap((name) => known.find((field) => field.name === name) ?? [])
  // The secret of the other source would be sent elsewhere with these settings; there is one source at a time.
  const shown: readonly string[] = asked[from]
  const forgotten = Object.fromEntries(
    Object.entries(form.data.secretsSet).flatMap(([name, state]) =>
      state && !shown.includes(name) ? [[name, null]] : [],
    ),
  )
  const found = check.data
  const mustChoose = found !== undefined && found.companies.length > 0 && company === null
  const look = (chosen: string | null) => {
    setCompany(chosen)
    check.mutate({ company: chosen, from })
  }
  return (
    <>
      <section aria-labelledby="import-source" className="flex flex-col gap-4">
        <h2 id="import-source" className="text-lg font-semibold">
          {t('source.title')}
        </h2>
        <p className="text-sm text-ink-muted">{t(`source.help.${from}`)}</p>
        <SchemaForm
          fields={fields}
          values={form.data.values}
          secretsSet={form.data.secretsSet}
          namespace="plugin.import"
          prefix="settings"
          submitLabel={t('source.save')}
          onSubmit={async (settings) => {
            check.reset()
            await save.mutateAsync({ ...form.data?.values, ...forgotten, ...settings })
            look(null)
          }}
          actions={
            <Button onClick={() => look(company)} disabled={check.isPending}>
              {t('source.check')}
            </Button>
          }
        />
        <p role="status">{check.isPending ? t('source.checking') : ''}</p>
        {check.isError && <Problem error={check.error} />}
        {found !== undefined && found.companies.length > 0 && (
          <Field label={t('source.company')} required>
            <Select
              value={company ?? ''}
              onValueChange={(chosen) => look(chosen || null)}
              options={[
                { value: '', label: t('source.choose') },
                ...found.companies.map(({ ref, name }) => ({ value: ref, label: name })),
              ]}
            />
          </Field>
        )}
      </section>
      {found !== undefined && !mustChoose && !check.isPending && (
        <MappingForm key={company ?? ''} check={found} from={from} company={company} />
      )}
    </>
  )
}
