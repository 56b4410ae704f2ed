import { kindOfServiceEvent, type EventDefinition } from '@recado/contracts'
import type { Sql, TransactionSql } from 'postgres'

/* Which plugins publish events of kinds of services. The host lets a plugin declare those of the kinds that it
   provides; the database lets the plugin's role publish what is registered here. */

/** The events of kinds of services among those that a plugin emits, by name. */
export const serviceEventsOf = (emits: readonly Pick<EventDefinition, 'name'>[]): string[] =>
  emits.map(({ name }) => name).filter((name) => kindOfServiceEvent(name) !== undefined)

/** What is registered, by schema, read at once: a start of the installation mostly finds all of it as it should be. */
export async function registeredPublishers(sql: Sql): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await sql<{ schema: string; events: string[] }[]>`
    select schema, array_agg(event order by event) as events from platform.service_publisher group by schema`
  return new Map(rows.map(({ schema, events }) => [schema, events]))
}

/** Sets what the plugin of a schema publishes, where that is not what is registered. */
export async function registerPublisher(
  tx: TransactionSql,
  schema: string,
  events: readonly string[],
  registered: readonly string[] = [],
): Promise<void> {
  if (events.toSorted().join() === registered.join()) return
  await tx`delete from platform.service_publisher where schema = ${schema} and event <> all (${[...events]})`
  await tx`
    insert into platform.service_publisher (schema, event) select ${schema}, unnest(${[...events]}::text[])
        on conflict do nothing`
}
