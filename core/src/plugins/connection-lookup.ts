import type { ConnectionContext, PluginConnections } from '@recado/contracts'

/** A connection as the routes and the work of its plugin need it. */
export interface ConnectionEntry {
  readonly tenantId: string
  /** Id of the plugin whose channel type it has. */
  readonly plugin: string
  readonly active: boolean
  context(signal: AbortSignal): ConnectionContext<Record<string, unknown>>
}

export interface ConnectionLookup {
  /** By id, without a tenant: where the id is in a path, it is what names the tenant. Deleted ones are unknown. */
  lookup(connectionId: string): Promise<ConnectionEntry | undefined>
  list: (tenantId: string, plugin: string) => ReturnType<PluginConnections['list']>
}

/**
 * The connections a plugin may work with: the company's, of its own types; with `inactive`, those that are switched off
 * too.
 */
export const connectionsOf = (
  connections: ConnectionLookup,
  tenantId: string,
  plugin: string,
  signal: AbortSignal,
  { inactive = false } = {},
): PluginConnections => ({
  list: () => connections.list(tenantId, plugin),
  async get(id) {
    const entry = await connections.lookup(id)
    return entry?.tenantId === tenantId && entry.plugin === plugin && (entry.active || inactive)
      ? entry.context(signal)
      : undefined
  },
})
