import { useApi } from '@recado/sdk/ui'
import type { ConversationConnection } from '@recado/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Configuration, ConfigurationWithToken } from '../configurations/configuration.ts'
import type { ExternalSent } from '../external/external.ts'

const key = ['api', 'configurations'] as const

export function useConfigurations() {
  const api = useApi()
  return useQuery({ queryKey: key, queryFn: ({ signal }) => api.get<Configuration[]>('configurations', { signal }) })
}

/** Connections that a configuration can send through. */
export function useConnections() {
  const api = useApi()
  return useQuery({
    queryKey: ['api', 'connections'],
    queryFn: ({ signal }) => api.get<ConversationConnection[]>('connections', { signal }),
  })
}

function useChange<Given, Answer>(call: (api: ReturnType<typeof useApi>, given: Given) => Promise<Answer>) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (given: Given) => call(api, given),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

type Values = Readonly<Record<string, unknown>>

/** The answer has the token, which no other answer has. */
export const useCreate = () =>
  useChange((api, values: Values) => api.post<ConfigurationWithToken>('configurations', values))

export const useUpdate = () =>
  useChange((api, { id, values }: { id: string; values: Values }) =>
    api.put<Configuration>(`configurations/${id}`, values),
  )

export const useRenew = () =>
  useChange((api, { id, overlapHours }: { id: string; overlapHours: number }) =>
    api.post<ConfigurationWithToken>(`configurations/${id}/token`, { overlapHours }),
  )

export const useRemove = () => useChange((api, id: string) => api.delete<{ message: string }>(`configurations/${id}`))

export const useTrial = () =>
  useChange((api, { id, ...message }: { id: string; number: string; body: string }) =>
    api.post<ExternalSent>(`configurations/${id}/test`, message),
  )
