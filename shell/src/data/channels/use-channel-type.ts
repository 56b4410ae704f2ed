import { useTranslation } from 'react-i18next'
import { useManifest } from '../workplace/workplace-context.ts'
import type { ChannelTypeInfo, ShellManifest } from '../../base/contracts.ts'

/** A channel type with its plugin's words. */
export interface ChannelType {
  info: ChannelTypeInfo
  namespace: string
  title: string
  description: string | null
}

const describe =
  (manifest: ShellManifest, t: (key: string, options: Record<string, unknown>) => string, language: string) =>
  (info: ChannelTypeInfo): ChannelType => {
    const plugin = manifest.plugins.find((one) => one.id === info.plugin)
    const namespace = plugin?.namespace ?? `plugin.${info.plugin}`
    return {
      info,
      namespace,
      title: t(info.titleKey, { ns: namespace, defaultValue: plugin?.title[language] ?? info.type }),
      description: info.descriptionKey ? t(info.descriptionKey, { ns: namespace, defaultValue: '' }) : null,
    }
  }

/** The types that an administrator may create, as the enabled plugins offer them. */
export function useChannelTypes(): ChannelType[] {
  const manifest = useManifest()
  const { t, i18n } = useTranslation(['shell', ...manifest.plugins.map((plugin) => plugin.namespace)], {
    useSuspense: false,
  })
  return manifest.channels.map(describe(manifest, t as never, i18n.language))
}
