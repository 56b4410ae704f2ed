import { ErrorState, Skeleton, useApi, useNumberFormat, useTicketNews, useWords } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import type { TicketUsage as Used } from '../../usage/routes.ts'
import { useCostText } from '../cost-text.ts'

/** What models were asked about a conversation: tokens, and what they cost where that is known. */
export function TicketUsage({ ticketId }: { ticketId: string }) {
  const { t } = useWords()
  const api = useApi()
  const format = useNumberFormat()
  const { cost } = useCostText()
  const used = useQuery({
    queryKey: ['ai', 'usage', ticketId],
    queryFn: ({ signal }) => api.get<Used>(`usage/${ticketId}`, { signal }),
    refetchOnMount: 'always',
  })
  useTicketNews(ticketId, () => void used.refetch())
  if (used.isPending) return <Skeleton lines={1} />
  if (used.isError)
    return <ErrorState what={t('ticketUsage.title')} error={used.error} onRetry={() => void used.refetch()} />
  const { asked, tokens } = used.data
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-list font-medium">{t('ticketUsage.title')}</h3>
      {asked === 0 ? (
        <p className="text-list text-ink-muted">{t('ticketUsage.none')}</p>
      ) : (
        <>
          <p className="text-list tabular-nums">
            {t('ticketUsage.tokens', { count: tokens, tokens: format.whole(tokens) })}
            {used.data.cost && <> · {cost(used.data.cost)}</>}
          </p>
          <p className="text-xs text-ink-muted">{t('ticketUsage.asked', { count: asked })}</p>
        </>
      )}
    </section>
  )
}
