import { Button, useApi } from '@recado/sdk/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OlderAsked } from '../../../base/contracts.ts'
import { keys } from '../../../base/query-keys.ts'
import { reportFailure } from '../../../base/ui/report-failure.ts'

/** Above the first message: asks the channel for what was said before. What it finds is shown in place. */
export function OlderInChannel({ ticketId }: { ticketId: string }) {
  const { t } = useTranslation('tickets')
  const api = useApi()
  const queries = useQueryClient()
  const ask = useMutation({
    mutationFn: () => api.post<OlderAsked>(`/messages/${ticketId}/older`),
    onSuccess: async ({ found }) => {
      if (found > 0) await queries.invalidateQueries({ queryKey: keys.thread(ticketId) })
    },
    onError: reportFailure,
  })
  const { data } = ask
  const said =
    data &&
    (data.outcome !== 'found'
      ? t(`older.${data.outcome}`)
      : data.found === 0
        ? t('older.nothing')
        : t('older.found', { count: data.found }))
  return (
    <div className="absolute inset-x-0 top-2 flex flex-wrap items-center justify-center gap-2 px-4 text-list">
      <Button size="small" icon={<History size={14} />} busy={ask.isPending} onClick={() => ask.mutate()}>
        {t(ask.isPending ? 'older.asking' : 'older.ask')}
      </Button>
      <span role="status" className="text-ink-muted">
        {said}
      </span>
    </div>
  )
}
