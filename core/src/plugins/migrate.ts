import { leakyViews, pluginSchema as schemaOf, tenantGrants, tenantPolicy, tenantWall } from '@recado/contracts'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { applyTogether } from '../db/migrate.ts'
import { MigrationError } from '../db/migration-error.ts'
import type { InstallationRoles } from '../db/roles.ts'
import { describe, PluginFault } from './fault.ts'
import { preparedSchemas, prepareRoles } from './plugin-roles.ts'
import { registeredPublishers, registerPublisher } from './service-publishers.ts'

export { schemaOf }

/** A statement of a migration may take this long; longer work belongs into a job. */
const migrationStatementMs = 60_000

/** Location of the plugins' schemas, and the secret from which the passwords of their roles are derived. */
export interface PluginDatabases {
  readonly ownerUrl: string
  readonly secret: string
  readonly roles: InstallationRoles
}

/**
 * Brings the schema of one plugin up to date and registers the events of services that it publishes. `folder`: its
 * migrations, undefined for none.
 */
export type MigratePlugin = (plugin: string, folder: string | undefined, publishes?: readonly string[]) => Promise<void>

/**
 * Brings the schemas of plugins up to date, one plugin after the other, under the lock that core's migrations take.
 * `run` settles for each plugin on its own: a migration that fails leaves the schema as it was and the others alone.
 */
export async function migratePlugins(
  databases: PluginDatabases,
  work: (migratePlugin: MigratePlugin) => Promise<void>,
): Promise<void> {
  const connection = { application_name: 'recado-migrate', statement_timeout: migrationStatementMs }
  const sql = postgres(databases.ownerUrl, { max: 1, onnotice: () => undefined, connection })
  try {
    await sql`select pg_advisory_lock(hashtext('recado:migrate'))`
    const prepared = await preparedSchemas(sql, databases.roles)
    const publishers = await registeredPublishers(sql)
    await work(async (plugin, folder, publishes = []) => {
      const schema = schemaOf(plugin)
      const registers = (tx: TransactionSql) => registerPublisher(tx, schema, publishes, publishers.get(schema))
      await migratePlugin(sql, databases, plugin, { folder, isPrepared: prepared.has(schema), registers })
    })
  } finally {
    await sql.end()
  }
}

interface PluginSteps {
  readonly folder: string | undefined
  /** Its roles and its schema stand. */
  readonly isPrepared: boolean
  registers(tx: TransactionSql): Promise<void>
}

async function migratePlugin(
  sql: Sql,
  { secret, roles }: PluginDatabases,
  plugin: string,
  { folder, isPrepared, registers }: PluginSteps,
): Promise<void> {
  const schema = schemaOf(plugin)
  const [role, owner] = [roles.plugin(plugin), roles.pluginOwner(plugin)]
  try {
    if (!isPrepared) await prepareRoles(sql, plugin, secret, roles)
    // Together: an update that fails half way must leave a schema with which the version before it still runs.
    await sql.begin(async (tx) => {
      const applied =
        folder === undefined
          ? 0
          : await applyTogether(tx, { owner: `plugin:${plugin}`, folder, as: { role: owner, schema } })
      await wall(tx, { schema, role }, applied > 0)
      await registers(tx)
    })
  } catch (error) {
    if (error instanceof PluginFault) throw error
    const sentence =
      error instanceof MigrationError
        ? `its ${error.message.replace(`plugin:${plugin}: `, '')}`
        : `preparing its schema failed: ${describe(error)}`
    throw new PluginFault('failed', sentence, { cause: error })
  }
}

/** A plugin's schema and the role that works in it. */
interface Walled {
  readonly schema: string
  readonly role: string
}

/**
 * Isolation of every table of a plugin, also of a new or altered one: forced row-level security by tenant, and no more
 * than reading and writing rows for its role. It is applied again after each migration; otherwise only where it is
 * missing, because applying it locks the tables.
 */
async function wall(sql: TransactionSql, { schema, role }: Walled, migrated: boolean): Promise<void> {
  const tables = await sql<{ name: string; typed: boolean; stands: boolean }[]>`
    select c.relname as name,
           exists (select
                     from pg_attribute a
                    where a.attrelid = c.oid
                      and a.attname = 'tenant_id'
                      and a.atttypid = 'uuid'::regtype
                      and a.attnotnull
                      and not a.attisdropped) as typed,
           c.relrowsecurity and c.relforcerowsecurity and has_table_privilege(${role}, c.oid, 'insert')
             and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = ${tenantPolicy}) as stands
      from pg_class c where c.relnamespace = ${schema}::regnamespace and c.relkind in ('r', 'p') order by 1`
  const open = tables.find((table) => !table.typed)
  if (open)
    throw new PluginFault(
      'failed',
      `its table ${open.name} has no column "tenant_id uuid not null", so that companies could not be kept apart`,
    )
  const [leak] = await sql.unsafe<{ name: string }[]>(leakyViews(schema))
  if (leak)
    throw new PluginFault(
      'failed',
      `its view ${leak.name} is not "with (security_invoker = true)", so that it would show the rows of all companies`,
    )
  const due = migrated ? tables : tables.filter((table) => !table.stands)
  if (due.length > 0)
    await raiseWall(
      sql,
      { schema, role },
      due.map((table) => table.name),
    )
}

async function raiseWall(tx: TransactionSql, { schema, role }: Walled, tables: readonly string[]): Promise<void> {
  for (const name of tables) {
    const table = tx`${tx(schema)}.${tx(name)}`
    // Policies add up, so one that the plugin made itself would be a hole.
    const old = await tx<{ name: string }[]>`
      select p.polname as name
        from pg_policy p
        join pg_class c on c.oid = p.polrelid
       where c.relnamespace = ${schema}::regnamespace and c.relname = ${name}`
    for (const { name: existing } of old) await tx`drop policy ${tx(existing)} on ${table}`
    await tx.unsafe(tenantWall(`${schema}."${name.replaceAll('"', '""')}"`))
  }
  await tx.unsafe(tenantGrants(schema, role))
}

/**
 * Deletes a plugin's schema with everything in it, and the journal of its migrations. Its roles stay, without anything
 * to reach.
 */
export async function erasePlugin(ownerUrl: string, plugin: string): Promise<void> {
  const sql = postgres(ownerUrl, {
    max: 1,
    onnotice: () => undefined,
    connection: { application_name: 'recado-migrate', statement_timeout: migrationStatementMs },
  })
  try {
    await sql`select pg_advisory_lock(hashtext('recado:migrate'))`
    await sql.begin(async (tx) => {
      await tx.unsafe(`drop schema if exists ${schemaOf(plugin)} cascade`)
      await tx`delete from migrations.applied where owner = ${`plugin:${plugin}`}`
      await tx`delete from platform.service_publisher where schema = ${schemaOf(plugin)}`
    })
  } finally {
    await sql.end()
  }
}
