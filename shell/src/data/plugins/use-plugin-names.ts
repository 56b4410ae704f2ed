import { usePermission } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { useManifest } from '../workplace/workplace-context.ts'
import { usePlugins } from './use-plugins.ts'

/**
 * Names of plugins in the user's language, by their ids: those that are switched on, and all of them for users who
 * manage plugins.
 */
export function usePluginNames(): ReadonlyMap<string, string> {
  const { i18n } = useTranslation()
  const all = usePlugins(usePermission('plugins.manage')).data ?? []
  return new Map(
    [...all, ...useManifest().plugins].map(({ id, title }) => [id, title[i18n.language] ?? title['en'] ?? id]),
  )
}
