import { useApi, useViewer } from '@recado/sdk/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showTicket } from '../attendance/use-ticket.ts'
import type { Contact, Ticket } from '../contracts.ts'

export interface NewTicket { contactId: string; channelId: string; queueId: string | null; status: 'open' | 'pending' }

/** `POST /tickets`. The dialog shows its refusals. */
export function useOpenTicket() {
  const api = useApi()
  const queries = useQueryClient()
  const { userId } = useViewer()
  return useMutation({
    mutationFn: (wanted: NewTicket) => api.post<Ticket>('/tickets', wanted),
    onSuccess: (ticket) => showTicket(queries, ticket, userId),
  })
}

export interface ContactDraft { name: string; number: string; email: string }

/** `POST /contacts`. */
export function useCreateContact() {
  const api = useApi()
  return useMutation({ mutationFn: ({ name, number, email }: ContactDraft) => api.post<Contact>('/contacts', { name: name.trim(), number: number.trim() || null, email: email.trim() || null }) })
}
