import { Icon } from '@recado/sdk/ui'
import { ContactRound, House, LayoutGrid, MessagesSquare, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { NavBadge } from '../../data/plugins/use-nav-count.ts'
import { tierAllows, type ShellManifest } from '../../base/contracts.ts'
import { settingsPages, type SettingsSection } from './settings-pages.ts'

export const groups = ['attendance', 'work', 'insight', 'settings'] as const
export type NavGroup = (typeof groups)[number]
/** `section` is where a page of the settings is in their own list. */
export interface NavEntry {
  path: string
  label: string
  icon: ReactNode
  group: NavGroup
  order: number
  section?: SettingsSection
  badge?: NavBadge
}

/** The product's screens that this user may open and the plugins' pages, as one list: by group, then by order. */
export function useNavigation(manifest: ShellManifest): NavEntry[] {
  const { t } = useTranslation()
  const words = usePluginTitles(manifest)
  const own: NavEntry[] = [
    { path: '/home', label: t('frame.home'), icon: <House size={18} />, group: 'attendance', order: 0 },
    {
      path: '/atendimento',
      label: t('frame.attendance'),
      icon: <MessagesSquare size={18} />,
      group: 'attendance',
      order: 10,
    },
    ...(manifest.permissions.includes('contacts.read')
      ? [
          {
            path: '/contatos',
            label: t('frame.contacts'),
            icon: <ContactRound size={18} />,
            group: 'attendance' as const,
            order: 20,
          },
        ]
      : []),
    ...(manifest.permissions.includes('tickets.readAll')
      ? [
          {
            path: '/painel-atendimentos',
            label: t('frame.ticketBoard'),
            icon: <LayoutGrid size={18} />,
            group: 'attendance' as const,
            order: 15,
          },
        ]
      : []),
    ...settingsPages
      .filter((page) => manifest.permissions.includes(page.permission))
      .map((page, order) => ({
        path: page.path,
        label: t(`frame.settings.${page.key}`),
        icon: <page.icon size={18} />,
        group: 'settings' as const,
        order,
        section: page.section,
      })),
  ]
  const contributed = manifest.plugins.flatMap((plugin) =>
    plugin.pages.flatMap((page) =>
      page.nav
        ? [
            {
              path: page.path,
              label: words(plugin, page.titleKey),
              icon: <Icon name={page.nav.icon} size={18} />,
              group: page.nav.group,
              order: page.nav.order + settingsPages.length,
              ...(page.nav.badge !== undefined &&
                (page.tier === undefined || tierAllows(manifest.tier, page.tier)) && {
                  badge: { plugin: plugin.id, path: page.nav.badge },
                }),
              ...(page.nav.group === 'settings' && { section: 'channels' as const }),
            },
          ]
        : [],
    ),
  )
  return [...own, ...contributed].sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.order - b.order)
}

/** The entries of the frame: all settings are behind one. */
export function useFrameEntries(entries: readonly NavEntry[]): NavEntry[] {
  const { t } = useTranslation()
  const daily = entries.filter((entry) => entry.group !== 'settings')
  return daily.length === entries.length
    ? daily
    : [
        ...daily,
        {
          path: '/configuracoes',
          label: t('frame.group.settings'),
          icon: <Settings size={18} />,
          group: 'settings',
          order: 0,
        },
      ]
}

/** The words of a plugin's contribution; until they have arrived, the plugin's own title. */
export function usePluginTitles(
  manifest: ShellManifest,
): (plugin: ShellManifest['plugins'][number], titleKey: string) => string {
  const { t, i18n } = useTranslation(['shell', ...manifest.plugins.map((plugin) => plugin.namespace)], {
    useSuspense: false,
  })
  return (plugin, titleKey) =>
    t(titleKey, { ns: plugin.namespace, defaultValue: plugin.title[i18n.language] ?? plugin.title['en'] ?? plugin.id })
}
