import { randomBytes } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../../core/src/db/database.ts'
import { roleUrl, rolesOf, type InstallationRoles } from '../../core/src/db/roles.ts'
import type { TestCluster } from './postgres.setup.ts'

/** A migrated database of one test file. */
export interface TestDatabase {
  /** The installation's secret, from which the role passwords follow. */
  readonly secret: string
  /** Address as the owner: no row-level security applies. For migrations and for arranging rows. */
  readonly ownerUrl: string
  /** Names of the roles; those of the run, which all its databases share. */
  readonly roles: InstallationRoles
  /** Address as the server's role, as the server connects. */
  readonly appUrl: string
  /** The server's own view, as the server's role. The tested code uses it. */
  readonly db: Database
  /** The owner's client, to arrange rows and to look behind the walls. */
  readonly owner: Sql
  /** Closes both and drops the database. Call it in `afterAll`. */
  drop(): Promise<void>
}

/**
 * Clones the migrated template; about 30 ms. One per test file, in `beforeAll`; also where a test needs its own world.
 * `plugins`: the schemas of the house's plugins are there too, so that a node that starts with them has none to make.
 */
export async function testDatabase({ plugins = false } = {}): Promise<TestDatabase> {
  const cluster = inject('cluster') as TestCluster | undefined
  if (!cluster)
    throw new Error(
      'This test needs a database: name its file *.itest.ts or *.e2e.ts so that it runs in a project that has one',
    )
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = plugins ? cluster.templateWithPlugins : cluster.template
  await administer(cluster, `create database ${name} template ${template} strategy file_copy`)
  const address = new URL(cluster.url)
  address.pathname = name
  const ownerUrl = address.href
  const roles = rolesOf(cluster.installation)
  const appUrl = roleUrl(ownerUrl, cluster.secret, roles.app)
  const db = openDatabase({ url: appUrl, poolSize: 6 })
  const owner = postgres(ownerUrl, { max: 4, onnotice: () => undefined })
  return {
    secret: cluster.secret,
    ownerUrl,
    roles,
    appUrl,
    db,
    owner,
    async drop() {
      await Promise.all([db.close(), owner.end({ timeout: 5 })])
      await left(cluster, name)
      await administer(cluster, `drop database if exists ${name} with (force)`)
    },
  }
}

/** A database without anything in it. */
export interface EmptyDatabase {
  readonly ownerUrl: string
  readonly secret: string
  drop(): Promise<void>
}

/** An empty database of the same cluster, not even migrated: for tests of migrations. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const cluster = inject('cluster')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await administer(cluster, `create database ${name}`)
  const address = new URL(cluster.url)
  address.pathname = name
  return {
    ownerUrl: address.href,
    secret: cluster.secret,
    drop: () => administer(cluster, `drop database if exists ${name} with (force)`),
  }
}

/** An empty database with an owner of its own, who has the rights that the product asks for and no more. */
export async function ownedDatabase(): Promise<EmptyDatabase> {
  const cluster = inject('cluster')
  const database = await emptyDatabase()
  const address = new URL(database.ownerUrl)
  const name = address.pathname.slice(1)
  address.username = `owner_of_${name}`
  address.password = randomBytes(12).toString('hex')
  await administer(cluster, `create role ${address.username} login createrole bypassrls password '${address.password}'`)
  await administer(cluster, `alter database ${name} owner to ${address.username}`)
  return { ...database, ownerUrl: address.href }
}

/** Names of the roles of the installation in a database that `migrate` has been at. */
export async function rolesAt(ownerUrl: string): Promise<InstallationRoles> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined })
  try {
    const [row] = await sql<{ installation: string }[]>`select installation from migrations.role_names`
    return rolesOf(row!.installation)
  } finally {
    await sql.end()
  }
}

/**
 * Some pools say that they have ended while their last connections are still saying goodbye, and nobody listens to
 * those any more: cut off, they would fail a test that has passed. Waits a moment for them; what stays is cut.
 */
async function left(cluster: TestCluster, name: string): Promise<void> {
  const sql = postgres(cluster.url, { max: 1, onnotice: () => undefined })
  try {
    for (
      const until = Date.now() + 2_000;
      Date.now() < until;
      await new Promise((resolve) => setTimeout(resolve, 20))
    ) {
      const [row] = await sql<
        { connected: number }[]
      >`select count(*)::integer as connected from pg_stat_activity where datname = ${name}`
      if (row!.connected === 0) return
    }
  } finally {
    await sql.end()
  }
}

async function administer(cluster: TestCluster, statement: string): Promise<void> {
  const sql = postgres(cluster.url, { max: 1, onnotice: () => undefined })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
