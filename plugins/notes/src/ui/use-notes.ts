import { toast, useApi, useTicketNews, useWords } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Named } from '../notes/mentions.ts'
import type { Note, NotePage } from '../notes/note.ts'

/** Filters of the overview; an empty text is no filter. Days are `2026-01-31`, both included. */
export interface NoteFilter {
  readonly searchParam: string
  readonly of: 'all' | 'mine' | 'shared'
  readonly queueId: string
  readonly from: string
  readonly until: string
  readonly ticketId: string
  readonly contactId: string
}
export const noFilter: NoteFilter = {
  searchParam: '',
  of: 'all',
  queueId: '',
  from: '',
  until: '',
  ticketId: '',
  contactId: '',
}

const all = ['notes'] as const
/** About as many notes as anybody writes between thirty messages. */
const threadPage = 50
/* News arrive while a ticket is open: the cached notes of a closed one may be old, hence `refetchOnMount`. */
const startOf = (day: string, plusDays = 0): string | undefined => {
  if (day === '') return undefined
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year!, month! - 1, date! + plusDays).toISOString()
}
const given = (text: string): string | undefined => text || undefined

/** All that the viewer may read, newer ones as they come. */
export function useNotePage({ searchParam, of, queueId, from, until, ticketId, contactId }: NoteFilter) {
  const api = useApi()
  const queries = useQueryClient()
  useTicketNews(undefined, () => void queries.invalidateQueries({ queryKey: all }))
  const query = {
    searchParam,
    of,
    queueId: given(queueId),
    from: startOf(from),
    until: startOf(until, 1),
    ticketId: given(ticketId),
    contactId: given(contactId),
  }
  return useInfiniteQuery({
    queryKey: [...all, 'page', query],
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => api.get<NotePage>('notes', { signal, query: { ...query, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

export function useTicketNotes(ticketId: string) {
  const api = useApi()
  const queries = useQueryClient()
  useTicketNews(ticketId, () => void queries.invalidateQueries({ queryKey: [...all, 'ticket', ticketId] }))
  return useInfiniteQuery({
    queryKey: [...all, 'ticket', ticketId],
    refetchOnMount: 'always',
    queryFn: ({ pageParam, signal }) =>
      api.get<NotePage>(`tickets/${ticketId}/notes`, { signal, query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** Notes of a ticket as far back as `since`; all of them when it is null. Oldest first, for the thread. */
export function useThreadNotes(ticketId: string, since: string | null) {
  const api = useApi()
  const queries = useQueryClient()
  useTicketNews(ticketId, () => void queries.invalidateQueries({ queryKey: [...all, 'thread', ticketId] }))
  const list = useInfiniteQuery({
    queryKey: [...all, 'thread', ticketId],
    refetchOnMount: 'always',
    queryFn: ({ pageParam, signal }) =>
      api.get<NotePage>(`tickets/${ticketId}/notes`, {
        signal,
        query: { order: 'newest', cursor: pageParam, limit: threadPage },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list
  const oldest = data?.pages.at(-1)?.notes.at(-1)?.createdAt
  const isWanted = hasNextPage && !isFetching && !isError && (since === null || oldest === undefined || oldest > since)
  useEffect(() => {
    if (isWanted) void fetchNextPage()
  }, [isWanted, fetchNextPage])
  const notes = useMemo(() => (data?.pages.flatMap((page) => page.notes) ?? []).toReversed(), [data])
  return { ...list, notes }
}

/** Colleagues whom a note of the ticket may name, while somebody looks for one. */
export function useColleagues(ticketId: string, search: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [...all, 'colleagues', ticketId, search],
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<Named[]>(`tickets/${ticketId}/colleagues`, { signal, query: { searchParam: search } }),
  })
}

/** A note that is there already, or of what a new one is to be. */
export type NoteTarget = { readonly id: string } | { readonly ticketId: string } | { readonly queueId: string | null }
export interface NoteInput {
  readonly content: string
  readonly shared: boolean
  readonly pinned: boolean
}

/** All acts on notes. Forms show their own failures; the other acts show a notice, deletion with an undo. */
export function useNoteActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useWords()
  const onSettled = () => queries.invalidateQueries({ queryKey: all })
  const save = useMutation({
    mutationFn: ({ target, content, shared, pinned }: NoteInput & { target: NoteTarget }) =>
      'id' in target
        ? api.put<Note>(`notes/${target.id}`, { content, shared, pinned })
        : 'ticketId' in target
          ? api.post<Note>(`tickets/${target.ticketId}/notes`, { content, shared, pinned })
          : api.post<Note>('notes', { content, pinned, queueId: target.queueId }),
    onSettled,
  })
  const pin = useMutation({
    mutationFn: ({ id, pinned }: Pick<Note, 'id' | 'pinned'>) => api.put<Note>(`notes/${id}`, { pinned: !pinned }),
    onError: (error) => toast.error(error),
    onSettled,
  })
  const restore = useMutation({
    mutationFn: (id: string) => api.post<Note>(`notes/${id}/restore`),
    onError: (error) => toast.error(error),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ id }: Note) => api.delete<{ message: string }>(`notes/${id}`),
    onSuccess: (_answer, { id }) => {
      toast.success(t('deleted'), { id: `note-${id}`, action: { label: t('undo'), onClick: () => restore.mutate(id) } })
    },
    onError: (error) => toast.error(error),
    onSettled,
  })
  return { save, pin, remove }
}
