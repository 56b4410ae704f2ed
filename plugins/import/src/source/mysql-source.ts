import type { Connection } from 'mysql2/promise'
import type { ImportContext } from '../import-context.ts'
import { connectSeconds, statementMs, type Dialect, type OpenSource } from './source.ts'

/** Times stand in a `datetime` without a zone: the server is told to reckon in the one in which they were written. */
const dialect: Dialect = {
  parameter: () => '?',
  text: (column) => `cast(${column} as char)`,
  number: (column) => `(${column} + 0e0)`,
  flag: (column) => (column === 'null' ? '0' : `(coalesce(${column}, 0) <> 0)`),
  milliseconds: (column) =>
    column === 'null'
      ? 'null'
      : `(timestampdiff(microsecond, '1970-01-01 00:00:00', convert_tz(${column}, @@session.time_zone, '+00:00')) ` +
        '/ 1000e0)',
  joined: (column) => `group_concat(${column} order by ${column} separator ',')`,
  isOfDatabase: 'table_schema = database()',
}

/** Names in double quotes, texts with backslashes as the driver writes them, and nothing written. */
const session = (utcOffset: string): string[] => [
  `set session sql_mode = 'ANSI_QUOTES', time_zone = '${utcOffset}', group_concat_max_len = 4096`,
  'set session transaction read only',
]
/** MySQL and MariaDB limit a statement by different variables; each refuses that of the other. */
const limits = [
  `set session max_execution_time = ${statementMs}`,
  `set session max_statement_time = ${statementMs / 1_000}`,
]
const unknownVariable = 'ER_UNKNOWN_SYSTEM_VARIABLE'
const withoutTls = 'HANDSHAKE_NO_SSL_SUPPORT'

/** Connects to MySQL or MariaDB with the company's settings. @throws what the driver or `ctx.connect` throws */
export async function openMysql(ctx: ImportContext): Promise<OpenSource> {
  const { tls, utcOffset } = ctx.settings
  const connection = await connect(ctx, tls !== 'off').catch((error: unknown) => {
    if (tls === 'prefer' && codeOf(error) === withoutTls) return connect(ctx, false)
    throw error
  })
  const end = async (): Promise<void> => {
    connection.destroy()
  }
  try {
    for (const statement of session(utcOffset)) await connection.query(statement)
    for (const statement of limits)
      await connection.query(statement).catch((error: unknown) => {
        if (codeOf(error) !== unknownVariable) throw error
      })
  } catch (error) {
    await end()
    throw error
  }
  return {
    dialect,
    query: async <T>(statement: string, values: readonly string[] = []) =>
      (await connection.execute(statement, [...values]))[0] as T[],
    end,
  }
}

async function connect(ctx: ImportContext, isSecure: boolean): Promise<Connection> {
  const { host, port, database, user } = ctx.settings
  const { createConnection } = await import('mysql2/promise')
  const stream = await ctx.connect(host, port, ctx.signal)
  try {
    const connection = await createConnection({
      host,
      port,
      database,
      user,
      password: (await ctx.secrets.get('password')) ?? '',
      stream,
      connectTimeout: connectSeconds * 1_000,
      charset: 'utf8mb4',
      disableEval: true,
      // As with PostgreSQL: the line is secret, whose certificate it is is not asked.
      ...(isSecure ? { ssl: { rejectUnauthorized: false } } : {}),
    })
    // A connection that is lost between two statements is told by the next one.
    connection.on('error', () => undefined)
    return connection
  } catch (error) {
    stream.destroy()
    throw error
  }
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code
