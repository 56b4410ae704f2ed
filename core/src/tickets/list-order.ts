import { Refusal, type TicketSort } from '@recado/contracts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Query, SqlBuilder } from '../db/database.ts'
import type { TicketRow } from './ticket-rows.ts'

/** Position of the next page of a list: the key of the last row that was shown. */
export interface ListPosition {
  readonly at: string
  readonly id: string
  readonly priority?: number
  readonly answered?: boolean
}

/**
 * An order of the list of tickets, with the positions in it. Each is total, and follows indexes; tickets that are
 * closed have their own (`done_at` is their `updated_at`).
 */
export interface ListOrder {
  /** The columns that place a ticket `t`. */
  keys(sql: SqlBuilder, closed: boolean): Query
  /**
   * Over the names of {@link keys}. `none` are columns of `t` that are null in all rows: PostgreSQL does not see by
   * itself that an index which begins with it then has the order of what follows.
   */
  by(sql: SqlBuilder, none?: Query): Query
  after(sql: SqlBuilder, position: ListPosition, closed: boolean): Query
  read(cursor: string | undefined): ListPosition | undefined
  write(row: TicketRow): string
}

const urgent = /^([1-4])([tf])(.+)$/

export const listOrders: Readonly<Record<TicketSort, ListOrder>> = {
  recent: {
    keys: (sql, closed) => (closed ? sql`t.id, t.done_at as place` : sql`t.id, t.updated_at as place`),
    by: (sql, none) => sql`order by ${none ? sql`${none},` : sql``} place desc, id desc`,
    after: (sql, { at, id }, closed) =>
      sql`(${closed ? sql`t.done_at` : sql`t.updated_at`}, t.id) < (${at}::text::timestamptz, ${id}::uuid)`,
    read: readCursor,
    write: (row) => writeCursor({ at: row.updated_key, id: row.id }),
  },
  priority: {
    keys: (sql) => sql`t.id, t.priority, t.answered, coalesce(t.last_message_at, t.created_at) as place`,
    by: (sql) => sql`order by priority, answered, place, id`,
    after: (sql, { at, id, priority, answered }) => sql`
      (t.priority, t.answered, coalesce(t.last_message_at, t.created_at),
       t.id) > (${priority}::smallint, ${answered}::boolean, ${at}::text::timestamptz, ${id}::uuid)`,
    read(cursor) {
      if (cursor === undefined) return undefined
      const match = urgent.exec(cursor)
      if (!match) throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'cursor', message: 'unknown position' }] })
      return { ...readCursor(match[3])!, priority: Number(match[1]), answered: match[2] === 't' }
    },
    write: (row) => `${row.priority}${row.answered ? 't' : 'f'}${writeCursor({ at: row.waiting_key, id: row.id })}`,
  },
}
