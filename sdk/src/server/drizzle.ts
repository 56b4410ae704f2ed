import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import type { PluginTransaction } from '@recado/contracts'

/**
 * drizzle over a plugin's transaction: queries on the plugin's own tables (`pgSchema('plg_<id>')`) with types, inside
 * `ctx.db.transaction`. Free to make, keeps nothing: call it once per transaction and let it go with it. Rows of
 * another company are invisible to it; a nested `db.transaction` is refused, because the work already is one.
 */
export const drizzleOn = (tx: PluginTransaction): PgRemoteDatabase =>
  drizzle(
    async (sql, params, method) => ({ rows: await tx.query(sql, params, method === 'all' ? 'array' : 'object') }),
    { logger: false },
  )
