import { toast, useApi } from '@recado/sdk/ui'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import type { ErasurePreview, ErasureReason, PrivacyRequest, PrivacyRequestPage } from '../../base/contracts.ts'

/** While something runs it is looked at so often, in milliseconds. */
const watchMs = 1_500

/** Data of a contact, and the part that an erasure would erase. */
export function useErasurePreview(contactId: string) {
  const api = useApi()
  return useQuery({
    queryKey: keys.erasurePreview(contactId),
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) => api.get<ErasurePreview>('/privacy/erasures/preview', { signal, query: { contactId } }),
  })
}

export function usePrivacyRequests() {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.privacyRequests,
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      api.get<PrivacyRequestPage>('/privacy/requests', { signal, query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.requests.some((request) => request.state === 'running')) ? watchMs : false,
  })
}

/** Asking for an export or an erasure, and fetching what came of an export. */
export function usePrivacyActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('privacy')
  const asked = () => queries.invalidateQueries({ queryKey: keys.privacyRequests })
  const collect = useMutation({
    mutationFn: (contactId: string) => api.post<PrivacyRequest>('/privacy/exports', { contactId }),
    onSuccess: () => {
      void asked()
      toast.success(t('exportBegun'))
    },
  })
  const erase = useMutation({
    mutationFn: (wanted: { contactId: string; reason: ErasureReason }) =>
      api.post<PrivacyRequest>('/privacy/erasures', wanted),
    onSuccess: (_request, { contactId }) => {
      void asked()
      for (const queryKey of [keys.aboutContact(contactId), ['contacts', 'search'], ['tickets'], keys.threads])
        void queries.invalidateQueries({ queryKey })
      toast.success(t('erasureBegun'))
    },
  })
  const download = useMutation({
    mutationFn: (id: string) => api.post<{ url: string }>(`/privacy/exports/${id}/link`),
    onSuccess: ({ url }) => location.assign(url),
  })
  return { collect, erase, download }
}
