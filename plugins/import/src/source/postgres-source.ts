import postgres from 'postgres'
import type { ImportContext } from '../import-context.ts'
import { connectSeconds, statementMs, type Dialect, type OpenSource } from './source.ts'

const dialect: Dialect = {
  parameter: (at) => `$${at}`,
  text: (column) => `${column}::text`,
  number: (column) => `${column}::float8`,
  flag: (column) => (column === 'null' ? 'false' : `coalesce(${column}, false)`),
  milliseconds: (column) => (column === 'null' ? 'null::float8' : `(extract(epoch from ${column}) * 1000)::float8`),
  joined: (column) => `string_agg(${column}::text, ',' order by ${column})`,
  isOfDatabase: 'table_schema = any (current_schemas(false))',
}

/** Connects to PostgreSQL with the company's settings, at the first statement. */
export async function openPostgres(ctx: ImportContext): Promise<OpenSource> {
  const { host, port, database, user, tls } = ctx.settings
  const options = {
    host,
    port,
    database,
    user,
    password: (await ctx.secrets.get('password')) ?? '',
    ssl: tls === 'off' ? false : tls,
    max: 1,
    connect_timeout: connectSeconds,
    fetch_types: false,
    prepare: false,
    onnotice: () => undefined,
    connection: {
      application_name: 'recado-import',
      default_transaction_read_only: true,
      statement_timeout: statementMs,
    },
    // The library's types do not know it; it is documented as the way to a connection of one's own.
    socket: () => ctx.connect(host, port, ctx.signal),
  }
  const sql = postgres(options as postgres.Options<Record<string, never>>)
  return {
    dialect,
    query: async <T>(statement: string, values: readonly string[] = []) => [
      ...((await sql.unsafe(statement, [...values])) as unknown as T[]),
    ],
    end: () => sql.end({ timeout: ctx.signal.aborted ? 0 : 1 }).catch(() => undefined),
  }
}
