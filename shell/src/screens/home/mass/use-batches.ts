import { toast, useApi } from '@recado/sdk/ui'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../../base/query-keys.ts'
import { reportFailure } from '../../../base/ui/report-failure.ts'
import type { TicketBatch, TicketBatchFilter, TicketBatchOrder, TicketBatchPreview } from '../../../base/contracts.ts'

/** Polling interval of a running batch, in milliseconds. */
const lookEveryMs = 1_500

export function useBatches() {
  const api = useApi()
  return useQuery({
    queryKey: keys.ticketBatches,
    queryFn: ({ signal }) => api.get<TicketBatch[]>('/ticket-batches', { signal }),
    refetchInterval: ({ state }) => (state.data?.some((batch) => batch.state === 'running') ? lookEveryMs : false),
  })
}

/** Number of matching tickets now. */
export function useBatchPreview(filter: TicketBatchFilter) {
  const api = useApi()
  return useQuery({
    queryKey: keys.ticketBatchPreview(filter),
    queryFn: ({ signal }) => api.post<TicketBatchPreview>('/ticket-batches/preview', filter, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The dialog shows the refusals of a start. */
export function useBatchActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('tickets')
  const changed = () => queries.invalidateQueries({ queryKey: keys.ticketBatches, exact: true })
  const start = useMutation({
    mutationFn: (order: TicketBatchOrder) => api.post<TicketBatch>('/ticket-batches', order),
    onSuccess: () => {
      void changed()
      toast.success(t('mass.started'))
    },
  })
  const cancel = useMutation({
    mutationFn: (id: string) => api.post(`/ticket-batches/${id}/cancel`),
    onSettled: changed,
    onError: reportFailure,
  })
  return { start, cancel }
}
