import { useApi } from '@recado/sdk/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'
import type { ExchangedFilePage, ExchangedKind, ExchangedLinkPage } from '../../base/contracts.ts'

/** Whose files: those of all conversations with a contact, or those of one of them. */
export interface FileSource {
  readonly contactId: string
  readonly ticketId?: string
}

/** Files of one kind that the contact and agents sent each other, newest first. */
export function useExchangedFiles({ contactId, ticketId }: FileSource, kind: ExchangedKind) {
  const api = useApi()
  const path = ticketId === undefined ? `/contacts/${contactId}/files` : `/messages/${ticketId}/files`
  return useInfiniteQuery({
    queryKey: keys.contactFiles(contactId, ticketId, kind),
    queryFn: ({ pageParam, signal }) =>
      api.get<ExchangedFilePage>(path, { signal, query: { kind, cursor: pageParam, limit: 30 } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** Web links that the contact and agents wrote each other, newest first. */
export function useExchangedLinks({ contactId, ticketId }: FileSource) {
  const api = useApi()
  const path = ticketId === undefined ? `/contacts/${contactId}/links` : `/messages/${ticketId}/links`
  return useInfiniteQuery({
    queryKey: keys.contactLinks(contactId, ticketId),
    queryFn: ({ pageParam, signal }) =>
      api.get<ExchangedLinkPage>(path, { signal, query: { cursor: pageParam, limit: 30 } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}
