import type { ConnectionContext, ConnectionId, PluginConnections } from '@recado/contracts'
import { requireUse, type PortUser } from './attribute-port.ts'

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
  /** Writing, in the plugin's name and of its own types alone. */
  create: (tenantId: string, plugin: string, ...given: Parameters<PluginConnections['create']>) => Promise<ConnectionId>
  change: (tenantId: string, plugin: string, ...given: Parameters<PluginConnections['change']>) => Promise<void>
  remove: (tenantId: string, plugin: string, ...given: Parameters<PluginConnections['remove']>) => Promise<void>
}

/**
 * The connections a plugin may work with: the company's, of its own types; with `inactive`, those that are switched off
 * too.
 */
export const connectionsOf = (
  connections: ConnectionLookup,
  tenantId: string,
  definition: PortUser,
  signal: AbortSignal,
  { inactive = false } = {},
): PluginConnections => ({
  list: () => connections.list(tenantId, definition.id),
  async get(id) {
    const entry = await connections.lookup(id)
    return entry?.tenantId === tenantId && entry.plugin === definition.id && (entry.active || inactive)
      ? entry.context(signal)
      : undefined
  },
  async create(made) {
    requireUse(definition, 'connections.write')
    return connections.create(tenantId, definition.id, made)
  },
  async change(id, change) {
    requireUse(definition, 'connections.write')
    await connections.change(tenantId, definition.id, id, change)
  },
  async remove(id) {
    requireUse(definition, 'connections.write')
    await connections.remove(tenantId, definition.id, id)
  },
})
