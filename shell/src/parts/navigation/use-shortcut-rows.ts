import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeyBinding, ShellManifest } from '../../base/contracts.ts'
import { usePluginTitles } from './navigation.tsx'
import { useKeysInForce } from '../../base/shortcuts/bindings-context.ts'
import {
  groupOf,
  productShortcuts,
  shortcutGroups,
  type ProductShortcutId,
  type ShortcutGroup,
  type ShortcutId,
} from '../../base/shortcuts/product-shortcuts.ts'

export interface ShortcutRow {
  readonly id: ShortcutId
  readonly label: string
  readonly keys: KeyBinding | null
}
export interface ShortcutSection {
  readonly group: ShortcutGroup
  readonly rows: readonly ShortcutRow[]
}

/** Every act that keys can stand for, in its group, with the keys that hold now. A group without acts is left out. */
export function useShortcutSections(manifest: ShellManifest): readonly ShortcutSection[] {
  const { t } = useTranslation('keys')
  const titles = usePluginTitles(manifest)
  const { bindings } = useKeysInForce()
  return useMemo(() => {
    const rows: ShortcutRow[] = [
      ...(Object.keys(productShortcuts) as ProductShortcutId[]).map((id) => ({
        id,
        label: t(`act.${id}`),
        keys: bindings.get(id) ?? null,
      })),
      ...manifest.plugins.flatMap((plugin) =>
        plugin.commands.map((command): ShortcutRow => {
          const id: ShortcutId = `${plugin.id}/${command.id}`
          return { id, label: titles(plugin, command.titleKey), keys: bindings.get(id) ?? null }
        }),
      ),
    ]
    return shortcutGroups
      .map((group) => ({ group, rows: rows.filter(({ id }) => groupOf(id) === group) }))
      .filter((section) => section.rows.length > 0)
  }, [t, titles, bindings, manifest])
}
