import type { Sql } from 'postgres'
import { ConfigError } from '../base/config.ts'

/** Major version from which on PostgreSQL has what the migrations use. */
const oldestMajor = 18

/**
 * Refuses a PostgreSQL that is too old. Changes nothing.
 * @throws ConfigError that names the version found and the one wanted
 */
export async function requireServerVersion(sql: Sql): Promise<void> {
  const [found] = await sql<{ number: number; name: string }[]>`
    select current_setting('server_version_num')::integer as number, current_setting('server_version') as name`
  if (Math.floor(found!.number / 10_000) >= oldestMajor) return
  throw new ConfigError(
    `DATABASE_URL leads to PostgreSQL ${found!.name}; Recado needs ${oldestMajor} or newer, and changed nothing there`,
  )
}
