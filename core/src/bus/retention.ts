import type { Sql } from 'postgres'
import type { Clock } from '../base/clock.ts'

const hour = 3_600_000
/**
 * A cursor nobody has moved or taken over for so long belongs to something uninstalled; it holds the log back no more.
 */
const abandonedAfterMs = 14 * 24 * hour
/** For how long the discarding of a dead letter can be undone. */
const keepDiscardedMs = 24 * hour
/** Marks outlive every event that may come again; those of parked and dead events stay as long as these do. */
const keepSeenMs = 7 * 24 * hour
const batch = 5_000

/**
 * Removes what no consumer can ask for again, in small transactions. Answers how many rows went. The log is kept for
 * some days even when everybody has read it: consumers of other systems and a new stream start from it.
 */
export async function retainBus(
  sql: Sql,
  clock: Clock,
  keepLogDays: number,
): Promise<{ events: number; marks: number; discarded: number }> {
  const ago = (ms: number): string => new Date(clock.now().getTime() - ms).toISOString()
  // The log is in the order of time, near enough: its old part ends where the first young event stands.
  const events = await inBatches(
    () => sql`
    delete from bus.log where seq in (
      select seq from bus.log
       where seq < coalesce(
               (select seq from bus.log where at >= ${ago(keepLogDays * 24 * hour)}::text::timestamptz
                 order by seq limit 1),
               (select seq from bus.head))
         and seq <= coalesce(
               (select min(seq) from bus.cursor where updated_at >= ${ago(abandonedAfterMs)}::text::timestamptz),
               (select seq from bus.head))
       order by seq limit ${batch})`,
  )
  const marks = await inBatches(
    () => sql`
    delete from bus.seen where ctid = any (array(
      select s.ctid from bus.seen s
       where s.at < ${ago(keepSeenMs)}::text::timestamptz
         and not exists (select from bus.parked p where p.consumer = s.consumer and p.event_id = s.event_id)
       limit ${batch}))`,
  )
  const discarded = await inBatches(
    () => sql`
    delete from bus.parked where (consumer, seq) in (
      select consumer, seq from bus.parked where discarded_at < ${ago(keepDiscardedMs)}::text::timestamptz
       limit ${batch})`,
  )
  return { events, marks, discarded }
}

async function inBatches(remove: () => PromiseLike<{ readonly count: number }>): Promise<number> {
  let total = 0
  for (;;) {
    const { count } = await remove()
    total += count
    if (count < batch) return total
  }
}
