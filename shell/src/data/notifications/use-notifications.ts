import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import type { NotificationChoice } from '../../base/contracts.ts'

/** GET /notifications: the user's choice, and whether this browser may be notified. */
export interface NotificationState {
  readonly choice: NotificationChoice
  readonly push: { readonly publicKey: string; readonly active: boolean }
}

export function useNotifications() {
  const api = useApi()
  return useQuery({
    queryKey: keys.notifications,
    queryFn: ({ signal }) => api.get<NotificationState>('/notifications', { signal }),
  })
}

/** Takes effect at once, on the screen too; a refusal shows again what the server has. */
export function useChoose(): (choice: NotificationChoice) => void {
  const api = useApi()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    // One after the other: the last choice is the one that stays.
    scope: { id: 'notification-choice' },
    mutationFn: (choice: NotificationChoice) => api.put<NotificationChoice>('/notifications/choice', choice),
    onError: (error) => {
      reportFailure(error)
      void queries.invalidateQueries({ queryKey: keys.notifications })
    },
  })
  return (choice) => {
    // Before the call, which may have to wait for the previous one; a pending answer is outdated.
    void queries.cancelQueries({ queryKey: keys.notifications })
    queries.setQueryData<NotificationState>(keys.notifications, (state) => state && { ...state, choice })
    mutate(choice)
  }
}
