import { ApiError, EmptyState, ErrorState, NoPermission, PageHeader, Skeleton } from '@recado/sdk/ui'
import { Puzzle } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PluginInfo } from '../contracts.ts'
import { PluginCard } from './PluginCard.tsx'
import { DisablePlugin, EnablePlugin, PluginSettings } from './PluginDialogs.tsx'
import { usePluginChange, usePlugins } from './use-plugins.ts'

/** `/configuracoes/plugins`: what the company uses. A broken plugin says why and harms nothing else. */
export function Plugins() {
  const { t } = useTranslation('settings')
  const plugins = usePlugins()
  const change = usePluginChange()
  const [open, setOpen] = useState<{ kind: 'enable' | 'disable' | 'settings'; id: string } | null>(null)
  const close = () => setOpen(null)
  const current = plugins.data?.find((plugin) => plugin.id === open?.id)
  const act = (plugin: PluginInfo, kind: 'enable' | 'disable' | 'settings') => setOpen({ kind, id: plugin.id })

  if (ApiError.is(plugins.error) && plugins.error.status === 403) return <div className="grid h-full place-items-center p-6"><NoPermission /></div>
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader className="mb-0" title={t('plugins.title')} description={t('plugins.description')} />
        {plugins.isError && <ErrorState what={t('plugins.what')} error={plugins.error} onRetry={() => void plugins.refetch()} />}
        {plugins.data?.length === 0 && <EmptyState icon={<Puzzle size={22} />} title={t('plugins.noneTitle')}>{t('plugins.noneDetail')}</EmptyState>}
        <ul className="grid gap-4 side:grid-cols-2">
          {plugins.isPending && Array.from({ length: 4 }, (_, card) => <li key={card}><Skeleton height="9rem" className="rounded-lg" /></li>)}
          {plugins.data?.map((plugin) => <li key={plugin.id} className="grid"><PluginCard plugin={plugin} onEnable={() => act(plugin, 'enable')} onDisable={() => act(plugin, 'disable')} onSettings={() => act(plugin, 'settings')} /></li>)}
        </ul>
      </div>
      {current && open?.kind === 'enable' && <EnablePlugin plugin={current} onClose={close} onEnable={() => change.mutateAsync({ id: current.id, enabled: true })} />}
      {current && open?.kind === 'disable' && <DisablePlugin plugin={current} onClose={close} onDisable={() => change.mutateAsync({ id: current.id, enabled: false })} />}
      {current && open?.kind === 'settings' && <PluginSettings plugin={current} onClose={close} onSave={(settings) => change.mutateAsync({ id: current.id, settings })} />}
    </div>
  )
}
