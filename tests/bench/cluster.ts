import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { startEmbedded } from '../../core/src/db/embedded.ts'
import { houseSets } from '../../core/src/db/house.ts'
import { migrate } from '../../core/src/db/migrate.ts'
import { roleUrl } from '../../core/src/db/roles.ts'
import { migrateJobs } from '../../core/src/jobs/migrate-jobs.ts'

export const repository = join(import.meta.dirname, '..', '..')
export const secret = 'the secret of the benchmark, known to everybody'

/**
 * The run's own PostgreSQL: the embedded one with the settings of the product, durable, in a folder that goes with the
 * run.
 */
export interface Cluster {
  readonly version: string
  /** A new database with the house's schema and, beside it, the functions of {@link benchSchema}. */
  database(name: string): Promise<BenchDatabase>
  /** Folder for the run's files. */
  readonly folder: string
  close(): Promise<void>
}

export interface BenchDatabase {
  readonly ownerUrl: string
  readonly appUrl: string
  /** Id that the names of its roles carry. */
  readonly installation: string
  /** Client of the owner, whom no row-level security binds. */
  readonly owner: Sql
  drop(): Promise<void>
}

/** Ids that both SQL and TypeScript can name: {@link benchId} makes the same. */
const benchSchema = `
  create schema bench;
  create function bench.id(kind integer, tenant integer, n integer) returns uuid language sql immutable parallel safe
    as $$
      select (lpad(to_hex(kind), 8, '0') || '-0000-7000-8' || lpad(to_hex(tenant), 3, '0') || '-'
              || lpad(to_hex(n), 12, '0'))::uuid
    $$;
  grant usage on schema bench to public;`

/** Kinds of {@link benchId}. */
export const kinds = { tenant: 1, connection: 2, user: 3, session: 4, contact: 5, ticket: 6, queue: 7 } as const
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')
export const benchId = (kind: keyof typeof kinds, tenant: number, n = 0): string =>
  `${hex(kinds[kind], 8)}-0000-7000-8${hex(tenant, 3)}-${hex(n, 12)}`

/** @param settings of PostgreSQL beside those of the product */
export async function startCluster(settings: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'recado-bench-'))
  chmodSync(folder, 0o755)
  await configure(folder, { max_connections: '300', ...settings })
  const server = await startEmbedded({ dataDir: folder, secret })
  const administration = postgres(server.url, { max: 1, onnotice: () => undefined })
  const [facts] = await administration<{ version: string }[]>`select current_setting('server_version') as version`
  return {
    version: facts!.version,
    folder,
    async database(name) {
      await administration.unsafe(`create database ${name}`)
      const address = new URL(server.url)
      address.pathname = name
      const ownerUrl = address.href
      const roles = await migrate(ownerUrl, secret, houseSets())
      await migrateJobs(ownerUrl, roles)
      const owner = postgres(ownerUrl, { max: 4, onnotice: () => undefined })
      await owner.unsafe(benchSchema)
      return {
        ownerUrl,
        appUrl: roleUrl(ownerUrl, secret, roles.app),
        installation: roles.installation,
        owner,
        async drop() {
          await owner.end()
          await administration.unsafe(`drop database ${name} with (force)`)
        },
      }
    },
    async close() {
      await administration.end()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * 64 clients of pgbench beside the pools of a node and of the load generator are more than PostgreSQL takes by default.
 */
async function configure(dataDir: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const server = await startEmbedded({ dataDir, secret })
  const sql = postgres(server.url, { max: 1 })
  for (const [name, value] of Object.entries(settings)) await sql.unsafe(`alter system set ${name} = '${value}'`)
  await sql.end()
  await server.stop()
}
