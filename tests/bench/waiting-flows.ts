import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hookPlugin } from '../harness/plugin-folder.ts'
import { kinds, secret, startCluster, type BenchDatabase } from './cluster.ts'
import { makeCompanies } from './companies.ts'
import { counted, countingStatements, factsMade } from './costs.ts'
import { atMost, type Bench, type Figure } from './figure.ts'
import { parentOf, processorOf, processorOfFamily } from './processor.ts'
import { startProduct } from './start.group.ts'

/** What a start and the first look of everything bring is over by then. */
const settleSeconds = 12
/** Long enough for what is done every ten seconds to count with its share. */
const restSeconds = 20
const few = 10
const many = 100_000

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))

/** So many conversations of one company wait in a flow: each has its ticket, its run, and a timer of later hours. */
async function makeWaiting({ owner }: BenchDatabase, waiting: number): Promise<void> {
  const { tenant, contact, ticket, connection } = kinds
  const each = owner`generate_series(1, ${waiting}::integer) n`
  const flow = randomUUID()
  const version = randomUUID()
  await owner`insert into core.contact (id, tenant_id, name)
    select bench.id(${contact}, 1, n), bench.id(${tenant}, 1, 0), 'Cliente ' || n from ${each}`
  await owner`insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, bot)
    select bench.id(${ticket}, 1, n), bench.id(${tenant}, 1, 0), '1-' || n, 'pending', bench.id(${contact}, 1, n),
           bench.id(${connection}, 1, 0), 'hook', 'c' || n, 'flows' from ${each}`
  await owner`insert into core.responder_turn (tenant_id, ticket_id, plugin, name, input, state, until)
    select bench.id(${tenant}, 1, 0), bench.id(${ticket}, 1, n), 'flows', 'main', ${owner.json({ flow })}, 'kept',
           now() + interval '1 day' from ${each}`
  await owner.begin(async (sql) => {
    await sql`select set_config('app.tenant', bench.id(${tenant}, 1, 0)::text, true)`
    const [graph, draft] = [
      { nodes: [], edges: [] },
      { nodes: [], edges: [] },
    ].map((one) => sql.json(one))
    await sql`
      insert into plg_flows.flow (tenant_id, id, name, description, test_number, draft)
      values (bench.id(${tenant}, 1, 0), ${flow}, 'Fluxo', '', '', ${draft!})`
    await sql`
      insert into plg_flows.version (tenant_id, id, flow_id, number, revision, graph)
      values (bench.id(${tenant}, 1, 0), ${version}, ${flow}, 1, 1, ${graph!})`
    const state = sql.json({ phase: 'reply', node: 'a', step: 1, wait: 1, until: 0, variables: {} })
    await sql`
      insert into plg_flows.run
        (tenant_id, id, ticket_id, contact_id, flow_id, version_id, state, timer_at, timer_wait)
      select bench.id(${tenant}, 1, 0), bench.id(${ticket}, 1, n), bench.id(${ticket}, 1, n),
             bench.id(${contact}, 1, n), ${flow}, ${version}, ${state}, now() + interval '1 hour', 1 from ${each}`
  })
  // As `core.plugin_job` stores them, in one call.
  await owner`select count(*) from graphile_worker.add_jobs(array(
    select ('plugin:flows:timer',
            json_build_object('tenantId', bench.id(${tenant}, 1, 0),
              'data', json_build_object('run', bench.id(${ticket}, 1, n), 'wait', 1)),
            null, now() + interval '2 hours' + make_interval(secs => n), null,
            bench.id(${tenant}, 1, 0) || ':plugin:flows:timer:' || bench.id(${ticket}, 1, n) || ':1', null, null
           )::graphile_worker.job_spec from ${each}))`
  await owner`vacuum analyze`
}

interface Rest {
  /** Pages of tables and indexes that a look for due jobs and one for due responders read. */
  readonly look: number
  /** Processor time of the node and of PostgreSQL, in milliseconds a second. */
  readonly processor: number
}

function startNode(bench: Bench, database: BenchDatabase): ReturnType<typeof startProduct> {
  const dataDir = mkdtempSync(join(bench.cluster.folder, 'waiting-'))
  mkdirSync(join(dataDir, 'plugins'))
  symlinkSync(hookPlugin, join(dataDir, 'plugins', basename(hookPlugin)))
  return startProduct({
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: dataDir,
    RECADO_SECRET: secret,
    PORT: '0',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  })
}

interface Statement {
  readonly query: string
  readonly calls: number
  readonly ms: number
  readonly pages: number
}

async function atRest(bench: Bench, database: BenchDatabase): Promise<Rest> {
  const { owner } = database
  const product = await startNode(bench, database)
  try {
    await factsMade(database)
    await pause(settleSeconds)
    return await counted(database, 'top', async () => {
      const [session] = await owner<{ pid: number }[]>`select pg_backend_pid() as pid`
      const server = parentOf(session!.pid)
      const used = (): number => processorOf(product.pid) + processorOfFamily(server)
      const before = used()
      await pause(restSeconds)
      const processor = (used() - before) / restSeconds
      const statements = await owner<Statement[]>`
        select regexp_replace(query, '\\s+', ' ', 'g') as query, calls::float8 as calls, total_exec_time as ms,
               (shared_blks_hit + shared_blks_read)::float8 as pages
          from pg_stat_statements s join pg_database d on d.oid = s.dbid
         where d.datname = current_database() and query not like '%pg_stat_statements%' order by total_exec_time desc`
      for (const { query, calls, ms, pages } of statements.slice(0, 12))
        bench.say(
          `${calls} calls, ${(ms / calls).toFixed(3)} ms, ${(pages / calls).toFixed(1)} pages: ${query.slice(0, 120)}`,
        )
      const looks = statements.filter(({ query }) => /for update skip locked|due_responders\(/.test(query))
      if (looks.length < 2) throw new Error('nobody looked for what is due')
      return { look: looks.reduce((sum, { calls, pages }) => sum + pages / calls, 0), processor }
    })
  } finally {
    await product.stop()
  }
}

/** What conversations that wait in flows cost a product that has nothing to do. */
export async function waitingFlows(bench: Bench): Promise<readonly Figure[]> {
  const cluster = await startCluster(countingStatements)
  try {
    const rest = async (waiting: number): Promise<Rest> => {
      const database = await cluster.database(`waiting_${waiting}`)
      await makeCompanies(database, { tenants: 1, usersPerTenant: 1 })
      // Once, for the tables of the plugin.
      await (await startNode(bench, database)).stop()
      await makeWaiting(database, waiting)
      bench.say(`${waiting} wait`)
      const seen = await atRest(bench, database)
      await database.drop()
      return seen
    }
    const [a, b] = [await rest(few), await rest(many)]
    const limit = (value: number) => ({ what: `${few} wait`, value })
    return [
      {
        what: `read by a look for what is due, ${many} conversations wait`,
        value: b.look,
        unit: 'pages',
        limit: limit(a.look),
        aims: [atMost(2)],
      },
      {
        what: `processor time of a node and its PostgreSQL at rest in a second, ${many} conversations wait`,
        value: b.processor,
        unit: 'ms',
        limit: limit(a.processor),
        aims: [atMost(1.5)],
      },
    ]
  } finally {
    await cluster.close()
  }
}
