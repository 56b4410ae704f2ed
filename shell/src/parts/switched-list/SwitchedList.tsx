import {
  ApiError,
  Button,
  EmptyState,
  ErrorState,
  Field,
  Input,
  NoPermission,
  PageHeader,
  Skeleton,
} from '@recado/sdk/ui'
import { Plus, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { maxSearchLength } from '../../base/contracts.ts'

interface SwitchedListProps<Row> {
  /** Where its words are among those of queues and tags. */
  kind: 'queues' | 'tags'
  icon: ReactNode
  /** The query that reads the list in pages. */
  query: {
    isPending: boolean
    isError: boolean
    isSuccess: boolean
    error: unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    refetch(): unknown
    fetchNextPage(): unknown
  }
  rows: readonly Row[]
  search: string
  /** Classes of the list. */
  className: string
  /** A sentence above the search. */
  note?: ReactNode
  onSearch(search: string): void
  onAdd(): void
  /** Draws a row. */
  children(row: Row): ReactNode
}

/** A page of the settings with what is coloured, named and switched on and off: a search, the list, its states. */
export function SwitchedList<Row extends { readonly id: string }>({
  kind,
  icon,
  query,
  rows,
  search,
  className,
  note,
  onSearch,
  onAdd,
  children,
}: SwitchedListProps<Row>) {
  const { t } = useTranslation('queues')
  const add = (
    <Button variant="primary" icon={<Plus size={16} />} onClick={onAdd}>
      {t(`${kind}.add`)}
    </Button>
  )
  if (ApiError.is(query.error) && query.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader className="mb-0" title={t(`${kind}.title`)} description={t(`${kind}.description`)} actions={add} />
        {note}
        <Field label={t('search')} hideLabel>
          <Input
            type="search"
            placeholder={t('search')}
            value={search}
            maxLength={maxSearchLength}
            autoComplete="off"
            onChange={(event) => onSearch(event.target.value)}
          />
        </Field>
        {query.isPending && <Skeleton height="12rem" className="rounded-lg" />}
        {query.isError && (
          <ErrorState what={t(`${kind}.what`)} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.isSuccess &&
          rows.length === 0 &&
          (search.trim() === '' ? (
            <EmptyState icon={icon} title={t(`${kind}.none`)} action={add}>
              {t(`${kind}.noneDetail`)}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<SearchX size={22} />}
              title={t('nothingFound')}
              action={<Button onClick={() => onSearch('')}>{t('clear')}</Button>}
            />
          ))}
        <ul aria-label={t(`${kind}.title`)} className={className}>
          {rows.map((row) => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </ul>
        {query.hasNextPage && (
          <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </div>
    </div>
  )
}
