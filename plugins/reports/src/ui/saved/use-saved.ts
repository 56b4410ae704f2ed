import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewSavedReport, SavedReport, SavedReportChange, ScheduleChoice } from '../../saved/saved-report.ts'

const key = ['reports', 'saved']
/** While a letter is on its way, the page asks again this often. Milliseconds. */
const againMs = 5_000

export function useSaved() {
  const api = useApi()
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.get<{ reports: SavedReport[] }>('saved', { signal })).reports,
  })
}

/** Users to whom a report can be sent. */
export function useReaders() {
  const api = useApi()
  return useQuery({
    queryKey: ['reports', 'readers'],
    queryFn: async ({ signal }) =>
      (await api.get<{ users: { id: string; name: string }[] }>('readers', { signal })).users,
  })
}

/** The list again, and once more after the letters that were asked for have had time to leave. */
function useRefresh() {
  const client = useQueryClient()
  return async () => {
    setTimeout(() => void client.invalidateQueries({ queryKey: key }), againMs)
    await client.invalidateQueries({ queryKey: key })
  }
}

/** Changes of saved reports; each answers once the list is fresh. */
export function useSavedActs() {
  const api = useApi()
  const onSuccess = useRefresh()
  return {
    save: useMutation({ mutationFn: (report: NewSavedReport) => api.post<{ id: string }>('saved', report), onSuccess }),
    change: useMutation({
      mutationFn: ({ id, ...change }: SavedReportChange & { id: string }) => api.put(`saved/${id}`, change),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.delete(`saved/${id}`), onSuccess }),
    schedule: useMutation({
      mutationFn: ({ id, choice }: { id: string; choice: ScheduleChoice }) => api.put(`saved/${id}/schedule`, choice),
      onSuccess,
    }),
    stop: useMutation({ mutationFn: (id: string) => api.delete(`saved/${id}/schedule`), onSuccess }),
    send: useMutation({ mutationFn: (id: string) => api.post(`saved/${id}/schedule/send`, undefined), onSuccess }),
  }
}
