import { useApi } from '@recado/sdk/ui'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  WebhookAttempt,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookEndpoint,
  WebhookEndpointInput,
  WebhookEndpointSecret,
  WebhookReplay,
} from '../../base/contracts.ts'
import { keys } from '../../base/query-keys.ts'

/** States change by themselves: while a page is open it is read again. */
const refetchMs = 10_000
const pendingRefetchMs = 2_000

/** The endpoints of the company. */
export function useWebhooks() {
  const api = useApi()
  return useQuery({
    queryKey: keys.webhooks,
    queryFn: ({ signal }) => api.get<WebhookEndpoint[]>('/webhooks', { signal }),
    refetchInterval: refetchMs,
  })
}

/** What an administrator does with endpoints. */
export function useWebhookActs() {
  const api = useApi()
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries({ queryKey: keys.webhooks })
  return {
    create: useMutation({
      mutationFn: (input: WebhookEndpointInput) => api.post<WebhookEndpointSecret>('/webhooks', input),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ id, ...input }: WebhookEndpointInput & { id: string }) =>
        api.put<WebhookEndpoint>(`/webhooks/${id}`, input),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.delete(`/webhooks/${id}`), onSuccess }),
    rotate: useMutation({
      mutationFn: (id: string) => api.post<WebhookEndpointSecret>(`/webhooks/${id}/secret`),
      onSuccess,
    }),
    test: useMutation({ mutationFn: (id: string) => api.post<WebhookAttempt>(`/webhooks/${id}/test`), onSuccess }),
  }
}

/** What an endpoint was told, newest first, page by page. */
export function useDeliveries(endpointId: string, only: 'all' | 'failed') {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.webhookDeliveryList(endpointId, only),
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      api.get<WebhookDeliveryPage>(
        `/webhooks/${endpointId}/deliveries?only=${only}${pageParam === null ? '' : `&before=${pageParam}`}`,
        { signal },
      ),
    getNextPageParam: ({ next }) => next,
    refetchInterval: refetchMs,
  })
}

/** One of them, with its body and its attempts. */
export function useDelivery(endpointId: string, id: string) {
  const api = useApi()
  return useQuery({
    queryKey: keys.webhookDelivery(endpointId, id),
    queryFn: ({ signal }) => api.get<WebhookDeliveryDetail>(`/webhooks/${endpointId}/deliveries/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? pendingRefetchMs : false),
  })
}

/** Sending again. */
export function useReplays(endpointId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries({ queryKey: keys.webhookDeliveries(endpointId) })
  return {
    one: useMutation({
      mutationFn: (id: string) => api.post(`/webhooks/${endpointId}/deliveries/${id}/replay`),
      onSuccess,
    }),
    span: useMutation({
      mutationFn: (span: WebhookReplay) => api.post<{ count: number }>(`/webhooks/${endpointId}/replay`, span),
      onSuccess,
    }),
  }
}
