import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../app/report-failure.ts'
import { keys } from '../app/query-keys.ts'
import type { Connection } from '../contracts.ts'
import { placeConnection } from './connection-merge.ts'

export function useConnections() {
  const api = useApi()
  return useQuery({ queryKey: keys.connections, queryFn: ({ signal }) => api.get<Connection[]>('/whatsapp', { signal }) })
}

export interface ConnectionInput { name: string; config: Record<string, unknown> }

/** Everything an administrator does with a connection. Forms show their own failures; the other acts tell by a notice. */
export function useConnectionActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('settings')
  const put = (connection: Connection) => queries.setQueryData<Connection[]>(keys.connections, (rows) => rows && placeConnection(rows, connection))
  const create = useMutation({
    mutationFn: (input: ConnectionInput & { type: string }) => api.post<Connection>('/whatsapp', input),
    onSuccess: (connection) => { put(connection); toast.success(t('channels.created')) },
  })
  const update = useMutation({
    mutationFn: ({ id, ...input }: ConnectionInput & { id: string }) => api.put<Connection>(`/whatsapp/${id}`, input),
    onSuccess: (connection) => { put(connection); toast.success(t('channels.saved')) },
  })
  const switchTo = useMutation({
    mutationFn: ({ id, on }: { id: string; on: boolean }) => on ? api.post<Connection>(`/whatsappsession/${id}`) : api.delete<Connection>(`/whatsappsession/${id}`),
    onSuccess: put, onError: reportFailure,
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`/whatsapp/${id}`),
    onSuccess: (_answer, id) => {
      queries.setQueryData<Connection[]>(keys.connections, (rows) => rows?.filter((row) => row.id !== id))
      toast.success(t('channels.deleted'))
    },
  })
  return { create, update, switchTo, remove }
}
