import type { SlotName } from '@recado/sdk/ui'
import type { PageContribution, ShellManifest, SlotContribution } from '../contracts.ts'
import { hasPanels, type PanelPlugin } from './index.ts'

export interface Contribution<T> {
  plugin: PanelPlugin
  part: T
  key: string
}

/** Whether a part is for this type of connection, and what the type offers enough for it. */
function fits(manifest: ShellManifest, { when = {} }: SlotContribution, connectionType: string | null): boolean {
  if (when.connectionType !== undefined && when.connectionType !== connectionType) return false
  if (when.operation === undefined) return true
  const type = manifest.channels.find((channel) => channel.type === connectionType)
  return type?.capabilities.operations.includes(when.operation) === true
}

/** Whether any plugin contributes to a slot, for whatever type of connection. */
export const hasContributions = (manifest: ShellManifest, slot: SlotName): boolean =>
  manifest.plugins.some((plugin) => hasPanels(plugin) && plugin.slots.some((part) => part.slot === slot))

/** Contributions of plugins to a slot, in order. A part for other types of connections is left out. */
export const slotContributions = (
  manifest: ShellManifest,
  slot: SlotName,
  connectionType: string | null,
): Array<Contribution<SlotContribution>> =>
  manifest.plugins
    .filter(hasPanels)
    .flatMap((plugin) =>
      plugin.slots
        .filter((part) => part.slot === slot && fits(manifest, part, connectionType))
        .map((part) => ({ plugin, part, key: `${plugin.id}/${part.panel}` })),
    )
    .sort((a, b) => a.part.order - b.part.order)

/** The plugin whose page is at a path, which the company has switched off. */
export const pageThatIsOff = ({ off }: ShellManifest, pathname: string): ShellManifest['off'][number] | undefined =>
  off.find(({ path }) => path.replace(/\/+$/, '') === pathname.replace(/\/+$/, ''))

/** The page that a plugin has at a path, with or without slashes at its end. */
export function pageContribution(
  manifest: ShellManifest,
  pathname: string,
): Contribution<PageContribution> | undefined {
  const path = pathname.replace(/\/+$/, '')
  for (const plugin of manifest.plugins.filter(hasPanels)) {
    const part = plugin.pages.find((page) => page.path.replace(/\/+$/, '') === path)
    if (part) return { plugin, part, key: `${plugin.id}/${part.panel}` }
  }
  return undefined
}
