import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { endPostmaster, findPostmaster, isAlive } from '../../core/src/db/embedded/postmaster.ts'
import { startEmbedded } from '../../core/src/db/embedded.ts'
import { houseSets } from '../../core/src/db/house.ts'
import { migrate } from '../../core/src/db/migrate.ts'
import { migrateJobs } from '../../core/src/jobs/migrate-jobs.ts'
import { migratePlugins, type PluginDatabases } from '../../core/src/plugins/migrate.ts'
import { removeDataDir } from './data-dir.ts'
import { housePlugins } from './house-plugins.ts'
import { dataRoot } from './data-root.ts'

/** The run's PostgreSQL for the tests; see `testDatabase` in database.ts. */
export interface TestCluster {
  /** Owner's address of the maintenance database. */
  readonly url: string
  /** Database that holds every migration and no rows, to be cloned. */
  readonly template: string
  /** The same with the schemas of the house's plugins. */
  readonly templateWithPlugins: string
  /** The installation's secret that role passwords follow from. */
  readonly secret: string
  /** Id that the names of the run's roles carry. */
  readonly installation: string
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

const template = 'recado_template'
const templateWithPlugins = 'recado_template_with_plugins'
const secret = 'the secret of the test run, known to everybody'
/**
 * Statements are counted in databases that ask for it; see statement-counts.ts. The nodes of three workers share the
 * connections.
 */
const settings = ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=none', 'max_connections=150']
interface Run {
  readonly cluster: TestCluster
  readonly stop: () => Promise<void>
}

/** One PostgreSQL per run, however many projects ask: each loads this file again, so the count lives on the process. */
const shared = globalThis as { recadoTestRun?: { run: Promise<Run>; users: number } | undefined }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.recadoTestRun ??= { run: startCluster(), users: 0 }
  const { recadoTestRun } = shared
  recadoTestRun.users++
  const { cluster, stop } = await recadoTestRun.run
  project.provide('cluster', cluster)
  return async () => {
    if (--recadoTestRun.users > 0) return
    shared.recadoTestRun = undefined
    await stop()
  }
}

async function startCluster(): Promise<Run> {
  await sweepKilledRuns()
  const dataDir = mkdtempSync(join(dataRoot, `recado-tests-${process.pid}-`))
  chmodSync(dataDir, 0o755)
  const server = await startEmbedded({ dataDir, secret, durable: false, settings })
  const stop = async (): Promise<void> => {
    await server.stop()
    removeDataDir(dataDir)
  }
  try {
    const sql = postgres(server.url, { max: 1, onnotice: () => undefined })
    await sql.unsafe(`create database ${template}`)
    const roles = await migrate(addressOf(server.url, template), secret, houseSets())
    await migrateJobs(addressOf(server.url, template), roles)
    await sql.unsafe(`create database ${templateWithPlugins} template ${template} strategy file_copy`)
    await sql.end()
    await migrateHousePlugins({ ownerUrl: addressOf(server.url, templateWithPlugins), secret, roles })
    return {
      cluster: { url: server.url, template, templateWithPlugins, secret, installation: roles.installation },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function addressOf(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = database
  return address.href
}

/** A start that finds these migrations applied compares them as any other start does. */
const migrateHousePlugins = (databases: PluginDatabases): Promise<void> =>
  migratePlugins(databases, async (migratePlugin) => {
    for (const name of readdirSync(housePlugins).toSorted()) {
      const folder = join(housePlugins, name)
      const migrations = join(folder, 'migrations')
      if (existsSync(join(folder, 'package.json')))
        await migratePlugin(name, existsSync(migrations) ? migrations : undefined)
    }
  })

/** Servers and folders of runs that were killed before they could clean up. */
async function sweepKilledRuns(): Promise<void> {
  for (const name of readdirSync(dataRoot)) {
    const pid = Number(/^recado-tests-(\d+)-/.exec(name)?.[1])
    if (!pid || isAlive(pid)) continue
    const dataDir = join(dataRoot, name)
    const place = join(dataDir, 'postgres')
    const left = existsSync(place) ? findPostmaster(realpathSync(place)) : undefined
    if (left) await endPostmaster(left.pid)
    removeDataDir(dataDir)
  }
}
