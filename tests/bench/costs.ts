import { startCluster, type BenchDatabase } from './cluster.ts'
import type { Bench } from './figure.ts'
import { until } from './measure.ts'
import { parentOf, processorOf, processorOfFamily } from './processor.ts'

/** What one message cost, with everything that it set going, all in milliseconds but the last. */
export interface Cost extends Record<string, number> {
  /** Planning and execution of all statements of the database's clients, waiting for locks included. */
  readonly statements: number
  /** Processor time of all processes of PostgreSQL. */
  readonly postgres: number
  /** Processor time of the product's process; NaN without one. */
  readonly node: number
  /** Bytes of write-ahead log. */
  readonly log: number
}

/** Settings of a cluster whose statements can be counted; none is until {@link counted} runs. */
export const countingStatements = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
  'pg_stat_statements.track_planning': 'on',
  'pg_stat_statements.max': '10000',
}

/** `work` has a PostgreSQL of its own, whose statements can be counted. */
export const onCountingCluster = async <T>(bench: Bench, work: (bench: Bench) => Promise<T>): Promise<T> => {
  const cluster = await startCluster(countingStatements)
  return work({ ...bench, cluster }).finally(() => cluster.close())
}

/** Statements are counted while `work` runs. @param depth `all` counts those within functions too */
export async function counted<T>({ owner }: BenchDatabase, depth: 'top' | 'all', work: () => Promise<T>): Promise<T> {
  await owner`create extension if not exists pg_stat_statements`
  const track = async (what: string): Promise<void> => {
    await owner.unsafe(`alter system set pg_stat_statements.track = '${what}'`)
    await owner`select pg_reload_conf()`
    // A client takes a setting over with its next statement.
    await until(`pg_stat_statements.track is ${what}`, async () => {
      const [shown] = await owner<{ value: string }[]>`select current_setting('pg_stat_statements.track') as value`
      return shown!.value === what
    })
  }
  await track(depth)
  await owner`select pg_stat_statements_reset()`
  return work().finally(() => track('none'))
}

/** Whether a statement counts: those of the benchmark itself do not, and have a comment that says so. */
export const ofProduct = `query not like '%pg_stat_statements%' and query not like '%/* bench */%'`

/** Until relay and consumers have done all that they were given. */
export async function settled({ owner }: BenchDatabase): Promise<void> {
  await until(
    'every event handled',
    async () => {
      const [standing] = await owner<{ waiting: boolean }[]>`
        select /* bench */ exists (select 1 from bus.outbox)
          or exists (select 1 from bus.cursor c cross join bus.head h where c.seq < h.seq) as waiting`
      return !standing!.waiting
    },
    120,
    50,
  )
}

/** Waits until the numbers of companies that were made by the database exist: a node makes them once, at its start. */
export async function factsMade({ owner }: BenchDatabase): Promise<void> {
  await until(
    'the facts of every company made',
    async () => {
      const missing = await owner`select /* bench */ from core.companies_without_facts(1)`
      const [due] = await owner<{ rows: boolean }[]>`select /* bench */ exists (select from core.fact_due) as rows`
      return missing.length === 0 && !due!.rows
    },
    300,
    200,
  )
}

/**
 * What messages cost each, counted until a node, if there is one, has done everything that they set going. `work`
 * answers how many there were.
 */
export async function costOf(
  database: BenchDatabase,
  node: { readonly pid: number } | undefined,
  work: () => Promise<number>,
): Promise<Cost> {
  const { owner } = database
  const now = async () => {
    const [row] = await owner<{ pid: number; statements: number; log: number }[]>`
      select pg_backend_pid() as pid, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as log, (
        select coalesce(sum(total_exec_time + total_plan_time), 0) from pg_stat_statements s
          join pg_database d on d.oid = s.dbid
         where d.datname = current_database() and toplevel and ${owner.unsafe(ofProduct)})::float8 as statements`
    return {
      ...row!,
      postgres: processorOfFamily(parentOf(row!.pid)),
      node: node ? processorOf(node.pid) : Number.NaN,
    }
  }
  return counted(database, 'top', async () => {
    const before = await now()
    const messages = await work()
    if (node) await settled(database)
    const after = await now()
    const each = (of: (seen: Awaited<ReturnType<typeof now>>) => number): number => (of(after) - of(before)) / messages
    return {
      statements: each((seen) => seen.statements),
      postgres: each((seen) => seen.postgres),
      node: each((seen) => seen.node),
      log: each((seen) => seen.log),
    }
  })
}
