import {
  PluginProvider,
  Skeleton,
  type PageProps,
  type PluginIdentity,
  type SlotMap,
  type SlotName,
} from '@recado/sdk/ui'
import { useCallback, useEffect, useMemo, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PanelPlugin } from './panel-plugin.ts'
import type { PanelStore } from './panel-store.ts'
import { panels } from './panels.ts'
import { PanelError, PluginBoundary } from './plugin-boundary.tsx'

interface Shared {
  plugin: PanelPlugin
  /** Name of the panel, from the contribution. */
  panel: string
  /** Shown until the panel is there. A skeleton of three lines when absent; `null` for small places. */
  fallback?: ReactNode
  store?: PanelStore
}
export type PluginPanelProps = Shared &
  ({ [S in SlotName]: { slot: S; props: SlotMap[S] } }[SlotName] | { slot: 'page'; props: PageProps })

/** The plugin's name in the user's language, as the manifest brings it. */
export function usePluginTitle(plugin: Pick<PanelPlugin, 'id' | 'title'>): string {
  const { i18n } = useTranslation()
  return plugin.title[i18n.language] ?? plugin.title['en'] ?? plugin.id
}

/**
 * One contribution of a plugin in its place: loads it when first shown, is in a boundary of its own, and gives it the
 * plugin's identity, words and styles. A panel that is loaded already is drawn at once.
 */
export function PluginPanel({
  plugin,
  panel,
  slot,
  props,
  fallback = <Skeleton lines={3} />,
  store = panels,
}: PluginPanelProps) {
  const title = usePluginTitle(plugin)
  const state = useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.stateOf(plugin, panel, slot), [store, plugin, panel, slot]),
  )
  useEffect(() => store.want(plugin, panel, slot), [store, plugin, panel, slot])

  if (state.status === 'loading') return fallback
  if (state.status === 'failed') {
    const { reason } = state.failure
    // Another contract does not become the right one by asking again.
    return (
      <PanelError
        title={title}
        reason={reason}
        {...(reason === 'contract' ? {} : { onRetry: () => store.retry(plugin, panel, slot) })}
      />
    )
  }
  const Panel = state.Component as ComponentType<typeof props>
  return (
    <PluginPart plugin={plugin}>
      <Panel {...props} />
    </PluginPart>
  )
}

/** Content of a plugin in any place: with its identity, texts and styles, and in an error boundary of its own. */
export function PluginPart({
  plugin: { id, version, title: titles },
  children,
}: {
  plugin: Pick<PanelPlugin, 'id' | 'version' | 'title'>
  children: ReactNode
}) {
  const title = usePluginTitle({ id, title: titles })
  const identity = useMemo<PluginIdentity>(() => ({ id, version, title }), [id, version, title])
  return (
    <PluginBoundary title={title}>
      <PluginProvider plugin={identity}>{children}</PluginProvider>
    </PluginBoundary>
  )
}
