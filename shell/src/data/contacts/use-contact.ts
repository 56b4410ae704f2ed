import { toast, useApi, usePermission } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import {
  isSearchable,
  type Contact,
  type ContactMerge,
  type ContactMergePage,
  type ContactPage,
  type ContactSummary,
} from '../../base/contracts.ts'

const searchedAtOnce = 20
const mergesAtOnce = 5

/** The contact as it is now; `known` is what came with the thread and may be older than a merge. */
export function useContact(id: string, known: Contact | undefined) {
  const api = useApi()
  const query = useQuery({
    queryKey: keys.contact(id),
    queryFn: ({ signal }) => api.get<Contact>(`/contacts/${id}`, { signal }),
  })
  return query.data ?? (known?.id === id ? known : undefined)
}

/** Contacts that may be the same person; nobody for those who may not merge. */
export function useSuggestedContacts(id: string): readonly ContactSummary[] {
  const api = useApi()
  const mayMerge = usePermission('contacts.merge')
  return (
    useQuery({
      queryKey: keys.suggestedContacts(id),
      enabled: mayMerge,
      queryFn: ({ signal }) => api.get<ContactSummary[]>(`/contacts/${id}/suggestions`, { signal }),
    }).data ?? []
  )
}

export function useContactSearch(text: string) {
  const api = useApi()
  const searchParam = text.trim()
  return useInfiniteQuery({
    queryKey: keys.contactSearch(searchParam),
    enabled: isSearchable(text),
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.get<ContactPage>('/contacts', { signal, query: { searchParam, limit: searchedAtOnce, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

export function useMerges(id: string) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.merges(id),
    queryFn: ({ pageParam, signal }) =>
      api.get<ContactMergePage>(`/contacts/${id}/merges`, {
        signal,
        query: { limit: mergesAtOnce, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** Merge and its undo. The dialog shows its own failure; the undo shows a notice. */
export function useMergeActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('attendance')
  const changed = ({ from, into }: ContactMerge) => {
    const stale = [
      keys.aboutContact(from.id),
      keys.aboutContact(into.id),
      ['contacts', 'search'],
      ['tickets'],
      keys.threads,
    ] as const
    for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
  }
  const undo = useMutation({
    mutationFn: (mergeId: string) => api.post<ContactMerge>(`/contacts/merges/${mergeId}/undo`),
    onSuccess: (merge) => {
      changed(merge)
      toast.success(t('merge.undone', { from: merge.from.name, into: merge.into.name }))
    },
    onError: reportFailure,
  })
  const merge = useMutation({
    mutationFn: ({ into, from }: { into: string; from: string }) =>
      api.post<ContactMerge>(`/contacts/${into}/merge`, { from }),
    onSuccess: (done) => {
      changed(done)
      toast.success(t('merge.done', { from: done.from.name, into: done.into.name }), {
        action: { label: t('merge.undo'), onClick: () => undo.mutate(done.id) },
      })
    },
  })
  return { merge, undo }
}
