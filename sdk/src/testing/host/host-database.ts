import {
  indexExtension,
  isOfferedIndex,
  leakyViews,
  pluginSchema,
  pluginWireTypes,
  tenantGrants,
  tenantWall,
  type PluginDatabase,
} from '@recado/contracts'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { openCluster } from './cluster.ts'

/** A plugin's part of a database, isolated as in the product. */
export interface HostDatabase {
  forTenant(tenant: string): PluginDatabase
  /** Every table and view of the plugin, with what its own role sees of it for this tenant. */
  seenBy(
    tenant: string,
  ): Promise<{ readonly name: string; readonly rows: readonly Readonly<Record<string, unknown>>[] }[]>
  close(): Promise<void>
}

/** The limit of the product: longer work belongs into a job. */
const statementMs = 8_000
const mostRows = 1_000

/**
 * A database of its own with the plugin's schema, migrated as its owner, isolated as in the product, and used as a role
 * that may sign in and nothing else.
 * @throws Error that names the migration which fails
 */
export async function openHostDatabase(
  plugin: string,
  folder: string,
  databaseUrl: string | undefined,
): Promise<HostDatabase> {
  const { default: postgres } = await import('postgres').catch(() => {
    throw new Error('this plugin has tables: add `postgres` to the devDependencies, so that the test host can run them')
  })
  const cluster = await openCluster(databaseUrl)
  const mark = randomBytes(6).toString('hex')
  const [name, role, owner] = [`recado_testhost_${mark}`, `testhost_${mark}`, `testhost_${mark}_owner`]
  const password = randomBytes(18).toString('base64url')
  const schema = pluginSchema(plugin)
  const admin = postgres(cluster.url, { max: 1, onnotice: () => undefined })
  await admin.unsafe(`create database ${name}`)
  const at = (user?: string): string => {
    const url = new URL(cluster.url)
    url.pathname = name
    if (user !== undefined) [url.username, url.password] = [user, password]
    return url.href
  }
  const close = async (...clients: readonly Sql[]): Promise<void> => {
    await Promise.all(clients.map((client) => client.end({ timeout: 5 })))
    await admin.unsafe(`drop database if exists ${name} with (force)`)
    for (const each of [role, owner]) await admin.unsafe(`drop role if exists ${each}`)
    await admin.end()
    await cluster.close()
  }

  const maker = postgres(at(), { max: 1, onnotice: () => undefined })
  try {
    await maker.unsafe(
      `create role ${owner} nologin nobypassrls noinherit; ` +
        `create role ${role} login nobypassrls noinherit password '${password}'; ` +
        `grant ${owner} to current_user`,
    )
    await maker.unsafe(house(schema, role, owner))
    await migrate(maker, folder, schema, owner)
    await makeIndexes(maker, plugin, folder)
    for (const { table } of await tablesOf(maker, schema))
      await maker.unsafe(tenantWall(table)).catch((error: unknown) => {
        throw new Error(`the wall between companies cannot stand around ${table}: ${(error as Error).message}`)
      })
    const [leak] = await maker.unsafe<{ name: string }[]>(leakyViews(schema))
    if (leak)
      throw new Error(
        `the view ${leak.name} is not "with (security_invoker = true)", ` +
          'so that it would show the rows of all companies',
      )
    await maker.unsafe(tenantGrants(schema, role))
  } catch (error) {
    await close(maker)
    throw error
  }
  const pool = postgres(at(role), {
    max: 2,
    onnotice: () => undefined,
    types: pluginWireTypes,
    connection: { search_path: `${schema}, public`, statement_timeout: statementMs, TimeZone: 'UTC' },
  })
  const forTenant = (tenant: string): PluginDatabase => ({
    transaction: async (work) =>
      (await pool.begin(async (sql) => {
        // Travels with the first statement of the work, as in the product.
        void sql`select set_config('app.tenant', ${tenant}, true)`.execute()
        return work({
          async query(text, params, mode) {
            const pending = sql.unsafe(text, params as never[], { prepare: true })
            return mode === 'array' ? [...(await pending.values())] : [...(await pending)]
          },
        })
      })) as never,
  })
  return {
    forTenant,
    async seenBy(tenant) {
      const relations = await maker<{ relation: string; name: string }[]>`
        select format('%I.%I', ${schema}::text, c.relname) as relation, c.relname as name
          from pg_class c
         where c.relnamespace = ${schema}::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
         order by 2`
      return Promise.all(
        relations.map(async ({ relation, name: shown }) => ({
          name: shown,
          rows: (await forTenant(tenant).transaction((tx) =>
            tx.query(`select * from ${relation} limit ${mostRows}`, [], 'object'),
          )) as Record<string, unknown>[],
        })),
      )
    },
    close: () => close(maker, pool),
  }
}

/** The only function of core that a plugin's schema may call: the tenant of its transaction. */
const house = (schema: string, role: string, owner: string): string => `
  create schema core;
  create function core.current_tenant() returns uuid language sql stable parallel safe
    as $$ select nullif(current_setting('app.tenant', true), '')::uuid $$;
  create schema ${schema} authorization ${owner};
  grant usage on schema ${schema}, core to ${role}, ${owner};`

async function migrate(sql: Sql, folder: string, schema: string, owner: string): Promise<void> {
  const place = join(folder, 'migrations')
  const files = existsSync(place)
    ? readdirSync(place)
        .filter((file) => file.endsWith('.sql'))
        .toSorted()
    : []
  for (const file of files) {
    await sql
      .begin(async (tx) => {
        await tx.unsafe(`set local role ${owner}; set local search_path = ${schema}, public`)
        await tx.unsafe(readFileSync(join(place, file), 'utf8'))
      })
      .catch((error: unknown) => {
        throw new Error(`the migration ${file} fails: ${(error as Error).message}`)
      })
  }
}

/** Indexes that an extension offers, where the database has it: as in the product, plugins work without them. */
async function makeIndexes(sql: Sql, plugin: string, folder: string): Promise<void> {
  const place = join(folder, 'migrations', indexExtension)
  const files = existsSync(place) ? readdirSync(place).filter((file) => file.endsWith('.sql')) : []
  const [offered] = await sql`select from pg_available_extensions where name = ${indexExtension}`
  if (offered && files.length > 0)
    await sql.unsafe(`create extension if not exists ${indexExtension} with schema public`)
  for (const file of files.toSorted()) {
    const text = readFileSync(join(place, file), 'utf8')
    if (!isOfferedIndex(plugin, file.slice(0, -'.sql'.length), text))
      throw new Error(`the index ${file} is not one "create index concurrently" of that name in a table of the plugin`)
    if (offered) await sql.unsafe(text)
  }
}

const tablesOf = (sql: Sql, schema: string) => sql<{ table: string }[]>`
  select format('%I.%I', ${schema}::text, relname) as table
    from pg_class
   where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p')
   order by 1`
