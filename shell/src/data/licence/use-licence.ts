import { toast, useApi, useLiveEvent, type Api } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import type { LicenceDetail, Tier } from '../../base/contracts.ts'
import { isStale, learnTier, licenceCacheMs, reloadAfterMs } from './licence-cache.ts'

const hourMs = 3_600_000
/** The browser keeps some answers for minutes; this one has to be the server's. */
const afresh = { headers: { 'cache-control': 'no-cache' } }

/** The company's licence. S7-032: `data` is null when it could not be read; nothing may be taken from that. */
export function useLicence() {
  const api = useApi()
  return useQuery({
    queryKey: keys.licence,
    staleTime: licenceCacheMs,
    refetchInterval: hourMs,
    queryFn: async ({ signal }) => (await api.get<{ data: LicenceDetail }>('/license-detail/', { signal })).data,
  })
}

export function useLicenceActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('companies')
  const put = ({ data }: { data: LicenceDetail }) => queries.setQueryData(keys.licence, data)
  const enter = useMutation({
    mutationFn: (token: string) => api.put<{ data: LicenceDetail }>('/license-detail', { token }),
    onSuccess: (answer) => {
      put(answer)
      toast.success(t('licence.entered'))
    },
  })
  const remove = useMutation({
    mutationFn: () => api.delete<{ data: LicenceDetail }>('/license-detail'),
    onSuccess: (answer) => {
      put(answer)
      toast.success(t('licence.removed'))
    },
  })
  return { enter, remove }
}

/** Fetches the tier. A change clears the stored licence and version, and reloads the page. */
async function checkTier(api: Api, storage: Storage, reload: () => void): Promise<void> {
  const { type } = await api.get<{ type: Tier }>('/auth/license-info', afresh)
  if (!learnTier(storage, type, Date.now())) return
  await renewVersion()
  setTimeout(reload, reloadAfterMs)
}

const versionMs = 5_000

/** S4-135: this browser's cached `GET /version/` is replaced by the server's answer; a late one is not awaited. */
const renewVersion = () =>
  fetch('/version/', { cache: 'reload', signal: AbortSignal.timeout(versionMs) }).catch(() => undefined)

/** S4-135, S4-136, S7-030: follows the tier of the company, by pushes and every five minutes. */
export function useTierWatch({
  storage = localStorage,
  reload = () => location.reload(),
}: { storage?: Storage; reload?: () => void } = {}): void {
  const api = useApi()
  const queries = useQueryClient()
  const check = useCallback(() => {
    // A failed check is repeated with the next round.
    checkTier(api, storage, reload).catch(() => undefined)
    // eslint-disable-next-line react/exhaustive-deps -- storage and reload are the page's own, and tests' constants
  }, [api])
  useEffect(() => {
    const look = () => {
      if (isStale(storage, Date.now())) check()
    }
    look()
    const timer = setInterval(look, licenceCacheMs / 5)
    return () => clearInterval(timer)
    // eslint-disable-next-line react/exhaustive-deps
  }, [check])
  useLiveEvent('licence', () => {
    void queries.invalidateQueries({ queryKey: keys.licence })
    check()
  })
}
