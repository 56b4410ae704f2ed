import type { GroupMemberAct } from '@recado/sdk'
import { toast, useApi, useErrorText, useWords } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Group, GroupRules, Outcomes } from '../groups/group.ts'

interface Asking {
  readonly requests: readonly { readonly id: string; readonly phone: string | null; readonly at: string | null }[]
}

interface Channels {
  readonly channels: readonly { readonly id: string; readonly name: string; readonly isConnected: boolean }[]
}

const keyOf = (ticketId: string) => ['chat-groups', ticketId] as const
/** Opening a conversation again does not ask its provider again at once. */
const freshMs = 60_000
/** Requests to join come without notice. */
const requestsEveryMs = 60_000

/** The group of a conversation, as its provider tells it now. */
export function useGroup(ticketId: string) {
  const api = useApi()
  return useQuery({
    queryKey: keyOf(ticketId),
    queryFn: ({ signal }) => api.get<Group>(`tickets/${ticketId}/group`, { signal }),
    staleTime: freshMs,
    retry: false,
  })
}

/** The company's channels through which a group can be made; only asked for by who may make one. */
export function useGroupChannels(enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: ['chat-groups', 'channels'],
    queryFn: ({ signal }) => api.get<Channels>('channels', { signal }),
    enabled,
    staleTime: freshMs,
  })
}

/** Who asks to be let in; only administrators are told. */
export function useRequests(ticketId: string, enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...keyOf(ticketId), 'requests'],
    queryFn: ({ signal }) => api.get<Asking>(`tickets/${ticketId}/group/requests`, { signal }),
    enabled,
    refetchInterval: requestsEveryMs,
    retry: false,
  })
}

/** Changes of a group. A failure is shown by the form that asked, or as a message where there is none. */
export function useGroupActs(ticketId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useWords()
  const textOf = useErrorText()
  const path = `tickets/${ticketId}/group`
  const show = (group: Group): void => void queries.setQueryData(keyOf(ticketId), group)
  const again = () => queries.invalidateQueries({ queryKey: keyOf(ticketId) })
  const tell = (error: unknown): void => void toast.error(textOf(error))
  /** Those for whom it was not done, in a message. */
  const left = ({ people }: Outcomes): void => {
    const failed = people.filter(({ outcome }) => outcome !== 'done')
    const members = queries.getQueryData<Group>(keyOf(ticketId))?.members ?? []
    for (const { id, outcome } of failed.slice(0, 3)) {
      const name = members.find((member) => member.id === id)?.name
      toast.error(t(`outcome.${outcome}`, { who: name ?? id.replace(/@.*$/, '') }))
    }
    if (failed.length > 3) toast.error(t('outcome.more', { total: failed.length - 3 }))
  }
  return {
    change: useMutation({
      mutationFn: (change: { name: string; description: string }) => api.put<Group>(path, change),
      onSuccess: show,
    }),
    rules: useMutation({
      mutationFn: (rules: GroupRules) => api.patch<Group>(path, rules),
      onSuccess: show,
      onError: tell,
    }),
    picture: useMutation({
      mutationFn: async (file: File | null): Promise<void> => {
        if (file === null) return api.delete(`${path}/picture`)
        const form = new FormData()
        form.append('picture', file)
        await api.upload(`${path}/picture`, form)
      },
      onSuccess: () => toast.success(t('picture.changed')),
      onError: tell,
    }),
    members: useMutation({
      mutationFn: ({ act, people }: { act: GroupMemberAct; people: readonly string[] }) =>
        api.post<Outcomes>(`${path}/members`, { act, people }),
      onSuccess: (outcomes) => {
        left(outcomes)
        return again()
      },
    }),
    invitation: useMutation({
      mutationFn: (renew: boolean) => api.post<{ url: string }>(`${path}/invitation`, { renew }),
      onError: tell,
    }),
    decide: useMutation({
      mutationFn: ({ decision, people }: { decision: 'approve' | 'reject'; people: readonly string[] }) =>
        api.post<Outcomes>(`${path}/requests`, { decision, people }),
      onSuccess: (outcomes) => {
        left(outcomes)
        return again()
      },
      onError: tell,
    }),
    leave: useMutation({ mutationFn: () => api.delete(path), onSuccess: again }),
    tell,
  }
}
