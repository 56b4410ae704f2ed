import type { Query, SqlBuilder } from './database.ts'

/** Pieces of SQL with `by` between them; at least one. */
export const joined = (sql: SqlBuilder, pieces: readonly Query[], by: Query): Query =>
  pieces.reduce((all, piece) => sql`${all} ${by} ${piece}`)
