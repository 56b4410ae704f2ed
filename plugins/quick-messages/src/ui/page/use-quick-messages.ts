import { useApi } from '@recado/sdk/ui'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Scope } from '../../messages/limits.ts'
import type { QuickMessage, QuickMessagePage } from '../../messages/quick-message.ts'

export interface Draft { readonly key: string; readonly message: string; readonly scope: Scope; readonly queueId: string | null }
/** `keep` leaves the file as it is, `null` takes it away. */
export interface SaveRequest { readonly id: string | undefined; readonly draft: Draft; readonly file: File | 'keep' | null }

const pageSize = 50

export function useQuickMessages(searchParam: string, scope: Scope | undefined) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: ['quick-messages', 'page', searchParam, scope],
    queryFn: ({ pageParam, signal }) => api.get<QuickMessagePage>('messages', { query: { searchParam, scope, cursor: pageParam, limit: pageSize }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** Saves the words, then the file. If only the file fails, the words are saved and the answer says with which id to go on. */
export function useSave() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ id, draft, file }: SaveRequest): Promise<{ saved: QuickMessage; fileError?: unknown }> {
      const saved = id === undefined ? await api.post<QuickMessage>('fastreply', draft) : await api.put<QuickMessage>(`fastreply/${id}`, draft)
      try {
        if (file === null && saved.file) return { saved: await api.delete<QuickMessage>(`fastreply/${saved.id}/file`) }
        if (file === null || file === 'keep') return { saved }
        const form = new FormData()
        form.set('file', file, file.name)
        return { saved: await api.upload<QuickMessage>(`fastreply/${saved.id}/file`, form, { method: 'PUT' }) }
      } catch (fileError) {
        return { saved, fileError }
      }
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
