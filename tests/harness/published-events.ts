import { isDeepStrictEqual } from 'node:util'
import type { Sql } from 'postgres'
import type { EventDefinition } from '@recado/contracts'
import * as events from '../../core/contracts/src/events.ts'

/** Core's events by name; the module exports each of them once. */
const definitions: ReadonlyMap<string, EventDefinition> = new Map(
  Object.values<unknown>(events)
    .filter((value): value is EventDefinition => typeof value === 'object' && value !== null && 'visibility' in value)
    .map((definition) => [definition.name, definition]),
)

/**
 * Events of core in a database whose payload is not what their schema says, neither more nor less. TypeScript holds
 * what is published from TypeScript; this holds what SQL functions publish, by whatever a test made happen.
 */
export async function wrongEvents(sql: Sql): Promise<readonly string[]> {
  const published = await sql<{ name: string; data: unknown }[]>`
    select name, data from bus.log where name = any (${[...definitions.keys()]})
    union all select name, data from bus.outbox where name = any (${[...definitions.keys()]})`
  return published.flatMap(({ name, data }) => {
    const parsed = definitions.get(name)!.schema.safeParse(data)
    if (parsed.success && isDeepStrictEqual(parsed.data, data)) return []
    return [`${name} ${JSON.stringify(data)}: ${parsed.error?.message ?? 'a field is not in the schema'}`]
  })
}
