import type { EventEnvelope } from '@recado/contracts'
import type { Sql } from 'postgres'

/** An event with its place in the log. Numbers follow each other without gaps. */
export interface LogEvent {
  readonly seq: number
  readonly event: EventEnvelope
}

/** An event as the bus tables hold it; the raw client hands out `at` as a Date and bigints as strings. */
export interface EventRow {
  seq: string
  event_id: string
  tenant_id: string
  name: string
  key: string
  data: unknown
  at: Date
}

export const fromRow = (row: EventRow): LogEvent => ({
  seq: Number(row.seq),
  event: {
    id: row.event_id,
    tenantId: row.tenant_id,
    name: row.name,
    key: row.key,
    at: row.at.toISOString(),
    data: row.data,
  },
})

/**
 * Number of the newest events that a process keeps in memory, so that its consumers do not each read them from the
 * database.
 */
const kept = 4096

/**
 * A process's view of `bus.log`. The newest events arrive by {@link append} from the relay or over the network; missing
 * ones are read from the table, so that a carrier may lose, repeat or reorder without any harm.
 */
export class EventLog {
  readonly #sql: Sql
  readonly #listeners = new Set<() => void>()
  /** `#events` holds the numbers `#before + 1 … #before + length`. */
  #events: LogEvent[] = []
  #before = 0
  #head = 0

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Number of the newest event that is known to be there. */
  get head(): number {
    return this.#head
  }

  /** Takes events of ascending, adjacent numbers. Known ones are ignored; after a gap memory starts again. */
  append(events: readonly LogEvent[]): void {
    const last = this.#before + this.#events.length
    const fresh = events.filter((item) => item.seq > last)
    if (fresh.length === 0) return
    if (fresh[0]!.seq !== last + 1) {
      this.#events = []
      this.#before = fresh[0]!.seq - 1
    }
    this.#events.push(...fresh)
    if (this.#events.length > 2 * kept) this.#before += this.#events.splice(0, this.#events.length - kept).length
    this.advanceTo(fresh.at(-1)!.seq)
  }

  /** Records that the log reaches at least `head`. */
  advanceTo(head: number): void {
    if (head <= this.#head) return
    this.#head = head
    for (const listener of this.#listeners) listener()
  }

  /** Clears the memory: after a failure of the database, numbers may have been reused. */
  forget(): void {
    this.#events = []
    this.#before = 0
    this.#head = 0
  }

  /** Up to `limit` events after the number `seq`, in order; empty when the log is known to end there. */
  async read(seq: number, limit: number): Promise<readonly LogEvent[]> {
    if (seq >= this.#head) return []
    const index = seq - this.#before
    if (index >= 0 && index < this.#events.length) return this.#events.slice(index, index + limit)
    const rows = await this.#sql<EventRow[]>`select * from bus.log where seq > ${seq} order by seq limit ${limit}`
    const events = rows.map(fromRow)
    if (seq === this.#before + this.#events.length) this.append(events)
    return events
  }

  onAdvance(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
