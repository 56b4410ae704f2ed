import { useApi } from '@recado/sdk/ui'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Scope } from '../../messages/limits.ts'
import type { PartDraft, QuickMessage, QuickMessagePage } from '../../messages/quick-message.ts'

/** A message as a whole; `files` in the order in which `parts` name them. Without an id a new one. */
export interface SaveRequest {
  readonly id: string | undefined
  readonly head: { readonly key: string; readonly scope: Scope; readonly queueId: string | null }
  readonly parts: readonly PartDraft[]
  readonly files: readonly File[]
}

const pageSize = 50

export function useQuickMessages(searchParam: string, scope: Scope | undefined) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: ['quick-messages', 'page', searchParam, scope],
    queryFn: ({ pageParam, signal }) =>
      api.get<QuickMessagePage>('messages', {
        query: { searchParam, scope, cursor: pageParam, limit: pageSize },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** Saves words and files together, or nothing. */
export function useSave() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn({ id, head, parts, files }: SaveRequest) {
      const form = new FormData()
      form.set('draft', JSON.stringify({ ...head, parts }))
      for (const file of files) form.append('files', file, file.name)
      return id === undefined
        ? api.upload<QuickMessage>('messages', form)
        : api.upload<QuickMessage>(`messages/${id}`, form, { method: 'PUT' })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['quick-messages'] }),
  })
}

export function useRemove() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete<{ message: string }>(`fastreply/${id}`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['quick-messages'] }),
  })
}
