import type { ChannelImplementation, ChannelSpec } from '@recado/contracts'

/** A channel type that some plugin provides. */
export interface ChannelType { readonly plugin: string; readonly spec: ChannelSpec; readonly implementation: ChannelImplementation<ChannelSpec> }

/** The channel types of the installed plugins. Core knows them only through this. */
export interface ChannelCatalogue {
  find(type: string): ChannelType | undefined
  /** Whether the plugin may work for this tenant now: enabled, licensed and not suspended. */
  usable(tenantId: string, plugin: string): Promise<boolean>
}
