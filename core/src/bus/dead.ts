import type { Sql } from 'postgres'
import type { DeadLetter, EventBus } from './bus.ts'
import { fromRow, type EventRow } from './log.ts'

const defaultPage = 50
const largestPage = 500

/** Where a page of dead letters ends; given as `before`, the next page begins behind it. */
export const deadLetterPosition = (letter: Pick<DeadLetter, 'consumer' | 'seq'>): string => `${letter.seq}.${letter.consumer}`

/** Dead letters stay in `bus.parked` until somebody replays or discards them. `onRevived` is called after a replay. */
export function deadLetters(sql: Sql, onRevived: () => void): EventBus['dead'] {
  return {
    async list({ consumer, tenantId, before, limit }) {
      const [, seq, name] = /^(\d{1,18})\.(.+)$/s.exec(before ?? '') ?? []
      const rows = await sql<(EventRow & { consumer: string; attempts: number; error: string; dead_at: Date })[]>`
        select * from bus.parked where dead_at is not null
          ${tenantId === undefined ? sql`` : sql`and tenant_id = ${tenantId}`}
          ${consumer === undefined ? sql`` : sql`and consumer = ${consumer}`}
          ${seq === undefined || name === undefined ? sql`` : sql`and (seq, consumer) < (${seq}, ${name})`}
        order by seq desc, consumer desc limit ${Math.min(limit ?? defaultPage, largestPage)}`
      return rows.map((row) => ({ consumer: row.consumer, seq: row.seq, event: fromRow(row).event, attempts: row.attempts, error: row.error, deadAt: row.dead_at }))
    },
    async replay(consumer, seq, tenantId) {
      const { count } = await sql`
        update bus.parked set dead_at = null, attempts = 0, next_at = now(), revived = true
         where consumer = ${consumer} and seq = ${seq} and dead_at is not null ${tenantId === undefined ? sql`` : sql`and tenant_id = ${tenantId}`}`
      if (count > 0) onRevived()
      return count > 0
    },
    async discard(consumer, seq, tenantId) {
      const { count } = await sql`
        delete from bus.parked where consumer = ${consumer} and seq = ${seq} and dead_at is not null ${tenantId === undefined ? sql`` : sql`and tenant_id = ${tenantId}`}`
      return count > 0
    },
  }
}
