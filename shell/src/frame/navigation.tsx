import { Icon } from '@recado/sdk/ui'
import { House, MessagesSquare, Puzzle, Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShellManifest } from '../contracts.ts'

export const groups = ['attendance', 'work', 'insight', 'settings'] as const
export type NavGroup = (typeof groups)[number]
export interface NavEntry { path: string; label: string; icon: ReactNode; group: NavGroup; order: number }

/** The screens of the house and the plugins' pages, as one list: by group, then by order. */
export function useNavigation(manifest: ShellManifest): NavEntry[] {
  const { t } = useTranslation()
  const words = usePluginTitles(manifest)
  const own: NavEntry[] = [
    { path: '/home', label: t('frame.home'), icon: <House size={18} />, group: 'attendance', order: 0 },
    { path: '/atendimento', label: t('frame.attendance'), icon: <MessagesSquare size={18} />, group: 'attendance', order: 10 },
    { path: '/configuracoes/canais', label: t('frame.channels'), icon: <Radio size={18} />, group: 'settings', order: 10 },
    ...(manifest.role === 'admin' ? [{ path: '/configuracoes/plugins', label: t('frame.plugins'), icon: <Puzzle size={18} />, group: 'settings' as const, order: 20 }] : []),
  ]
  const contributed = manifest.plugins.flatMap((plugin) => plugin.pages.flatMap((page) => page.nav
    ? [{ path: page.path, label: words(plugin, page.titleKey), icon: <Icon name={page.nav.icon} size={18} />, group: page.nav.group, order: page.nav.order }]
    : []))
  return [...own, ...contributed].sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.order - b.order)
}

/** The words of a plugin's contribution; until they have arrived, the plugin's own title. */
export function usePluginTitles(manifest: ShellManifest): (plugin: ShellManifest['plugins'][number], titleKey: string) => string {
  const { t, i18n } = useTranslation(['shell', ...manifest.plugins.map((plugin) => plugin.namespace)], { useSuspense: false })
  return (plugin, titleKey) => t(titleKey, { ns: plugin.namespace, defaultValue: plugin.title[i18n.language] ?? plugin.title['en'] ?? plugin.id })
}
