import { toast, useApi } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import type { Tag, TagOverview, TagOverviewPage } from '../../base/contracts.ts'

/** Editable fields of a tag. */
export interface TagDraft {
  readonly tag: string
  readonly color: string
  readonly isActive: boolean
}

export function useTagOverview(searchParam: string) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.tagOverview(searchParam),
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.get<TagOverviewPage>('/tags/overview', { signal, query: { searchParam, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** Acts on a tag. Contacts and tickets show tags too, so they are fetched again. */
export function useTagActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('queues')
  const changed = () =>
    Promise.all([keys.tags, ['tickets'], ['contacts']].map((queryKey) => queries.invalidateQueries({ queryKey })))
  const put = ({ id, tag, color, isActive }: TagDraft & { id: string }) =>
    api.put<Tag>(`/tags/${id}`, { tag, color, isActive })
  const save = useMutation({
    mutationFn: ({ id, ...draft }: TagDraft & { id: string | undefined }) =>
      id === undefined ? api.post<Tag>('/tags', draft) : put({ ...draft, id }),
    onSuccess: ({ tag }) => {
      toast.success(t('tags.saved', { name: tag }))
      return changed()
    },
  })
  const turn = useMutation({
    mutationFn: ({ tag, isActive }: { tag: TagOverview; isActive: boolean }) => put({ ...tag, isActive }),
    onSuccess: ({ tag, isActive }) => {
      toast.success(t(isActive ? 'tags.activated' : 'tags.deactivated', { name: tag }))
      return changed()
    },
  })
  const remove = useMutation({
    mutationFn: ({ id }: TagOverview) => api.delete(`/tags/${id}`),
    onSuccess: (_answer, { tag }) => {
      toast.success(t('tags.deleted', { name: tag }))
      return changed()
    },
  })
  return {
    save,
    turn,
    remove,
    switchTo: (tag: TagOverview, isActive: boolean) => turn.mutate({ tag, isActive }, { onError: reportFailure }),
  }
}
