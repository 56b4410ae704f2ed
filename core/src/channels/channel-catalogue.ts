import type { ChannelImplementation, ChannelSpec, ConnectionContext, SettingsForm } from '@recado/contracts'

/** Egress of one connection. */
export type WayOut = Pick<ConnectionContext<unknown>, 'fetch' | 'fetchFile' | 'connect' | 'resolveHost'>

/** A channel type that some installed plugin provides, with what core needs to run its connections. */
export interface ChannelType {
  readonly plugin: string
  readonly spec: ChannelSpec
  readonly implementation: ChannelImplementation<ChannelSpec>
  /** Reads and saves the settings of one connection. */
  readonly form: SettingsForm
  /**
   * Reason why a notice of the channel is invalid; undefined for one whose event the plugin declares and whose payload
   * fits.
   */
  noticeFault(event: string, payload: unknown): string | undefined
  /**
   * The way out of one connection, behind the egress guard: the plugin's hosts and those that `egressFrom` names in the
   * settings; through the proxy that `proxyFrom` names.
   */
  wayOut(config: Readonly<Record<string, unknown>>, proxy?: string): WayOut
}

/** The channel types of the installed plugins. Core knows channels only through this. */
export interface ChannelCatalogue {
  find(type: string): ChannelType | undefined
  all(): readonly ChannelType[]
  /**
   * Calls when the channel types of a plugin were replaced by those of another version, or are gone; answers how to
   * stop.
   */
  onReplaced(listener: (plugin: string) => void): () => void
  /**
   * Whether the tenant has the plugin: enabled and licensed. Code of a suspended one refuses with
   * ERR_PLUGIN_UNAVAILABLE when it is called, so that providers try again.
   */
  usable(tenantId: string, plugin: string): Promise<boolean>
  /** The same of many companies in one statement, as things stand now; in the order of what is asked. */
  usableOf(asked: readonly { readonly tenantId: string; readonly plugin: string }[]): Promise<readonly boolean[]>
  /** Calls when what a company has of the plugins was changed, on every node; answers how to stop. */
  onChoicesChanged(listener: (tenantId: string) => void): () => void
}
