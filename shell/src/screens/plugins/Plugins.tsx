import {
  ApiError,
  Button,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  Skeleton,
  usePermission,
} from '@recado/sdk/ui'
import { PackagePlus, Puzzle, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PluginInfo } from '../../base/contracts.ts'
import { InstallPlugin } from './install/InstallPlugin.tsx'
import { PluginCard } from './PluginCard.tsx'
import { DisablePlugin, EnablePlugin, PluginSettings } from './PluginDialogs.tsx'
import { Publishers } from './Publishers.tsx'
import { RemovePlugin } from './RemovePlugin.tsx'
import { usePluginChange, usePlugins } from '../../data/plugins/use-plugins.ts'

type PluginAct = 'enable' | 'disable' | 'settings' | 'remove'
type Open = { kind: PluginAct; id: string } | { kind: 'install' | 'publishers'; id?: undefined }

/** `/configuracoes/plugins`: plugins of the company. A broken plugin shows the reason and affects nothing else. */
export function Plugins() {
  const { t } = useTranslation('settings')
  const plugins = usePlugins()
  const change = usePluginChange()
  const mayInstall = usePermission('plugins.install')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const current = plugins.data?.find((plugin) => plugin.id === open?.id)
  const act = (plugin: PluginInfo, kind: PluginAct) => setOpen({ kind, id: plugin.id })

  const install = (
    <Button variant="primary" icon={<PackagePlus size={16} />} onClick={() => setOpen({ kind: 'install' })}>
      {t('plugins.install.action')}
    </Button>
  )
  const actions = mayInstall && (
    <>
      <Button variant="ghost" icon={<ShieldCheck size={16} />} onClick={() => setOpen({ kind: 'publishers' })}>
        {t('plugins.publishers.action')}
      </Button>
      {install}
    </>
  )

  if (ApiError.is(plugins.error) && plugins.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader
          className="mb-0"
          title={t('plugins.title')}
          description={t('plugins.description')}
          actions={actions}
        />
        {plugins.isError && (
          <ErrorState what={t('plugins.what')} error={plugins.error} onRetry={() => void plugins.refetch()} />
        )}
        {plugins.data?.length === 0 && (
          <EmptyState
            icon={<Puzzle size={22} />}
            title={t('plugins.noneTitle')}
            {...(mayInstall ? { action: install } : {})}
          >
            {t(mayInstall ? 'plugins.noneDetail' : 'plugins.noneAllowed')}
          </EmptyState>
        )}
        <ul className="grid gap-4 side:grid-cols-2">
          {plugins.isPending &&
            Array.from({ length: 4 }, (_, card) => (
              <li key={card}>
                <Skeleton height="9rem" className="rounded-lg" />
              </li>
            ))}
          {plugins.data?.map((plugin) => (
            <li key={plugin.id} className="grid">
              <PluginCard
                plugin={plugin}
                onEnable={() => act(plugin, 'enable')}
                onDisable={() => act(plugin, 'disable')}
                onSettings={() => act(plugin, 'settings')}
                onRemove={mayInstall && plugin.installation ? () => act(plugin, 'remove') : undefined}
              />
            </li>
          ))}
        </ul>
      </div>
      {current && open?.kind === 'enable' && (
        <EnablePlugin
          plugin={current}
          onClose={close}
          onEnable={() => change.mutateAsync({ id: current.id, enabled: true })}
        />
      )}
      {current && open?.kind === 'disable' && (
        <DisablePlugin
          plugin={current}
          onClose={close}
          onDisable={() => change.mutateAsync({ id: current.id, enabled: false })}
        />
      )}
      {open?.kind === 'install' && <InstallPlugin onClose={close} />}
      {open?.kind === 'publishers' && <Publishers onClose={close} />}
      {current && open?.kind === 'remove' && <RemovePlugin plugin={current} onClose={close} />}
      {current && open?.kind === 'settings' && (
        <PluginSettings
          plugin={current}
          onClose={close}
          onSave={(settings) => change.mutateAsync({ id: current.id, settings })}
        />
      )}
    </div>
  )
}
