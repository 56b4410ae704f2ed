import { toast, useApi } from '@recado/sdk/ui'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../../base/query-keys.ts'
import { reportFailure } from '../../../base/ui/report-failure.ts'
import type { ContactDuplicateMerge, ContactDuplicatePage, ContactDuplicatesMerged } from '../../../base/contracts.ts'

/** Groups of contacts that seem to be one person. */
export function useContactDuplicates() {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.contactDuplicates,
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      api.get<ContactDuplicatePage>('/contact-duplicates', { signal, query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** Merging groups, with undo in the notice that says so. */
export function useMergeDuplicates() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('bulk')
  const changed = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keys.contactDuplicates }),
      queries.invalidateQueries({ queryKey: ['contacts'] }),
    ])
  const undo = useMutation({
    // The newest first: a contact that was merged further has to be set free before. One that cannot be undone any more
    // keeps no other back.
    mutationFn: async (ids: readonly string[]) => {
      const refused: unknown[] = []
      for (const id of ids.toReversed())
        await api.post(`/contacts/merges/${id}/undo`, {}).catch((error: unknown) => {
          refused.push(error)
        })
      return { undone: ids.length - refused.length, refused }
    },
    onSuccess: ({ undone, refused }) => {
      if (undone > 0) toast.success(t('duplicates.undone', { count: undone }))
      if (refused.length > 0) reportFailure(refused[0])
    },
    onSettled: changed,
  })
  const merge = useMutation({
    mutationFn: (groups: ContactDuplicateMerge['groups']) =>
      api.post<ContactDuplicatesMerged>('/contact-duplicates/merge', { groups }),
    onSuccess: ({ merges, failed }) => {
      if (merges.length > 0)
        toast.success(t('duplicates.merged', { count: merges.length }), {
          action: { label: t('duplicates.undo'), onClick: () => undo.mutate(merges.map(({ id }) => id)) },
        })
      if (failed > 0) toast.info(t('duplicates.failed', { count: failed }))
    },
    onSettled: changed,
  })
  return merge
}
