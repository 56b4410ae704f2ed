import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useManifest } from '../../data/workplace/workplace-context.ts'
import type { ChannelTypeInfo } from '../../base/contracts.ts'

export interface Channel {
  title: string
  color: string
  icon: string
  /** Of the contacts' identities on it. */
  identityKind: string
  capabilities: ChannelTypeInfo['capabilities']
}

/**
 * Look and capabilities of a type of channel, as its plugin declares them. `undefined` when the plugin is not enabled
 * any more.
 */
export function useChannel(type: string): Channel | undefined {
  const manifest = useManifest()
  const channel = manifest.channels.find((one) => one.type === type)
  const plugin = manifest.plugins.find((one) => one.id === channel?.plugin)
  const { t, i18n } = useTranslation(plugin ? [plugin.namespace] : [], { useSuspense: false })
  return useMemo(() => {
    if (!channel) return undefined
    const fallback = plugin?.title[i18n.language] ?? channel.type
    return {
      title: t(channel.titleKey, { ...(plugin ? { ns: plugin.namespace } : {}), defaultValue: fallback }),
      ...channel.badge,
      identityKind: channel.identityKind,
      capabilities: channel.capabilities,
    }
  }, [channel, plugin, t, i18n.language])
}
