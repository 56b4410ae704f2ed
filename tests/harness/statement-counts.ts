import type { TestDatabase } from './database.ts'

/** A statement as the database saw it since the last look, also inside of functions. */
export interface StatementCount {
  readonly text: string
  readonly calls: number
  /** How often a plan was made for it. */
  readonly plans: number
  /** Pages of tables and indexes that it read or changed, in all calls. */
  readonly pages: number
}

export interface StatementCounts {
  /** Forgets what was counted. */
  reset(): Promise<void>
  /** What ran at least `calls` times, whatever role asked for it. */
  of(calls: number): Promise<StatementCount[]>
  /** Sessions of this database, each of which makes plans of its own. */
  sessions(): Promise<number>
}

/** Counts what is run in a database from its next sessions on: restart the node that uses it. */
export async function countStatements({ owner, ownerUrl }: TestDatabase): Promise<StatementCounts> {
  const name = new URL(ownerUrl).pathname.slice(1)
  await owner.unsafe('create extension if not exists pg_stat_statements')
  await owner.unsafe(`alter database ${name} set pg_stat_statements.track = 'all'`)
  await owner.unsafe(`alter database ${name} set pg_stat_statements.track_planning = on`)
  return {
    async reset() {
      await owner`select pg_stat_statements_reset(0, (select oid from pg_database where datname = ${name}), 0)`
    },
    of: async (calls) => [
      ...(await owner<StatementCount[]>`
        select max(query) as text, sum(calls)::integer as calls, sum(plans)::integer as plans,
               sum(shared_blks_hit + shared_blks_read)::integer as pages from pg_stat_statements
         where dbid = (select oid from pg_database where datname = ${name}) group by queryid, toplevel
        having sum(calls) >= ${calls} order by sum(plans) desc`),
    ],
    async sessions() {
      const [row] = await owner<{ count: number }[]>`
        select count(*)::integer as count from pg_stat_activity where datname = ${name}`
      return row!.count
    },
  }
}
