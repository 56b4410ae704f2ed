import { reservedPrefixes } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'

/** Name of an erased event, which only keeps its place in the order. It has no consumers. */
export const erasedEventName = 'core.erased.v1'

/** See {@link EventBus.erase}. Events that wait, those of the log, and those that consumers have parked or given up. */
export async function eraseEvents(
  tx: Tx,
  { tenantId, words }: { readonly tenantId: string; readonly words: readonly string[] },
): Promise<string[]> {
  const about = sql`
    tenant_id = ${tenantId} and split_part(name, '.', 1) <> all (${sql.param([...reservedPrefixes])}::text[])
    and exists (
      select 1 from unnest(${sql.param([...words])}::text[]) word
       where position(word in key || data::text) > 0)`
  const emptied = sql`name = ${erasedEventName}, key = event_id::text, data = '{}'`
  // A parked event that is erased does not hold up later ones.
  const parked = await tx.execute<{ name: string }>(sql`delete from bus.parked where ${about} returning name`)
  // Of core's events, what a consumer said when it failed may repeat what it had read.
  await tx.execute(sql`
    update bus.parked set error = null
     where tenant_id = ${tenantId} and error is not null
       and exists (
         select 1 from unnest(${sql.param([...words])}::text[]) word
          where position(word in error || key || data::text) > 0)`)
  const names = new Set(parked.map((row) => row.name))
  for (const table of ['outbox', 'log']) {
    const rows = await tx.execute<{ name: string }>(sql`
      with about as (
        select ${sql.identifier(table === 'outbox' ? 'id' : 'seq')} as place, name
          from bus.${sql.identifier(table)} where ${about} for update)
      update bus.${sql.identifier(table)} e set ${emptied}
        from about
       where about.place = e.${sql.identifier(table === 'outbox' ? 'id' : 'seq')}
      returning about.name`)
    for (const row of rows) names.add(row.name)
  }
  return [...names]
}
