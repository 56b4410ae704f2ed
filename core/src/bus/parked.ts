import type { EventEnvelope } from '@recado/contracts'
import type { Sql } from 'postgres'
import { Interrupted } from './interrupted.ts'
import { fromRow, type EventRow, type LogEvent } from './log.ts'

/** Key of the order: keys of two tenants are different keys. */
export interface LaneKey {
  readonly tenantId: string
  readonly key: string
}

export interface ParkedEvent extends LogEvent {
  readonly attempts: number
  readonly nextAt: Date
}

/** State of a parked event: waiting behind another one (no error yet), to be tried again, or given up. */
export interface Parking extends LogEvent {
  readonly attempts: number
  readonly nextAt: Date
  readonly error: string | null
  readonly deadAt: Date | null
}

/** Longest error text kept; the log has the stack. */
const errorLength = 2_000

/** Text of an error, fit for a text column. */
export const errorText = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    .replaceAll('\u0000', '')
    .slice(0, errorLength)

/** The parked events of one consumer. */
export class Parked {
  readonly #sql: Sql
  readonly #consumer: string

  constructor(sql: Sql, consumer: string) {
    this.#sql = sql
    this.#consumer = consumer
  }

  /** Keys that have parked events to be handled. */
  async lanes(): Promise<readonly LaneKey[]> {
    const rows = await this.#sql<
      { tenant_id: string; key: string }[]
    >`select distinct tenant_id, key from bus.parked where consumer = ${this.#consumer} and dead_at is null`
    return rows.map((row) => ({ tenantId: row.tenant_id, key: row.key }))
  }

  /**
   * An event that is parked already, because a crash made it come again, stays as it is. The cursor is locked against a
   * take-over meanwhile, so that whoever takes over sees these rows; a holder that was taken over is refused.
   */
  async add(epoch: number, events: readonly Parking[]): Promise<void> {
    const column = <T>(of: (item: Parking) => T): T[] => events.map(of)
    const [outcome] = await this.#sql<{ held: boolean }[]>`
      with holder as materialized (
        select 1 from bus.cursor where name = ${this.#consumer} and epoch = ${epoch} for share
      ), added as (
        insert into bus.parked
               (consumer, seq, event_id, tenant_id, name, key, data, at, attempts, next_at, error, dead_at)
        select ${this.#consumer}, seq, event_id, tenant_id, name, key, data::jsonb, at::timestamptz, attempts,
               next_at::timestamptz, error, dead_at::timestamptz
          from unnest(${column((item) => item.seq)}::bigint[], ${column(({ event }) => event.id)}::uuid[],
                      ${column(({ event }) => event.tenantId)}::uuid[], ${column(({ event }) => event.name)}::text[],
                      ${column(({ event }) => event.key)}::text[],
                      ${column(({ event }) => JSON.stringify(event.data ?? null))}::text[],
                      ${column(({ event }) => event.at)}::text[], ${column((item) => item.attempts)}::int[],
                      ${column((item) => item.nextAt.toISOString())}::text[], ${column((item) => item.error)}::text[],
                      ${column((item) => item.deadAt?.toISOString() ?? null)}::text[])
            as t (seq, event_id, tenant_id, name, key, data, at, attempts, next_at, error, dead_at), holder
        on conflict (consumer, seq) do nothing)
      select exists (select from holder) as held`
    if (!outcome!.held) throw new Interrupted()
  }

  /** The event of a key whose turn it is. */
  async first({ tenantId, key }: LaneKey): Promise<ParkedEvent | undefined> {
    const [row] = await this.#sql<(EventRow & { attempts: number; next_at: Date })[]>`
      select seq, event_id, tenant_id, name, key, data, at, attempts, next_at from bus.parked
       where consumer = ${this.#consumer} and tenant_id = ${tenantId} and key = ${key} and dead_at is null
       order by seq limit 1`
    return row && { ...fromRow(row), attempts: row.attempts, nextAt: row.next_at }
  }

  async remove(seq: number): Promise<void> {
    await this.#sql`delete from bus.parked where consumer = ${this.#consumer} and seq = ${seq}`
  }

  async failed(seq: number, outcome: Pick<Parking, 'attempts' | 'nextAt' | 'error' | 'deadAt'>): Promise<void> {
    await this.#sql`
      update bus.parked
         set attempts = ${outcome.attempts}, next_at = ${outcome.nextAt.toISOString()}::text::timestamptz,
             error = ${outcome.error},
             dead_at = ${outcome.deadAt?.toISOString() ?? null}::text::timestamptz, revived = false
       where consumer = ${this.#consumer} and seq = ${seq}`
  }
}

export const laneId = (event: Pick<EventEnvelope, 'tenantId' | 'key'>): string => `${event.tenantId} ${event.key}`
