import { useApi } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { reportFailure } from '../../base/ui/report-failure.ts'
import type { Forwarded, Message } from '../../base/contracts.ts'

/**
 * The calls behind what agents do to messages. How each one ends comes as a push, like everything else about the
 * thread: an answer that is taken over too could be older than the push.
 */
export function useReact() {
  const api = useApi()
  return useMutation({
    mutationFn: ({ id, emoji }: { id: string; emoji: string | null }) =>
      api.post<Message>(`/messagesReaction/${id}`, { reaction: emoji }),
    onError: reportFailure,
  })
}

export function useEdit() {
  const api = useApi()
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: string }) => api.post<Message>(`/messagesEdit/${id}`, { body }),
  })
}

export function useDelete() {
  const api = useApi()
  return useMutation({ mutationFn: (id: string) => api.delete<Message>(`/messages/${id}`) })
}

export function useStopPoll() {
  const api = useApi()
  return useMutation({ mutationFn: (id: string) => api.post<Message>(`/messages/${id}/poll/stop`, {}) })
}

export interface ForwardTarget {
  readonly contactId: string
  readonly channelId: string
}

export function useForward() {
  const api = useApi()
  return useMutation({
    mutationFn: ({ messages, to }: { messages: readonly string[]; to: ForwardTarget }) =>
      api.post<Forwarded>('/forward-messages/', { messages, contact: to.contactId, channelId: to.channelId }),
  })
}
