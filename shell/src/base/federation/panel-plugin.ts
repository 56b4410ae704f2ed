import type { ShellManifest } from '@recado/sdk/client'

type ManifestPlugin = ShellManifest['plugins'][number]

/** A plugin of the manifest that has panels. */
export interface PanelPlugin extends Pick<ManifestPlugin, 'id' | 'version' | 'title' | 'namespace'> {
  readonly remote: NonNullable<ManifestPlugin['remote']>
}

export const hasPanels = (plugin: ManifestPlugin): plugin is ManifestPlugin & PanelPlugin => plugin.remote !== null
