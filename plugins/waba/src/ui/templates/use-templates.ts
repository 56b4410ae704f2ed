import { toast, useApi, useLiveEvent, useWords } from '@recado/sdk/ui'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isDeciding, type Category, type TemplateContent, type TemplateStatus } from '../../templates/template-kinds.ts'
import type { HeaderMedia, Template, TemplateConnection, TemplatePage, TemplateSync } from '../../templates/template.ts'

export interface Filters {
  readonly searchParam: string
  readonly connectionId?: string | undefined
  readonly status?: TemplateStatus | undefined
  readonly category?: Category | undefined
  readonly language?: string | undefined
}

const all = ['waba', 'templates'] as const
const pageSize = 50
/** While WhatsApp decides on one that is shown. */
const decidingMs = 5_000
const runningMs = 1_000

/** The list, which looks again by itself while something in it may change without the reader. */
export function useTemplates(filters: Filters, limit = pageSize) {
  const api = useApi()
  const list = useInfiniteQuery({
    queryKey: [...all, 'list', filters, limit],
    queryFn: ({ pageParam, signal }) =>
      api.get<TemplatePage>('templates', { query: { ...filters, cursor: pageParam, limit }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ templates }) => templates.some(({ status }) => isDeciding(status)))
        ? decidingMs
        : false,
  })
  useLiveEvent('resync', () => void list.refetch())
  return list
}

export function useTemplateConnections() {
  const api = useApi()
  return useQuery({
    queryKey: ['waba', 'connections'],
    queryFn: ({ signal }) => api.get<TemplateConnection[]>('templates/connections', { signal }),
  })
}

/** Imports, their progress, and a word when one has ended that was running while the page was open. */
export function useSyncs(nameOf: (connectionId: string) => string) {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useWords()
  const wasRunning = useRef(new Set<string>())
  const { data } = useQuery({
    queryKey: ['waba', 'syncs'],
    queryFn: ({ signal }) => api.get<TemplateSync[]>('templates/syncs', { signal }),
    refetchInterval: ({ state }) => (state.data?.some((sync) => sync.state === 'running') ? runningMs : false),
  })
  useEffect(() => {
    for (const { connectionId, state, seen } of data ?? []) {
      if (state === 'running') wasRunning.current.add(connectionId)
      else if (wasRunning.current.delete(connectionId)) {
        void queries.invalidateQueries({ queryKey: all })
        if (state === 'done') toast.success(t('templates.sync.done', { name: nameOf(connectionId), seen }))
      }
    }
  }, [data, nameOf, queries, t])
  const start = useMutation({
    mutationFn: (connectionId: string) => api.post<TemplateSync>('templates/syncs', { connectionId }),
    onSuccess: ({ connectionId }) => {
      wasRunning.current.add(connectionId)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['waba', 'syncs'] }),
  })
  return { syncs: data ?? [], start }
}

function useChange<Input, Output>(
  work: (api: ReturnType<typeof useApi>, input: Input) => Promise<Output>,
): UseMutationResult<Output, unknown, Input> {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => work(api, input),
    onSettled: () => queries.invalidateQueries({ queryKey: all }),
  })
}

/** Creates a draft, or replaces one; of a submitted template it sends the change to WhatsApp. */
export const useSave = () =>
  useChange((api, { id, content }: { id: string | undefined; content: TemplateContent }) =>
    id === undefined ? api.post<Template>('templates', content) : api.put<Template>(`templates/${id}`, content),
  )
export const useSubmit = () => useChange((api, id: string) => api.post<Template>(`templates/${id}/submit`))
export const useCheck = () => useChange((api, id: string) => api.post<Template>(`templates/${id}/check`))
export const useDelete = () => useChange((api, id: string) => api.delete<{ message: string }>(`templates/${id}`))

/** Stores a file for a header. */
export function useHeaderUpload() {
  const api = useApi()
  return useMutation({
    mutationFn(file: File) {
      const form = new FormData()
      form.set('file', file, file.name)
      return api.upload<HeaderMedia>('templates/media', form)
    },
  })
}
