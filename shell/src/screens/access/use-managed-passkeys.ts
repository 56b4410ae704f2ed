import { toast, useApi, usePermission } from '@recado/sdk/ui'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import type { ManagedPasskey, ManagedPasskeyPage, PasskeyTenant } from '../../base/contracts.ts'

/** Filter of passkeys; of the user's own company while `tenantId` is undefined. */
export interface ManagedPasskeyFilter {
  readonly searchParam: string
  readonly tenantId: string | undefined
}

export function useManagedPasskeys(filter: ManagedPasskeyFilter) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...keys.managedPasskeys, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<ManagedPasskeyPage>('/passkey/admin/list-all', {
        query: { searchParam: filter.searchParam || undefined, tenantId: filter.tenantId, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** The companies a master can choose among; nobody else asks. */
export function usePasskeyTenants(): readonly PasskeyTenant[] {
  const api = useApi()
  const isMaster = usePermission('platform.manage')
  return (
    useQuery({
      queryKey: keys.passkeyTenants,
      queryFn: ({ signal }) => api.get<PasskeyTenant[]>('/passkey/admin/tenants', { signal }),
      enabled: isMaster,
    }).data ?? []
  )
}

export function useManagedPasskeyActs({ tenantId }: Pick<ManagedPasskeyFilter, 'tenantId'>) {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('access')
  const query = { tenantId }
  const renewed = () => queries.invalidateQueries({ queryKey: keys.managedPasskeys })
  const toggle = useMutation({
    mutationFn: (id: string) => api.put<ManagedPasskey>(`/passkey/admin/${id}/toggle`, undefined, { query }),
    onSuccess: async ({ isActive }) => {
      toast.success(t(isActive ? 'passkeys.activated' : 'passkeys.deactivated'))
      await renewed()
    },
    onError: reportFailure,
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`/passkey/admin/${id}`, { query }),
    onSuccess: async () => {
      toast.success(t('passkeys.deleted'))
      await renewed()
    },
  })
  return { toggle, remove }
}
