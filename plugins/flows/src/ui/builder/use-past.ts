import type { Message } from '@recado/sdk'
import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { saidOf } from '../../engine/said.ts'
import type { Said } from '../../engine/state.ts'

/** A conversation of the last seven days that can be replayed. */
export interface PastConversation {
  readonly ticketId: string
  readonly name: string
  readonly protocol: string
}
/** What its contact wrote, in order, as a replay takes it. */
export interface PastMessage {
  readonly id: string
  readonly at: number
  readonly said: Said
}

/** A page of `GET /messages/{ticketId}`, as far as it is read here. */
interface MessagePage {
  readonly messages: readonly Message[]
  readonly nextCursor: string | null
}

/** Messages of one replay at most, as its route takes them. */
const mostMessages = 500
const mostPages = 20

/** Conversations of the last seven days that the reader may see, latest first. */
export function usePastConversations() {
  const api = useApi()
  return useQuery({
    queryKey: ['flows', 'conversations'],
    queryFn: ({ signal }) => api.get<PastConversation[]>('conversations', { signal }),
    refetchOnMount: 'always',
  })
}

/** Reads what the contact of a conversation wrote in it, oldest first. */
export function useReadPast(): (conversation: PastConversation) => Promise<PastMessage[]> {
  const api = useApi()
  return async ({ ticketId }) => {
    const found: PastMessage[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < mostPages; pages += 1) {
      const page = await api.get<MessagePage>(`/messages/${ticketId}`, { query: { cursor } })
      found.push(
        ...page.messages
          .filter((message) => !message.fromMe && !message.isDeleted && message.ticketId === ticketId)
          .map((message) => ({ id: message.id, at: Date.parse(message.timestamp), said: saidOf(message) })),
      )
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    return found.toSorted((a, b) => a.at - b.at).slice(0, mostMessages)
  }
}
