import { createHmac } from 'node:crypto'
import { pluginSchema } from '@recado/contracts'

/**
 * Names of the PostgreSQL roles of one installation. Roles belong to the whole cluster, so the names carry the
 * installation's id. `migrate` answers them, {@link rolesOf} makes them from an id.
 */
export interface InstallationRoles {
  /** Eight hexadecimal digits. */
  readonly installation: string
  /** Signed in as by the server; bound by row-level security. */
  readonly app: string
  /** Owns the reviewed functions; nobody signs in as it. */
  readonly engine: string
  /** Signed in as by the server for a plugin. */
  plugin(id: string): string
  /** {@link plugin} by the name of the plugin's schema, which carries no id: schemas belong to one database. */
  ofPluginSchema(schema: string): string
  /** Owns a plugin's tables and runs its migrations; nobody signs in as it. */
  pluginOwner(id: string): string
}

/** Longest name: 61 of PostgreSQL's 63 bytes, for a plugin whose id has 41 characters. */
export function rolesOf(installation: string): InstallationRoles {
  const prefix = `recado_${installation}_`
  return {
    installation,
    app: `${prefix}app`,
    engine: `${prefix}engine`,
    plugin: (id) => prefix + pluginSchema(id),
    ofPluginSchema: (schema) => prefix + schema,
    // Without a suffix: a plugin `x-owner` would have the role that owns the tables of `x`.
    pluginOwner: (id) => prefix + pluginSchema(id).replace(/^plg/, 'own'),
  }
}

/**
 * SQL of the product, which names `recado_app` and `recado_engine`, with the names of this installation in their place.
 */
export const withRoles = (text: string, roles: InstallationRoles): string =>
  text.replace(/\brecado_(app|engine)\b/g, (_, role: 'app' | 'engine') => roles[role])

/** A role's password follows from the installation's secret, so that it is nowhere stored. */
export const rolePassword = (secret: string, role: string): string =>
  createHmac('sha256', secret).update(`database role ${role}`).digest('base64url')

/** The address under which the server connects as one of its roles: same database, restricted role. */
export function roleUrl(ownerUrl: string, secret: string, role: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = rolePassword(secret, role)
  return url.href
}
