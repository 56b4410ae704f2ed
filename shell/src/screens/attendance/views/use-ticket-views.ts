import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../../base/query-keys.ts'
import { reportFailure } from '../../../base/ui/report-failure.ts'
import type { TicketView, TicketViewCount, TicketViewInput } from '../../../base/contracts.ts'

export function useTicketViews() {
  const api = useApi()
  return useQuery({
    queryKey: keys.ticketViews,
    queryFn: ({ signal }) => api.get<TicketView[]>('/ticket-views', { signal }),
  })
}

/** Fetched again with the other counts, whenever a push may have changed them. */
export function useTicketViewCounts(enabled: boolean): ReadonlyMap<string, TicketViewCount> {
  const api = useApi()
  const { data } = useQuery({
    queryKey: keys.ticketViewCounts,
    queryFn: ({ signal }) => api.get<TicketViewCount[]>('/ticket-views/counts', { signal }),
    enabled,
  })
  return new Map(data?.map((count) => [count.id, count]))
}

/** Saving, ordering and deleting; a form shows its own failures. */
export function useTicketViewActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('attendance')
  const changed = () => {
    for (const queryKey of [keys.ticketViews, keys.ticketViewCounts]) void queries.invalidateQueries({ queryKey })
  }
  const save = useMutation({
    mutationFn: ({ id, ...input }: TicketViewInput & { id?: string }) =>
      id === undefined
        ? api.post<TicketView>('/ticket-views', input)
        : api.put<TicketView>(`/ticket-views/${id}`, input),
    onSuccess: (view) => {
      queries.setQueryData<TicketView[]>(
        keys.ticketViews,
        (views) => views && [...views.filter((one) => one.id !== view.id), view],
      )
      changed()
      toast.success(t('views.saved', { name: view.name }))
    },
  })
  const order = useMutation({
    mutationFn: (ids: readonly string[]) => api.put<TicketView[]>('/ticket-views/order', { ids }),
    onMutate: (ids) =>
      queries.setQueryData<TicketView[]>(
        keys.ticketViews,
        (views) => views && ids.flatMap((id) => views.filter((view) => view.id === id)),
      ),
    onSuccess: (views) => queries.setQueryData(keys.ticketViews, views),
    onError: (error) => {
      reportFailure(error)
      changed()
    },
  })
  const restore = useMutation({
    mutationFn: (id: string) => api.post(`/ticket-views/${id}/restore`, {}),
    onSuccess: changed,
    onError: reportFailure,
  })
  const { mutate: bringBack } = restore
  const remove = useMutation({
    mutationFn: ({ id }: TicketView) => api.delete(`/ticket-views/${id}`),
    onSuccess: (_answer, { id, name }) => {
      changed()
      toast.success(t('views.deleted', { name }), { action: { label: t('views.undo'), onClick: () => bringBack(id) } })
    },
    onError: reportFailure,
  })
  return { save, order, remove }
}
