import { toast, useApi } from '@recado/sdk/ui'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { keys } from '../../base/query-keys.ts'
import type { Connection, ConnectionCheck } from '../../base/contracts.ts'
import { placeConnection } from './connection-merge.ts'

export function useConnections(enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: keys.connections,
    enabled,
    queryFn: ({ signal }) => api.get<Connection[]>('/whatsapp', { signal }),
  })
}

/**
 * Result of this screen's last test; undefined before the first. A connection is tested by itself when it has opened
 * with settings that were just saved, and once for each `fault` that nobody has words for: the test names the step that
 * is broken.
 */
export function useConnectionCheck({ id, status }: Connection, fault: string | null): ConnectionCheck | undefined {
  const api = useApi()
  const asked = useQuery<ConnectionCheck>({ queryKey: keys.connectionCheck(id), queryFn: skipToken })
  const saved = useQuery<number>({ queryKey: keys.connectionSaved(id), queryFn: skipToken }).data
  const occasion = fault ?? (saved !== undefined && status === 'connected' ? `saved ${saved}` : null)
  const found = useQuery({
    queryKey: keys.connectionTrial(id, occasion),
    queryFn: occasion === null ? skipToken : () => api.post<ConnectionCheck>(`/whatsapp/${id}/check`),
    staleTime: Infinity,
    // The same fault on another day is tested anew.
    gcTime: 0,
    retry: false,
  })
  return occasion === null || found.isError || asked.dataUpdatedAt > found.dataUpdatedAt ? asked.data : found.data
}

export interface ConnectionInput {
  name: string
  config: Record<string, unknown>
  queueId?: string | null
  farewellMessage?: string
  isDefault?: boolean
}
/** Settings to test before they are kept; `id` is the connection whose kept secrets fill in what was not typed. */
export interface TestedSettings {
  id?: string
  type: string
  config: Record<string, unknown>
}
export interface ImportInput {
  since: string
  until: string
  messages: boolean
  groupMessages: boolean
  closeTickets: boolean
  contacts: boolean
}

/** Acts of an administrator on a connection. Forms show their own failures; the other acts show a notice. */
export function useConnectionActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('settings')
  const put = (connection: Connection) =>
    queries.setQueryData<Connection[]>(keys.connections, (rows) => rows && placeConnection(rows, connection))
  const wasSaved = (id: string): void => {
    // What a test said of other settings holds no longer.
    queries.removeQueries({ queryKey: keys.connectionCheck(id) })
    queries.setQueryData(keys.connectionSaved(id), Date.now())
  }
  const check = useMutation({
    mutationFn: (id: string) => api.post<ConnectionCheck>(`/whatsapp/${id}/check`),
    onSuccess: (result, id) => queries.setQueryData(keys.connectionCheck(id), result),
    onError: reportFailure,
  })
  const test = useMutation({
    mutationFn: (settings: TestedSettings) => api.post<ConnectionCheck>('/whatsapp/check', settings),
  })
  const create = useMutation({
    mutationFn: (input: ConnectionInput & { type: string }) => api.post<Connection>('/whatsapp', input),
    onSuccess: (connection) => {
      put(connection)
      toast.success(t('channels.created'))
      wasSaved(connection.id)
    },
  })
  const update = useMutation({
    mutationFn: ({ id, ...input }: ConnectionInput & { id: string }) => api.put<Connection>(`/whatsapp/${id}`, input),
    onSuccess: (connection) => {
      put(connection)
      toast.success(t('channels.saved'))
      wasSaved(connection.id)
    },
  })
  const switchTo = useMutation({
    mutationFn: ({ id, on }: { id: string; on: boolean }) =>
      on ? api.post<Connection>(`/whatsappsession/${id}`) : api.delete<Connection>(`/whatsappsession/${id}`),
    onSuccess: put,
    onError: reportFailure,
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`/whatsapp/${id}`),
    onSuccess: (_answer, id) => {
      queries.setQueryData<Connection[]>(keys.connections, (rows) => rows?.filter((row) => row.id !== id))
      toast.success(t('channels.deleted'))
    },
  })
  const restart = useMutation({
    mutationFn: ({ id, reset }: { id: string; reset: boolean }) =>
      api.put<Connection>(`/whatsappsession/${id}`, reset ? { reset } : { isQrcode: true }),
    onSuccess: put,
    onError: reportFailure,
  })
  const transfer = useMutation({
    mutationFn: (input: { from: string; to: string }) => api.post<Connection>('/whatsapp/transfer', input),
    onSuccess: put,
  })
  const startImport = useMutation({
    mutationFn: ({ id, ...input }: ImportInput & { id: string }) =>
      api.post<Connection>(`/whatsapp/${id}/import`, input),
    onSuccess: put,
  })
  const startContacts = useMutation({
    mutationFn: (id: string) => api.post<Connection>(`/whatsapp/${id}/contacts`),
    onSuccess: put,
  })
  const cancelTask = useMutation({
    mutationFn: ({ id, kind }: { id: string; kind: 'import' | 'contacts' }) =>
      api.delete<Connection>(`/whatsapp/${id}/${kind}`),
    onSuccess: put,
    onError: reportFailure,
  })
  return { create, update, switchTo, remove, check, test, restart, transfer, startImport, startContacts, cancelTask }
}
