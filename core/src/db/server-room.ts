import postgres from 'postgres'
import type { ServerRoom } from '../base/connection-budget.ts'

/**
 * Connections of the server, those held by other databases, and the number of nodes that share the rest. Call it after
 * the migrations and before the node registers.
 * @param url of the database, as its owner
 */
export async function roomOf(url: string): Promise<ServerRoom> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    // pg_stat_activity as every role may read it: only connections of clients have an account.
    const [server] = await sql<{ open: number; others: number }[]>`
      select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
               - current_setting('reserved_connections')::integer as open,
             (select count(*)::integer from pg_stat_activity a, pg_database d
               where d.datname = current_database() and a.usesysid is not null and a.datid <> d.oid) as others`
    return { ...server!, nodes: 1 + (await nodesBeside(sql)) }
  } finally {
    await sql.end()
  }
}

/** Number of nodes that are alive. */
export async function nodesBeside(sql: postgres.Sql): Promise<number> {
  const [nodes] = await sql<{ living: number }[]>`
    select count(*)::integer as living from platform.node where seen_at > now() - interval '8 seconds'`
  return nodes!.living
}
