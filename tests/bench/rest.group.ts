import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hookPlugin } from '../harness/plugin-folder.ts'
import { repository, secret, startCluster, type BenchDatabase } from './cluster.ts'
import { makeCompanies } from './companies.ts'
import { atMost, type Bench, type Figure, type Group } from './figure.ts'
import { startNats } from './nats-server.ts'
import { startProduct } from './start.group.ts'

/** Long enough for what is done every ten seconds to count with its share. */
const idleSeconds = 20
/** What a start and the first look of everything bring is over by then. */
const settleSeconds = 12
/** The second world has so many companies more, each with a connection whose session is open, and as idle. */
const idleCompanies = 300
/** Statements a second of two nodes that have nothing to do. */
const aims = { one: 12, many: 14 }

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))

interface Statement {
  readonly query: string
  readonly calls: number
}

/** What all clients of the database asked for while nobody did anything, most frequent first. */
async function statementsAtRest({ owner }: BenchDatabase): Promise<readonly Statement[]> {
  await pause(settleSeconds)
  await owner`select pg_stat_statements_reset()`
  await pause(idleSeconds)
  return owner<Statement[]>`
    select regexp_replace(query, '\\s+', ' ', 'g') as query, calls::float8 as calls from pg_stat_statements
      join pg_database d on d.oid = dbid
     where d.datname = current_database() and query not like '%pg_stat_statements%' order by calls desc`
}

/** Two nodes with every plugin of the house, each company with all of them switched on and one open session. */
async function atRest(bench: Bench, database: BenchDatabase, natsUrl: string, tenants: number): Promise<number> {
  await makeCompanies(database, { tenants, usersPerTenant: 1 })
  await database.owner`
    insert into core.plugin_enablement (tenant_id, plugin, enabled)
    select t.id, plugin, true from core.tenant t, unnest(${readdirSync(join(repository, 'plugins'))}::text[]) plugin`
  const env = {
    DATABASE_URL: database.ownerUrl,
    NATS_URL: natsUrl,
    RECADO_SECRET: secret,
    PORT: '0',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  }
  const node = () => {
    const dataDir = mkdtempSync(join(bench.cluster.folder, 'rest-'))
    mkdirSync(join(dataDir, 'plugins'))
    symlinkSync(hookPlugin, join(dataDir, 'plugins', basename(hookPlugin)))
    writeFileSync(join(dataDir, 'reachable-networks'), '127.0.0.0/8\n')
    return startProduct({ ...env, DATA_DIR: dataDir })
  }
  const nodes = [await node(), await node()]
  try {
    const statements = await statementsAtRest(database)
    for (const { query, calls } of statements.slice(0, 60))
      bench.say(`${(calls / idleSeconds).toFixed(2)}/s  ${query.slice(0, 170)}`)
    return statements.reduce((sum, { calls }) => sum + calls, 0) / idleSeconds
  } finally {
    await Promise.all(nodes.map((one) => one.stop()))
  }
}

export const rest: Group = {
  name: 'rest',
  title: 'Two nodes at rest',
  notes: [],
  async run(bench) {
    const nats = await startNats()
    if (!nats) {
      bench.skip('statements of two nodes at rest', 'NATS_URL is not set and nats-server is not on the PATH')
      return []
    }
    const cluster = await startCluster({ shared_preload_libraries: 'pg_stat_statements' })
    const figures: Figure[] = []
    try {
      for (const [name, tenants, aim] of [
        ['one', 1, aims.one],
        ['many', 1 + idleCompanies, aims.many],
      ] as const) {
        const database = await cluster.database(`rest_${name}`)
        await database.owner`create extension pg_stat_statements`
        figures.push({
          what: `statements, companies: ${tenants}`,
          value: await atRest(bench, database, nats.url, tenants),
          unit: '/s',
          aims: [atMost(aim, 'value')],
        })
        await database.drop()
      }
      return figures
    } finally {
      await cluster.close()
      await nats.stop()
    }
  },
}
