import * as contracts from '../../core/contracts/src/index.ts'
import { schemaOf, typeOf } from './json-schema.ts'
import { code, page, table } from './table.ts'

const isEvent = (value: unknown): value is contracts.EventDefinition =>
  typeof value === 'object' &&
  value !== null &&
  'visibility' in value &&
  'schema' in value &&
  contracts.EventName.safeParse((value as { name?: unknown }).name).success

/** Core's events by name, with the name under which the SDK exports them. */
const coreEvents = (): [string, contracts.EventDefinition][] =>
  Object.entries<unknown>(contracts)
    .filter((entry): entry is [string, contracts.EventDefinition] => isEvent(entry[1]))
    .sort(([, a], [, b]) => (a.name < b.name ? -1 : 1))

function section([name, event]: [string, contracts.EventDefinition]): string {
  const { description, properties = {} } = schemaOf(event.schema)
  return [
    `## ${code(event.name)}`,
    `${description ?? ''} In the SDK: ${code(name)}.`,
    table(
      ['Field', 'Type'],
      Object.entries(properties).map(([field, schema]) => [code(field), typeOf(schema)]),
    ),
  ].join('\n\n')
}

export const events = (): string =>
  page(
    'Events of core',
    'What core tells plugins. A plugin listens by naming an event in `on` of its definition. Payloads carry ids, ' +
      'not contents; what an event is about is read through the ports of the context. How events are delivered ' +
      'stands in [Events](../concepts/events.md).',
    ...coreEvents().map(section),
    '## Reserved prefixes',
    `Names that begin with ${contracts.reservedPrefixes.map(code).join(', ')} belong to core; no plugin can have ` +
      'one of them as its id. A plugin’s own events begin with its id.',
  )
