import { Environment } from '../../core/src/base/config.ts'
import { schemaOf, type Schema } from './json-schema.ts'
import { code, page, table } from './table.ts'

const defaultOf = (schema: Schema): string => (schema.default === undefined ? '—' : code(String(schema.default)))
const meaningOf = ({ description = '', enum: options }: Schema): string =>
  options ? `${description} One of ${options.map(code).join(', ')}.` : description

/** The twenty-one variables; the README shows the same table. */
export const configurationTable = (): string =>
  table(
    ['Variable', 'Default', 'Meaning'],
    Object.entries(schemaOf(Environment).properties ?? {}).map(([name, schema]) => [
      code(name),
      defaultOf(schema),
      meaningOf(schema),
    ]),
  )

export const configuration = (): string =>
  page(
    'Configuration',
    'Recado is configured by environment variables; each has a default or may be absent. An empty variable ' +
      'counts as absent. A value that does not fit stops the start with a sentence that says so.',
    configurationTable(),
    'The guard on outgoing requests refuses private addresses. Providers in a network of your own, and ' +
      'simulators, are let through by the file `reachable-networks` in the data folder: one range a line, such as ' +
      '`10.1.2.0/24`, read at the start. It is a file because it belongs to who may write there.',
    'What companies decide for themselves, such as who sees whose tickets, is not configured here: those are ' +
      'settings in the product.',
  )
