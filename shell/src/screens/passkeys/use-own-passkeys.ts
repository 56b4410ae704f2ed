import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import type { AuthenticatorType, Passkey, SecondFactorState } from '../../base/contracts.ts'
import { registerPasskey } from '../../parts/passkeys/passkey-ceremonies.ts'

export function useOwnPasskeys() {
  const api = useApi()
  return useQuery({
    queryKey: keys.ownPasskeys,
    queryFn: ({ signal }) => api.get<Passkey[]>('/passkey/list', { signal }),
  })
}

/** Acts of users on their own passkeys. Dialogs show their own failures. */
export function useOwnPasskeyActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('ownPasskeys')
  const put = (change: (rows: Passkey[]) => Passkey[]) =>
    queries.setQueryData<Passkey[]>(keys.ownPasskeys, (rows) => rows && change(rows))
  const add = useMutation({
    mutationFn: (input: { deviceName: string; authenticatorType: AuthenticatorType }) => registerPasskey(api, input),
    onSuccess: (added) => {
      put((rows) => [...rows, added])
      void queries.invalidateQueries({ queryKey: keys.secondFactor })
      toast.success(t('add.added'))
    },
  })
  const rename = useMutation({
    mutationFn: ({ id, deviceName }: { id: string; deviceName: string }) =>
      api.put<Passkey>(`/passkey/${id}/device-name`, { deviceName }),
    onSuccess: (renamed) => {
      put((rows) => rows.map((row) => (row.id === renamed.id ? renamed : row)))
      toast.success(t('own.renamed'))
    },
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`/passkey/${id}`),
    onSuccess: (_answer, id) => {
      put((rows) => rows.filter((row) => row.id !== id))
      void queries.invalidateQueries({ queryKey: keys.secondFactor })
      toast.success(t('own.deleted'))
    },
  })
  return { add, rename, remove }
}

export function useSecondFactor() {
  const api = useApi()
  return useQuery({
    queryKey: keys.secondFactor,
    queryFn: ({ signal }) => api.get<SecondFactorState>('/auth/second-factor', { signal }),
  })
}
