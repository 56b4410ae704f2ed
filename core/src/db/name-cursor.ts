import { Refusal } from '@recado/contracts'
import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import * as z from 'zod'
import type { Query, SqlBuilder } from './database.ts'

/** A position in a list that is ordered by name and id. Opaque to clients. */
export interface NameCursor {
  readonly name: string
  readonly id: string
}
const Position = z.tuple([z.string().refine((name) => !name.includes('\0')), z.uuid()])

export const writeNameCursor = ({ name, id }: NameCursor): string =>
  Buffer.from(JSON.stringify([name, id])).toString('base64url')

/** The order of rows of `table` that have a name: as people look through them, without accents and case. */
export const byName = (query: SqlBuilder, table: Query): Query => query`core.searchable(${table}.name), ${table}.id`
/** The same order where drizzle writes the query, without the id. */
export const inNameOrder = (name: AnyColumn): SQL => sql`core.searchable(${name})`
/** The rows behind a position; all without one. */
export const behindName = (query: SqlBuilder, table: Query, after: NameCursor | undefined): Query =>
  after
    ? query`(core.searchable(${table}.name), ${table}.id) > (core.searchable(${after.name}), ${after.id}::uuid)`
    : query`true`

/** Refuses what this server did not write with ERR_VALIDATION. */
export function readNameCursor(text: string | undefined): NameCursor | undefined {
  if (text === undefined) return undefined
  try {
    const [name, id] = Position.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { name, id }
  } catch (cause) {
    throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'query.cursor', message: 'unknown position' }] }, { cause })
  }
}
