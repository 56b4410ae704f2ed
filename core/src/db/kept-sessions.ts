import { randomUUID } from 'node:crypto'
import postgres, { type ReservedSql } from 'postgres'
import { ConfigError } from '../base/config.ts'

/** With clients of others between, one round may look like a session; so many do not. */
const rounds = 10

/**
 * Refuses a pooler that gives a statement whichever connection of the server is free, told by what becomes of a value
 * that belongs to a session. Changes nothing.
 * @throws ConfigError that says which mode a pooler needs, and why
 */
export async function requireKeptSessions(url: string): Promise<void> {
  // A setting of the server's own connections, so that a pooler that refuses those says so here, as a sentence.
  const connection = { statement_timeout: 10_000 }
  const sql = postgres(url, { max: 2, connection, fetch_types: false, answer_timeout: 12, onnotice: () => undefined })
  try {
    if (await keepsSessions(await sql.reserve(), await sql.reserve())) return
  } finally {
    await sql.end({ timeout: 0 })
  }
  throw new ConfigError(
    'DATABASE_URL leads to a connection pooler in transaction or statement mode; Recado needs' +
      ' session mode, because it uses LISTEN/NOTIFY, session advisory locks and prepared statements, and changed' +
      ' nothing there',
  )
}

/**
 * A value that one connection has set is there for it after the other was used, and never for the other. It is the same
 * in all rounds: where statements share connections, one that the first has met once tells on the other for good.
 */
async function keepsSessions(one: ReservedSql, other: ReservedSql): Promise<boolean> {
  const value = randomUUID()
  // Texts without parameters: some poolers keep nothing that was prepared.
  const reads = async (session: ReservedSql): Promise<boolean> => {
    const [row] = await session.unsafe("select current_setting('recado.session', true) as value")
    return row?.['value'] === value
  }
  for (let round = 0; round < rounds; round++) {
    await one.unsafe(`select set_config('recado.session', '${value}', false)`)
    if ((await reads(other)) || !(await reads(one))) return false
  }
  return true
}
