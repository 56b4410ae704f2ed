import { usePermission } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import type { ShellManifest } from '../../base/contracts.ts'
import { usePlugins } from '../../data/plugins/use-plugins.ts'
import { usePluginTitles, type NavEntry } from '../../parts/navigation/navigation.tsx'
import type { SearchedPage } from './find-settings.ts'
import { otherWordsOfPage, searchedNamespaces, settingsOfPage } from './settings-index.ts'

const channelsPage = '/configuracoes/canais'
const pluginsPage = '/configuracoes/plugins'

/**
 * What the search in the settings looks through: the pages that the user may open with their settings, pages of plugins
 * with their commands, kinds of channels on the page of channels, and plugins and fields of their forms on the page of
 * plugins.
 */
export function useSearchedPages(entries: readonly NavEntry[], manifest: ShellManifest): readonly SearchedPage[] {
  const { t, i18n } = useTranslation([...searchedNamespaces])
  const titles = usePluginTitles(manifest)
  const mayManage = usePermission('plugins.manage')
  const installed = usePlugins(mayManage).data ?? []
  // The words of their forms have just been asked for, and are drawn when they are there.
  useTranslation(
    installed.map(({ namespace }) => namespace),
    { useSuspense: false },
  )
  const titleOf = (title: Readonly<Record<string, string>>, id: string): string =>
    title[i18n.language] ?? title['en'] ?? id
  const ofPlugins = (path: string): readonly string[] =>
    manifest.plugins.flatMap((plugin) =>
      plugin.commands.filter((command) => command.path === path).map((command) => titles(plugin, command.titleKey)),
    )
  const word = (key: string, namespace: string): readonly string[] => {
    const text: string = t(key, { ns: namespace, defaultValue: '' })
    return text === '' ? [] : [text]
  }
  const more: Readonly<Record<string, () => readonly string[]>> = {
    [channelsPage]: () =>
      manifest.channels.flatMap(({ plugin, titleKey }) => {
        const owner = manifest.plugins.find(({ id }) => id === plugin)
        return owner ? [titles(owner, titleKey)] : []
      }),
    [pluginsPage]: () =>
      installed.flatMap(({ title, id, form, namespace }) => [
        titleOf(title, id),
        ...form.flatMap(({ name }) => word(`settings.${name}.label`, namespace)),
      ]),
  }
  return entries.map(({ path, label }) => {
    const owner = manifest.plugins.find((plugin) => plugin.pages.some((page) => page.path === path))
    const others = otherWordsOfPage(path)
    return {
      path,
      label,
      settings: [
        ...new Set([
          ...settingsOfPage(path).map((key): string => t(key as never)),
          ...ofPlugins(path),
          ...(more[path]?.() ?? []),
        ]),
      ],
      others: others ? t(others as never) : owner ? titleOf(owner.title, owner.id) : '',
    }
  })
}
