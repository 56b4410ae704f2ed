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

/** An order of the list of tickets, with the positions in it. Each is total, and follows an index. */
export interface ListOrder {
  by(sql: SqlBuilder): Query
  after(sql: SqlBuilder, position: ListPosition): Query
  read(cursor: string | undefined): ListPosition | undefined
  write(row: TicketRow): string
}

const urgent = /^([1-4])([tf])(.+)$/

export const listOrders: Readonly<Record<TicketSort, ListOrder>> = {
  recent: {
    by: (sql) => sql`order by updated_at desc, id desc`,
    after: (sql, { at, id }) => sql`(t.updated_at, t.id) < (${at}::text::timestamptz, ${id}::uuid)`,
    read: readCursor,
    write: (row) => writeCursor({ at: row.updated_key, id: row.id }),
  },
  priority: {
    by: (sql) => sql`order by priority, answered, coalesce(last_message_at, created_at), id`,
    after: (sql, { at, id, priority, answered }) =>
      sql`(t.priority, t.answered, coalesce(t.last_message_at, t.created_at), t.id) > (${priority}::smallint, ${answered}::boolean, ${at}::text::timestamptz, ${id}::uuid)`,
    read(cursor) {
      if (cursor === undefined) return undefined
      const match = urgent.exec(cursor)
      if (!match) throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'cursor', message: 'unknown position' }] })
      return { ...readCursor(match[3])!, priority: Number(match[1]), answered: match[2] === 't' }
    },
    write: (row) => `${row.priority}${row.answered ? 't' : 'f'}${writeCursor({ at: row.waiting_key, id: row.id })}`,
  },
}
