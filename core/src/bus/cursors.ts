import type { Logger } from '@recado/contracts'
import type { Sql } from 'postgres'
import { Recurring } from '../base/recurring.ts'

/** A reader of the log whose place is kept. */
export interface CursorHolder {
  readonly name: string
  readonly epoch: number
  /** Everything up to this number is taken care of. */
  position(): number
  /** Set for a carrier alone. */
  streamSeq?(): number
  /** Called when another node has taken the cursor over. */
  fenced(): void
}

/** Interval of writing the cursor; after a crash a consumer gets the events of this time again. */
const flushEveryMs = 100

/** The cursor rows of one process, written together: one statement for all of them, and none when nothing moved. */
export class Cursors {
  readonly #sql: Sql
  readonly #holders = new Set<CursorHolder>()
  readonly #written = new Map<CursorHolder, number>()
  readonly #flushing: Recurring
  #flushed: Promise<void> = Promise.resolve()

  constructor(sql: Sql, log: Logger) {
    this.#sql = sql
    this.#flushing = new Recurring({ name: 'bus cursors', everyMs: flushEveryMs, log, run: () => this.flush() })
    this.#flushing.start()
  }

  /** Makes the cursor exist; a new one begins at the end of the log. Call it when the consumer is made known. */
  async create(name: string): Promise<void> {
    await this.#sql`insert into bus.cursor (name, seq) select ${name}, seq from bus.head on conflict do nothing`
  }

  /** Fences every earlier holder off and answers where to go on, and how far the log has come. */
  async takeOver(name: string): Promise<{ seq: number; epoch: number; streamSeq: number; head: number }> {
    const [row] = await this.#sql<{ seq: string; epoch: string; stream_seq: string | null; head: string }[]>`
      update bus.cursor set epoch = epoch + 1, updated_at = now() where name = ${name}
      returning seq, epoch, stream_seq, (select h.seq from bus.head h) as head`
    if (!row) throw new Error(`no cursor ${name}`)
    return {
      seq: Number(row.seq),
      epoch: Number(row.epoch),
      streamSeq: Number(row.stream_seq ?? 0),
      head: Number(row.head),
    }
  }

  hold(holder: CursorHolder): void {
    this.#holders.add(holder)
    this.#written.set(holder, holder.position())
  }

  /** With `write`, after a last write of its place. */
  async release(holder: CursorHolder, write: boolean): Promise<void> {
    if (write) await this.flush()
    this.#holders.delete(holder)
    this.#written.delete(holder)
  }

  /** One after the other: two at once would lock the same rows, each in an order of its own. */
  flush(): Promise<void> {
    const written = this.#flushed.then(() => this.#write())
    this.#flushed = written.catch(() => undefined)
    return written
  }

  /** A cursor never goes back. Rows are locked in the order of their names, as by every other node. */
  async #write(): Promise<void> {
    const moved = [...this.#holders]
      .map((holder) => ({ holder, seq: holder.position() }))
      .filter(({ holder, seq }) => seq !== this.#written.get(holder))
    if (moved.length === 0) return
    const rows = await this.#sql<{ name: string }[]>`
      update bus.cursor c
         set seq = greatest(c.seq, v.seq),
             stream_seq = case when v.seq >= c.seq then coalesce(v.stream_seq, c.stream_seq) else c.stream_seq end,
             updated_at = now()
        from unnest(${moved.map(({ holder }) => holder.name)}::text[],
                    ${moved.map(({ holder }) => holder.epoch)}::bigint[],
                    ${moved.map(({ seq }) => seq)}::bigint[],
                    ${moved.map(({ holder }) => holder.streamSeq?.() ?? null)}::bigint[])
             v (name, epoch, seq, stream_seq)
        join (select name from bus.cursor where name = any (${moved.map(({ holder }) => holder.name)}::text[])
               order by name for update) locked using (name)
       where c.name = v.name and c.epoch = v.epoch
      returning c.name`
    const written = new Set(rows.map((row) => row.name))
    for (const { holder, seq } of moved) {
      if (written.has(holder.name)) this.#written.set(holder, seq)
      else holder.fenced()
    }
  }

  async close(): Promise<void> {
    await this.#flushing.stop()
  }
}
