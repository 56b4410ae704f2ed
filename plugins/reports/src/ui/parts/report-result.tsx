import { Button, EmptyState, ErrorState, Icon, Skeleton, Table, useWords } from '@recado/sdk/ui'
import type { ReactNode } from 'react'

/** What is being read, a page at a time. */
interface Reading {
  readonly isPending: boolean
  readonly isError: boolean
  readonly isPlaceholderData: boolean
  readonly error: unknown
  refetch(): unknown
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

interface ReportResultProps<Row> {
  name: string
  icon: string
  list: Reading
  rows: readonly Row[]
  columns: readonly string[]
  /** Why nothing is asked yet; undefined while something is. */
  missing: string | undefined
  actions: ReactNode
  cell(column: string, row: Row): ReactNode
  onClear(): void
}

/** Loading, failed, nothing asked, nothing found, or the rows with what can be done with them. */
export function ReportResult<Row extends { readonly id: string }>({
  name,
  icon,
  list,
  rows,
  columns,
  missing,
  actions,
  cell,
  onClear,
}: ReportResultProps<Row>) {
  const { t } = useWords()
  if (missing !== undefined) return <EmptyState icon={<Icon name={icon} />} title={missing} />
  if (list.isPending)
    return (
      <div className="flex flex-col gap-2">
        <Skeleton height="2rem" className="rounded-lg" />
        <Skeleton height="12rem" className="rounded-lg" />
      </div>
    )
  if (list.isError) return <ErrorState what={t('report.what')} error={list.error} onRetry={() => void list.refetch()} />
  if (rows.length === 0)
    return (
      <EmptyState
        icon={<Icon name={icon} />}
        title={t('report.none')}
        action={<Button onClick={onClear}>{t('report.clear')}</Button>}
      >
        {t('report.noneHelp')}
      </EmptyState>
    )
  return (
    <section aria-busy={list.isPlaceholderData} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-list text-ink-muted tabular-nums">
          {t(list.hasNextPage ? 'report.shownOfMore' : 'report.shown', { rows: rows.length })}
        </p>
        {actions}
      </div>
      <Table label={t(`${name}.title`)}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="whitespace-nowrap">
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column} className="tabular-nums">
                  {cell(column, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {list.hasNextPage && (
        <Button
          className="self-center print:hidden"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('report.more')}
        </Button>
      )}
    </section>
  )
}
