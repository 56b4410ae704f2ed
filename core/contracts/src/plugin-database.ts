/* Isolation of a plugin's part of the database. Pure text: the host and the testing kit run it. */

/** Schema of a plugin, with which its role's name ends. At most 45 bytes of PostgreSQL's 63. */
export const pluginSchema = (plugin: string): string => `plg_${plugin.replaceAll('-', '_')}`

/** Name of the one policy on a table of a plugin. */
export const tenantPolicy = 'tenant_wall'

/**
 * The statements that isolate a plugin's table: forced row-level security by tenant, also for the owner. Policies add
 * up, so the caller drops the table's other policies first.
 *
 * @param table its name as SQL, quoted where it has to be, with its schema
 */
export const tenantWall = (table: string): string => `
  alter table ${table} enable row level security;
  alter table ${table} force row level security;
  create policy ${tenantPolicy} on ${table}
    using (tenant_id = (select core.current_tenant()))
    with check (tenant_id = (select core.current_tenant()));`

const asInvoker = "'security_invoker=true', 'security_invoker=on', 'security_invoker=1'"

/**
 * Query of the views of a plugin (`name`) that would bypass row-level security: materialised ones, and those that run
 * with their owner's rights.
 */
export const leakyViews = (schema: string): string => `
  select relname as name
    from pg_class
   where relnamespace = '${schema}'::regnamespace
     and (relkind = 'm'
          or relkind = 'v' and not coalesce(reloptions && array[${asInvoker}], false))`

/** Rights of a plugin's run-time role in its schema: read and write rows, and no more. */
export const tenantGrants = (schema: string, role: string): string => `
  grant select, insert, update, delete on all tables in schema ${schema} to ${role};
  grant usage on all sequences in schema ${schema} to ${role};`

/**
 * Representation of query values of plugins, for the driver `postgres`: dates and timestamps as strings, JSON
 * parameters as text. drizzle expects it of a driver.
 */
export const pluginWireTypes = {
  date: {
    to: 1184,
    from: [1082, 1083, 1114, 1184],
    serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : value),
    parse: (value: string) => value,
  },
  json: {
    to: 3802,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (value: string) => JSON.parse(value) as unknown,
  },
}

/** The extension of PostgreSQL that plugins may name indexes for: pgvector. Its files lie in `migrations/vector`. */
export const indexExtension = 'vector'

/**
 * Whether a file of `migrations/vector` says nothing but how the index of its name is made, in a table of its plugin.
 * Core runs it outside of a transaction, so it must be one statement. Asked by core, the testing kit and `validate`.
 */
export function isOfferedIndex(plugin: string, name: string, text: string): boolean {
  const statement = text.replaceAll(/--.*$/gm, ' ').trim()
  const table = `${pluginSchema(plugin)}\\.[a-z_0-9]+`
  const beginning = `create\\s+index\\s+concurrently\\s+${name}\\s+on\\s+${table}\\s+using\\s`
  return /^[a-z][a-z_0-9]{0,62}$/.test(name) && new RegExp(`^${beginning}[^;]+;?$`, 'i').test(statement)
}
