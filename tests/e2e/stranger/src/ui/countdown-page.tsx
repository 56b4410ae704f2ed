import { ErrorState, PageHeader, Skeleton, useApi, useWords } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'

/** Shows what its own server says, in its own words. */
export default function CountdownPage() {
  const { t } = useWords()
  const api = useApi()
  const left = useQuery({ queryKey: ['countdown'], queryFn: () => api.get<{ days: number }>('left') })
  return (
    <div className="p-6">
      <PageHeader title={t('title')} />
      {left.isPending && <Skeleton lines={1} />}
      {left.isError && <ErrorState what={t('title')} error={left.error} onRetry={() => void left.refetch()} />}
      {left.data && <p>{t('left', { days: left.data.days })}</p>}
    </div>
  )
}
