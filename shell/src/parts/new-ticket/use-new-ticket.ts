import { ApiError, useApi, useViewer } from '@recado/sdk/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hideTicket, showTicket } from '../../data/tickets/use-ticket.ts'
import type { Contact, Ticket } from '../../base/contracts.ts'

export interface NewTicket {
  contactId: string
  channelId: string
  queueId: string | null
  status: 'open' | 'pending'
}

/**
 * `POST /tickets`. The dialog shows its refusals. A ticket that waits for others may be invisible to its creator:
 * `isSeen` is false then.
 */
export function useOpenTicket() {
  const api = useApi()
  const queries = useQueryClient()
  const { userId } = useViewer()
  return useMutation({
    mutationFn: async (wanted: NewTicket) => {
      const ticket = await api.post<Ticket>('/tickets', wanted)
      const isSeen =
        ticket.userId === userId ||
        (await api.get<Ticket>(`/tickets/${ticket.id}`).then(
          () => true,
          (error: unknown) => !(ApiError.is(error) && error.status === 404),
        ))
      return { ticket, isSeen }
    },
    onSuccess: ({ ticket, isSeen }) => {
      if (isSeen) showTicket(queries, ticket, userId)
      else hideTicket(queries, ticket.id)
    },
  })
}

export interface ContactDraft {
  name: string
  number: string
  email: string
}

/** `POST /contacts`. */
export function useCreateContact() {
  const api = useApi()
  return useMutation({
    mutationFn: ({ name, number, email }: ContactDraft) =>
      api.post<Contact>('/contacts', { name: name.trim(), number: number.trim() || null, email: email.trim() || null }),
  })
}
