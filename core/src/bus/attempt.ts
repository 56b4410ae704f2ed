import { sql } from 'drizzle-orm'
import type { EventEnvelope } from '@recado/contracts'
import type { Database, Tx } from '../db/database.ts'
import type { Consumer, Delivery } from './bus.ts'
import { withContext } from '../base/context.ts'
import { Interrupted } from './interrupted.ts'

export const defaultTimeoutMs = 30_000

/**
 * One handling of one event, bounded in time. Rejects with the handler's error, or when it took too long; later effects
 * of the handler do not count, and {@link Delivery.once} rolls back.
 */
export async function attempt(
  db: Database,
  consumer: Consumer,
  epoch: number,
  event: EventEnvelope,
  { number, mayRepeat }: { readonly number: number; readonly mayRepeat: boolean },
  stopping: AbortSignal,
): Promise<void> {
  const controller = new AbortController()
  const interrupt = (): void => controller.abort(new Interrupted())
  if (stopping.aborted) interrupt()
  stopping.addEventListener('abort', interrupt)
  const timeoutMs = consumer.timeoutMs ?? defaultTimeoutMs
  const timer = setTimeout(() => controller.abort(new Error(`the handler took longer than ${timeoutMs} ms`)), timeoutMs)
  const { signal } = controller
  const delivery: Delivery = {
    attempt: number,
    mayRepeat,
    signal,
    once: (work) => once(db, consumer.name, epoch, event, signal, work),
  }
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      signal.throwIfAborted()
      withContext({ tenantId: event.tenantId }, () => consumer.handler(event, delivery)).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', interrupt)
  }
}

/** The mark and the work in one transaction of the event's tenant. A holder whose cursor was taken over is refused. */
function once(
  db: Database,
  consumer: string,
  epoch: number,
  event: EventEnvelope,
  signal: AbortSignal,
  work: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return db.tenant(event.tenantId, async (tx) => {
    signal.throwIfAborted()
    const [outcome] = await tx.execute<{ held: boolean; marked: boolean }>(sql`
      with holder as (select 1 from bus.cursor where name = ${consumer} and epoch = ${epoch}),
           mark as (insert into bus.seen (consumer, event_id) select ${consumer}, ${event.id}::uuid from holder
                    on conflict do nothing returning 1)
      select exists (select from holder) as held, exists (select from mark) as marked`)
    if (!outcome?.held) throw new Interrupted()
    if (!outcome.marked) return false
    await work(tx)
    signal.throwIfAborted()
    return true
  })
}
