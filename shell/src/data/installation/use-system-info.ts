import type { JobsPage, SystemFacts } from '@recado/sdk/client'
import { toast, useApi } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'

export function useSystemInfo() {
  const api = useApi()
  return useQuery({
    queryKey: keys.systemInfo,
    queryFn: ({ signal }) => api.get<SystemFacts>('/system-info', { signal }),
  })
}

/** Queues change while one looks. Milliseconds. */
const lookAgainMs = 10_000

export function useJobs() {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.jobs,
    initialPageParam: null as string | null,
    refetchInterval: lookAgainMs,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => api.get<JobsPage>('/tools/jobs', { signal, query: { cursor: pageParam } }),
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** Acts of masters on caches and jobs. */
export function useTools() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('platform')
  const refresh = () => queries.invalidateQueries({ queryKey: keys.jobs })
  const clear = useMutation({
    mutationFn: () => api.post<{ jobs: number; deliveries: number }>('/tools/cache/clear', {}),
    onSuccess: ({ jobs, deliveries }) => toast.success(t('tools.cleared', { jobs, deliveries })),
    onSettled: refresh,
  })
  const retry = useMutation({
    mutationFn: (id: string) => api.post(`/tools/jobs/${id}/retry`, {}),
    onSuccess: () => toast.success(t('jobs.retried')),
    onSettled: refresh,
  })
  const discard = useMutation({
    mutationFn: (id: string) => api.post(`/tools/jobs/${id}/discard`, {}),
    onSuccess: () => toast.success(t('jobs.discarded')),
    onSettled: refresh,
  })
  return { clear, retry, discard }
}
