import { toast, useApi } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import type { Queue, QueueMembersChange, QueueOverview, QueueOverviewPage, QueueRules } from '../../base/contracts.ts'

/** Editable fields of a queue. */
export type QueueDraft = Omit<Queue, 'id'> & QueueRules

export function useQueueOverview(searchParam: string) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.queueOverview(searchParam),
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.get<QueueOverviewPage>('/queue/overview', { signal, query: { searchParam, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** Acts on a queue. Forms and dialogs show their own failures; switching shows a notice. */
export function useQueueActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('queues')
  const changed = () =>
    Promise.all([keys.queues, keys.users].map((queryKey) => queries.invalidateQueries({ queryKey })))
  /** The queue, then its people. `id` of a queue that is there already; `onSaved` is told before the people are. */
  const save = useMutation({
    async mutationFn({
      id,
      draft,
      people,
      onSaved,
    }: {
      id: string | undefined
      draft: QueueDraft
      people: QueueMembersChange
      onSaved(id: string): void
    }) {
      const saved =
        id === undefined ? await api.post<Queue>('/queue', draft) : await api.put<Queue>(`/queue/${id}`, draft)
      onSaved(saved.id)
      if ((people.add?.length ?? 0) + (people.remove?.length ?? 0) > 0)
        await api.put(`/queue/${saved.id}/users`, people)
      return saved
    },
    onSuccess: ({ queue }) => toast.success(t('queues.saved', { name: queue })),
    onSettled: changed,
  })
  const turn = useMutation({
    mutationFn: ({ queue: { id, queue }, isActive }: { queue: QueueOverview; isActive: boolean }) =>
      api.put<Queue>(`/queue/${id}`, { queue, isActive }),
    onSuccess: ({ queue, isActive }) =>
      toast.success(t(isActive ? 'queues.activated' : 'queues.deactivated', { name: queue })),
    onSettled: changed,
  })
  const remove = useMutation({
    mutationFn: ({ id }: QueueOverview) => api.delete(`/queue/${id}`),
    onSuccess: (_answer, { queue }) => {
      toast.success(t('queues.deleted', { name: queue }))
      return changed()
    },
  })
  return {
    save,
    turn,
    remove,
    switchTo: (queue: QueueOverview, isActive: boolean) => turn.mutate({ queue, isActive }, { onError: reportFailure }),
  }
}
