import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { InvitationStanding, UserInvite, UserRecord } from '../../base/contracts.ts'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'

/** Whether people can be invited by mail; asked while a form needs it. */
export function useInvitationStanding(enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: keys.invitationStanding,
    queryFn: ({ signal }) => api.get<InvitationStanding>('/users/invitations', { signal }),
    enabled,
  })
}

/** Invites somebody; the form shows its own failures. */
export function useInvite() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('people')
  return useMutation({
    mutationFn: (input: UserInvite) => api.post<UserRecord>('/users/invitations', input),
    onSuccess: ({ email }) => {
      void queries.invalidateQueries({ queryKey: keys.users })
      toast.success(t('invite.sent', { email }))
    },
  })
}

/** What is done with an invitation that waits. */
export function useInvitationActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('people')
  const changed = () => queries.invalidateQueries({ queryKey: keys.users })
  const again = useMutation({
    mutationFn: ({ id }: UserRecord) => api.post<UserRecord>(`/users/${id}/invitation`),
    onSuccess: ({ email }) => toast.success(t('invite.sent', { email })),
    onError: reportFailure,
    onSettled: () => void changed(),
  })
  const withdraw = useMutation({
    mutationFn: ({ id }: UserRecord) => api.delete(`/users/${id}/invitation`),
    onSuccess: (_answer, { name }) => toast.success(t('invite.withdrawn', { name })),
    onSettled: () => void changed(),
  })
  return { again, withdraw }
}
