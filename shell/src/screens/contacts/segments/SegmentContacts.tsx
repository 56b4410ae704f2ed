import { ApiError, Button, EmptyState, ErrorState, NoPermission, Skeleton } from '@recado/sdk/ui'
import { useNavigate, useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Contacts } from '../Contacts.tsx'
import { useSegments } from '../../../data/segments/use-segments.ts'

/** `/contatos/segmento/:id`: the list of contacts, narrowed as the segment says. */
export function SegmentContacts() {
  const { t } = useTranslation('contacts')
  const navigate = useNavigate()
  const { segmentId } = useParams({ strict: false })
  const query = useSegments()
  const segment = query.data?.find(({ id }) => id === segmentId)
  if (segment) return <Contacts key={segment.id} segment={segment} />
  if (ApiError.is(query.error) && query.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="flex h-full flex-col p-6">
      {query.isPending && <Skeleton height="100%" className="rounded-lg" />}
      {query.isError && (
        <ErrorState what={t('segment.what')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && (
        <EmptyState
          icon={<SearchX size={22} />}
          title={t('errors:ERR_NO_SEGMENT_FOUND')}
          action={<Button onClick={() => void navigate({ to: '/contatos' })}>{t('segment.all')}</Button>}
        >
          {t('errors:ERR_NO_SEGMENT_FOUND_detail')}
        </EmptyState>
      )}
    </div>
  )
}
