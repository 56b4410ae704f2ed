import { toast, useApi, useTicketNews } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Words } from '../../words/words-store.ts'

const keyOf = (ticketId: string) => ['ai', 'words', ticketId] as const

/** Transcripts and translations of a ticket's messages: one call for all of them. */
export function useWordsOf(ticketId: string) {
  const api = useApi()
  return useQuery({
    queryKey: keyOf(ticketId),
    queryFn: ({ signal }) => api.get<{ words: Words[] }>(`words/${ticketId}`, { signal }),
    staleTime: 60_000,
  })
}

/** Fetches them again when the server says that there are new ones. Once for each conversation. */
export function useWordsNews(ticketId: string): void {
  const queries = useQueryClient()
  useTicketNews(ticketId, () => void queries.invalidateQueries({ queryKey: keyOf(ticketId) }))
}

function useMade(ticketId: string, make: (messageId: string) => Promise<Words>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: make,
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(ticketId) }),
  })
}

export function useTranscribe(ticketId: string) {
  const api = useApi()
  return useMade(ticketId, (messageId) => api.post<Words>(`/messages/${messageId}/transcribe`))
}

export function useTranslate(ticketId: string, to: string) {
  const api = useApi()
  return useMade(ticketId, (messageId) => api.post<Words>(`messages/${messageId}/translate`, { to }))
}

/** Tells the server what a translation was made of that is taken into the draft. Without it the message has none. */
export function useKeepWritten(ticketId: string): (written: { text: string; translation: string }) => void {
  const api = useApi()
  const { mutate } = useMutation({
    mutationFn: (written: { text: string; translation: string }) => api.put(`written/${ticketId}`, written),
    onError: (error) => toast.error(error),
  })
  return mutate
}
