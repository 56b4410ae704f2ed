import { pluginSchema } from '@recado/contracts'
import type { Sql } from 'postgres'
import { changeRoles, ensureRole, letConnect } from '../db/cluster-roles.ts'
import { rolePassword, type InstallationRoles } from '../db/roles.ts'
import { pluginSession } from './plugin-database.ts'

/**
 * Schemas whose roles stand as {@link prepareRoles} makes them, read at once: a start of the installation mostly finds
 * all of them so. The password is not compared: it follows from the secret, which is the one of this database.
 */
export async function preparedSchemas(sql: Sql, roles: InstallationRoles): Promise<ReadonlySet<string>> {
  const schemas = await sql<{ name: string; settings: string[] }[]>`
    select n.nspname as name, coalesce(s.setconfig, '{}') as settings
      from pg_namespace n
      join pg_roles r on r.rolname = ${roles.ofPluginSchema('')} || n.nspname
      join pg_roles o on o.oid = n.nspowner
       and o.rolname = ${roles.ofPluginSchema('')} || regexp_replace(n.nspname, '^plg', 'own')
      left join pg_db_role_setting s on s.setrole = r.oid and s.setdatabase = 0
     where starts_with(n.nspname, ${pluginSchema('')})
       and r.rolcanlogin and not r.rolbypassrls and not r.rolinherit
       and not o.rolcanlogin and not o.rolbypassrls and not o.rolinherit
       and has_database_privilege(r.oid, current_database(), 'connect')
       and pg_has_role(current_user, o.oid, 'set')
       and has_schema_privilege(r.oid, n.oid, 'usage') and has_schema_privilege(r.oid, 'core', 'usage')
       and has_schema_privilege(o.oid, 'core', 'usage')`
  const hasSession = ({ name, settings }: (typeof schemas)[number]): boolean =>
    Object.entries(pluginSession(name)).every(([setting, value]) => settings.includes(`${setting}=${value}`))
  return new Set(schemas.filter(hasSession).map(({ name }) => name))
}

/** Makes the two roles of a plugin and its schema, or sets what is not as it should be. */
export async function prepareRoles(sql: Sql, plugin: string, secret: string, roles: InstallationRoles): Promise<void> {
  const schema = pluginSchema(plugin)
  const [role, owner] = [roles.plugin(plugin), roles.pluginOwner(plugin)]
  await ensureRole(sql, owner, 'nologin nobypassrls noinherit')
  await ensureRole(sql, role, 'login nobypassrls noinherit', rolePassword(secret, role))
  await changeRoles(() => sql.unsafe(sessionOf(role, schema)))
  await letConnect(sql, role)
  await changeRoles(() => sql.unsafe(`grant ${owner} to current_user`))
  await sql.unsafe(`
    create schema if not exists ${schema} authorization ${owner};
    grant usage on schema ${schema}, core to ${role}, ${owner}`)
}

const sessionOf = (role: string, schema: string): string =>
  Object.entries(pluginSession(schema))
    .map(([name, value]) => `alter role ${role} set ${name} = ${value}`)
    .join('; ')
