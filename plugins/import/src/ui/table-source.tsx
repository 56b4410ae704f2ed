import { Button, ErrorState, Field, Input, Skeleton, useNumberFormat, useWords } from '@recado/sdk/ui'
import { Problem } from './problem.tsx'
import { TableColumns } from './table-columns.tsx'
import { useTableActs, useTables } from './use-import.ts'

/** A table of tickets and messages: uploaded, and then told what its columns are. */
export function TableSource() {
  const { t } = useWords()
  const format = useNumberFormat()
  const tables = useTables()
  const { upload, discard } = useTableActs()
  if (tables.isPending) return <Skeleton lines={4} />
  if (tables.isError)
    return <ErrorState what={t('table.what')} error={tables.error} onRetry={() => void tables.refetch()} />
  const [table] = tables.data
  const problem = upload.error ?? discard.error
  return (
    <section aria-labelledby="import-table" className="flex min-w-0 flex-col gap-4">
      <h2 id="import-table" className="text-lg font-semibold">
        {t('table.title')}
      </h2>
      <p className="text-sm text-ink-muted">{t('table.help')}</p>
      {table === undefined ? (
        <Field label={t('table.file')} help={t('table.fileHelp')}>
          <Input
            type="file"
            accept=".csv,.tsv,.txt,.xlsx"
            disabled={upload.isPending}
            onChange={({ target }) => {
              const file = target.files?.[0]
              target.value = ''
              if (file) upload.mutate(file)
            }}
          />
        </Field>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 grow wrap-anywhere">
            {t('table.uploaded', { name: table.name, rows: format.whole(table.rows) })}
          </p>
          <Button size="small" disabled={discard.isPending} onClick={() => discard.mutate(table.id)}>
            {t('table.discard')}
          </Button>
        </div>
      )}
      <p role="status">{upload.isPending ? t('table.uploading') : ''}</p>
      {problem !== null && <Problem error={problem} />}
      {table !== undefined && <TableColumns key={table.id} table={table} />}
    </section>
  )
}
