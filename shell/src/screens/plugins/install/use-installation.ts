import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../../base/query-keys.ts'
import type { PluginInboxEntry, PluginInfo, PluginInspection } from '../../../base/contracts.ts'

/** Source of a package: a file of this computer, or an entry of the server's inbox. */
export type PackageSource =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'inbox'; readonly name: string }

export function useInbox() {
  const api = useApi()
  return useQuery({
    queryKey: keys.pluginInbox,
    queryFn: async ({ signal }) =>
      (await api.get<{ entries: PluginInboxEntry[] }>('/plugins/inbox', { signal })).entries,
    staleTime: 0,
  })
}

/** Looking at a package and installing it. Nothing of a package runs before it is confirmed. */
export function useInstallation() {
  const api = useApi()
  const queries = useQueryClient()
  const { t, i18n } = useTranslation('settings')
  const inspect = useMutation({
    mutationFn: (source: PackageSource): Promise<PluginInspection> => {
      if (source.kind === 'inbox') return api.post('/plugins/installations', { folder: source.name })
      const form = new FormData()
      form.set('package', source.file)
      return api.upload('/plugins/installations', form)
    },
  })
  const confirm = useMutation({
    mutationFn: ({ inspection, accepted }: { inspection: PluginInspection; accepted: boolean }) =>
      api.post<PluginInfo>(`/plugins/installations/${inspection.id}/confirm`, { acceptUnsigned: accepted }),
    onSuccess: async (plugin, { inspection: { change } }) => {
      await Promise.all([keys.plugins, keys.manifest].map((queryKey) => queries.invalidateQueries({ queryKey })))
      toast.success(
        t(change === 'new' ? 'plugins.install.done' : 'plugins.install.changed', {
          name: plugin.title[i18n.language] ?? plugin.id,
          version: plugin.version,
        }),
      )
    },
  })
  /** An abandoned inspection expires by itself, so a failure here does not matter. */
  const discard = (id: string): void => void api.delete(`/plugins/installations/${id}`).catch(() => undefined)
  return { inspect, confirm, discard }
}

export function useRemoval() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('settings')
  return useMutation({
    mutationFn: ({ id, erase }: { id: string; name: string; erase: boolean }) =>
      api.delete(`/plugins/${id}/installation`, erase ? { query: { data: 'delete', confirm: id } } : {}),
    onSuccess: async (_answer, { name }) => {
      await Promise.all([keys.plugins, keys.manifest].map((queryKey) => queries.invalidateQueries({ queryKey })))
      toast.success(t('plugins.remove.done', { name }))
    },
  })
}
