import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../../base/query-keys.ts'
import { useWorkplace } from '../../../data/workplace/workplace-context.ts'
import type { ScheduledMessages } from '../../../base/contracts.ts'
import { postMessage, type PostedMessage } from '../../../data/messages/post-message.ts'
import { dropScheduled } from '../../../data/messages/scheduled.ts'

/** Scheduled messages of a conversation (S2-055); pushes keep them up to date. */
export function useScheduled(ticketId: string) {
  const api = useApi()
  return useQuery({
    queryKey: keys.scheduled(ticketId),
    queryFn: ({ signal }) => api.get<ScheduledMessages>(`/messages/${ticketId}/scheduled`, { signal }),
  })
}

/**
 * Leaves a message to the server, which sends it at its time. The entry itself comes as a push. Files can take a while:
 * texts and attachments of the meantime stay, and the draft is removed even if the user has switched to another
 * conversation.
 */
export function useSchedule() {
  const { t, i18n } = useTranslation('attendance')
  const api = useApi()
  const { drafts, attachments, uploads } = useWorkplace()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (message: PostedMessage & { scheduleDate: string }) => postMessage({ api, uploads }, message),
    onSuccess: (_done, { ticketId, body, files, scheduleDate }) => {
      const left = attachments.of(ticketId).files.filter((file) => !files.includes(file))
      attachments.change(ticketId, { files: left })
      drafts.set(ticketId, {
        ...(drafts.of(ticketId).trim() === body && { text: '' }),
        ...(left.length === 0 && { files: [], uploads: [] }),
      })
      uploads.release(files)
      toast.success(
        t('schedule.done', {
          at: new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
            new Date(scheduleDate),
          ),
        }),
      )
      return queries.invalidateQueries({ queryKey: keys.scheduled(ticketId) })
    },
  })
}

export function useScheduledChange(ticketId: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...change }: { id: string; body?: string; scheduleDate?: string }) =>
      api.put(`/scheduled-messages/${id}`, change),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.scheduled(ticketId) }),
  })
}

export function useScheduledCancel(ticketId: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete(`/scheduled-messages/${id}`),
    onSuccess: (_done, id) =>
      queries.setQueryData<ScheduledMessages>(keys.scheduled(ticketId), (list) => list && dropScheduled(list, id)),
  })
}
