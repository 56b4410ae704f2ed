import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import type { ContactSegment, ContactSegmentCount, ContactSegmentInput } from '../../base/contracts.ts'

/** Shared segments, then one's own. */
export function useSegments() {
  const api = useApi()
  return useQuery({
    queryKey: keys.segments,
    queryFn: ({ signal }) => api.get<ContactSegment[]>('/contact-segments', { signal }),
  })
}

/** Fetched again whenever it is shown: its contacts change by time. */
export function useSegmentCount(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: keys.segmentCount(id),
    staleTime: 0,
    queryFn: ({ signal }) => api.get<ContactSegmentCount>(`/contact-segments/${id}/count`, { signal }),
  }).data
}

/** Everything that is done with segments. Forms and dialogs show their own failures. */
export function useSegmentActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('contacts')
  const put = (segments: (known: ContactSegment[]) => ContactSegment[]) => {
    queries.setQueryData<ContactSegment[]>(keys.segments, (known) => known && segments(known))
    void queries.invalidateQueries({ queryKey: keys.segments })
  }
  return {
    save: useMutation({
      mutationFn: ({ id, ...input }: ContactSegmentInput & { id?: string | undefined }) =>
        id === undefined
          ? api.post<ContactSegment>('/contact-segments', input)
          : api.put<ContactSegment>(`/contact-segments/${id}`, input),
      onSuccess: (saved) => {
        put((known) => [...known.filter(({ id }) => id !== saved.id), saved])
        toast.success(t('segment.saved', { name: saved.name }))
      },
    }),
    remove: useMutation({
      mutationFn: ({ id }: ContactSegment) => api.delete(`/contact-segments/${id}`),
      onSuccess: (_answer, { id, name }) => {
        put((known) => known.filter((one) => one.id !== id))
        toast.success(t('segment.deleted', { name }))
      },
    }),
  }
}
