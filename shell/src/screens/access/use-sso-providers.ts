import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import type { SsoProvider, SsoProviders } from '../../base/contracts.ts'

export interface SsoProviderInput {
  name: string
  issuer: string
  clientId: string
  clientSecret?: string
  domains: string[]
  autoCreate: boolean
  isActive: boolean
}

export function useSsoProviders() {
  const api = useApi()
  return useQuery({
    queryKey: keys.ssoProviders,
    queryFn: ({ signal }) => api.get<SsoProviders>('/sso/providers', { signal }),
  })
}

/** Forms and dialogs show their own failures. */
export function useSsoProviderActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('access')
  const changed = (word: 'sso.saved' | 'sso.deleted') => async (): Promise<void> => {
    toast.success(t(word))
    await Promise.all([keys.ssoProviders, keys.ssoDomains].map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
  const save = useMutation({
    mutationFn: ({ id, ...input }: SsoProviderInput & { id: string | undefined }) =>
      id === undefined
        ? api.post<SsoProvider>('/sso/providers', input)
        : api.put<SsoProvider>(`/sso/providers/${id}`, input),
    onSuccess: changed('sso.saved'),
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`/sso/providers/${id}`),
    onSuccess: changed('sso.deleted'),
  })
  return { save, remove }
}
