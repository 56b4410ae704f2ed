import type { Sql } from 'postgres'
import type { Clock } from '../base/clock.ts'
import type { DeadLetter, DeadLetters } from './bus.ts'
import { fromRow, type EventRow } from './log.ts'

const defaultPage = 50
const largestPage = 500
/** Letters of one statement, where all of a consumer are meant. */
const batch = 500

/** Position of the last dead letter of a page; given as `before`, the next page begins behind it. */
export const deadLetterPosition = (letter: Pick<DeadLetter, 'consumer' | 'seq'>): string =>
  `${letter.seq}.${letter.consumer}`

export interface DeadLettersOptions {
  readonly sql: Sql
  readonly clock: Clock
  /** Called after a replay. */
  onRevived(): void
}

/** Dead letters stay in `bus.parked` until somebody replays or discards them. */
export function deadLetters({ sql, clock, onRevived }: DeadLettersOptions): DeadLetters {
  const dead = sql`dead_at is not null and discarded_at is null`
  const revived = sql`dead_at = null, attempts = 0, next_at = now(), revived = true`
  const of = (tenantId: string | undefined) => (tenantId === undefined ? sql`` : sql`and tenant_id = ${tenantId}`)
  /** The oldest dead letters of a consumer by an instant, locked. */
  const oldest = (consumer: string, asOf: Date) => sql`
    select consumer, seq from bus.parked
     where ${dead} and consumer = ${consumer} and dead_at <= ${asOf.toISOString()}::text::timestamptz
     order by seq limit ${batch} for update skip locked`

  return {
    async list({ consumer, tenantId, before, limit }) {
      const [, seq, name] = /^(\d{1,18})\.(.+)$/s.exec(before ?? '') ?? []
      const rows = await sql<(EventRow & { consumer: string; attempts: number; error: string; dead_at: Date })[]>`
        select * from bus.parked where ${dead} ${of(tenantId)}
          ${consumer === undefined ? sql`` : sql`and consumer = ${consumer}`}
          ${seq === undefined || name === undefined ? sql`` : sql`and (seq, consumer) < (${seq}, ${name})`}
        order by seq desc, consumer desc limit ${Math.min(limit ?? defaultPage, largestPage)}`
      return rows.map((row) => ({
        consumer: row.consumer,
        seq: row.seq,
        event: fromRow(row).event,
        attempts: row.attempts,
        error: row.error,
        deadAt: row.dead_at,
      }))
    },
    async replay(consumer, seq, tenantId) {
      const { count } = await sql`
        update bus.parked set ${revived} where ${dead} and consumer = ${consumer} and seq = ${seq} ${of(tenantId)}`
      if (count > 0) onRevived()
      return count > 0
    },
    async discard(consumer, seq, tenantId, asOf = clock.now()) {
      const { count } = await sql`
        update bus.parked set discarded_at = ${asOf.toISOString()}::text::timestamptz
         where ${dead} and consumer = ${consumer} and seq = ${seq} ${of(tenantId)}`
      return count > 0
    },
    async replayAll(consumer, asOf) {
      const { count } = await sql`
        update bus.parked p set ${revived}
          from (${oldest(consumer, asOf)}) o
         where p.consumer = o.consumer and p.seq = o.seq`
      if (count > 0) onRevived()
      return { count, hasMore: count === batch }
    },
    async discardAll(consumer, asOf) {
      const { count } = await sql`
        update bus.parked p set discarded_at = ${asOf.toISOString()}::text::timestamptz
          from (${oldest(consumer, asOf)}) o where p.consumer = o.consumer and p.seq = o.seq`
      return { count, hasMore: count === batch }
    },
    async restore(consumer, asOf, seq) {
      const { count } = await sql`
        update bus.parked set discarded_at = null where (consumer, seq) in (
          select consumer, seq from bus.parked
           where discarded_at = ${asOf.toISOString()}::text::timestamptz and consumer = ${consumer}
             ${seq === undefined ? sql`` : sql`and seq = ${seq}`}
           limit ${batch})`
      return { count, hasMore: count === batch }
    },
  }
}
