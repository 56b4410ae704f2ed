import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../app/query-keys.ts'
import { useWorkplace } from '../../app/workplace-context.ts'
import type { ScheduledMessages } from '../../contracts.ts'
import { postMessage, type PostedMessage } from '../../messages/post-message.ts'
import { dropScheduled } from '../../messages/scheduled.ts'

/** What waits for its time in a conversation (S2-055); pushes keep it up to date. */
export function useScheduled(ticketId: string) {
  const api = useApi()
  return useQuery({ queryKey: keys.scheduled(ticketId), queryFn: ({ signal }) => api.get<ScheduledMessages>(`/messages/${ticketId}/scheduled`, { signal }) })
}

/** Leaves a message to the server, which sends it at its time. The entry itself comes as a push. */
export function useSchedule() {
  const api = useApi()
  const { uploads } = useWorkplace()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (message: PostedMessage & { scheduleDate: string }) => postMessage({ api, uploads }, message),
    onSuccess: (_done, { ticketId, files }) => {
      uploads.release(files)
      return queries.invalidateQueries({ queryKey: keys.scheduled(ticketId) })
    },
  })
}

export function useScheduledChange(ticketId: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...change }: { id: string; body?: string; scheduleDate?: string }) => api.put(`/scheduled-messages/${id}`, change),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.scheduled(ticketId) }),
  })
}

export function useScheduledCancel(ticketId: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete(`/scheduled-messages/${id}`),
    onSuccess: (_done, id) => queries.setQueryData<ScheduledMessages>(keys.scheduled(ticketId), (list) => list && dropScheduled(list, id)),
  })
}
