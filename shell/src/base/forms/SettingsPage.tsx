import { ApiError, ErrorState, NoPermission, PageHeader, Skeleton } from '@recado/sdk/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Loading {
  readonly isPending: boolean
  readonly isError: boolean
  readonly error: unknown
  refetch(): unknown
}

/** A page of settings in each of its states: loading, failed, not for this person, there. */
export function SettingsPage({
  title,
  description,
  what,
  query,
  actions,
  children,
}: {
  title: string
  description: string
  what: string
  query: Loading
  actions?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation()
  if (ApiError.is(query.error) && query.error.code === 'ERR_NO_PERMISSION')
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader className="mb-0" title={title} description={description} actions={actions} />
        {query.isError && <ErrorState what={what} error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && (
          <div role="status" aria-label={t('loading')} className="flex flex-col gap-4">
            <Skeleton height="10rem" className="rounded-lg" />
            <Skeleton height="14rem" className="rounded-lg" />
          </div>
        )}
        {!query.isPending && !query.isError && children}
      </div>
    </div>
  )
}
