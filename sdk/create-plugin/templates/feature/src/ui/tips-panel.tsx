import { EmptyState, ErrorState, Skeleton, useApi, useWords } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'

/** A section beside the conversation. It shows while it waits, when it fails and when there is nothing. */
export default function TipsPanel() {
  const api = useApi()
  const { t } = useWords()
  const answer = useQuery({
    queryKey: ['template-plugin', 'tips'],
    queryFn: ({ signal }) => api.get<{ tips: string[] }>('tips', { signal }),
  })
  if (answer.isPending) return <Skeleton lines={3} />
  if (answer.isError)
    return <ErrorState what={t('tips.title')} error={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data.tips.length === 0) return <EmptyState title={t('tips.none')} />
  return (
    <ul className="flex list-disc flex-col gap-2 pl-4 text-list">
      {answer.data.tips.map((tip) => (
        <li key={tip}>{tip}</li>
      ))}
    </ul>
  )
}
