import { code } from './table.ts'

/** The parts of JSON Schema that the reference shows. */
export interface Schema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly format?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
}

/** Anything that can describe itself as JSON Schema: every schema of the contracts. */
interface Described {
  toJSONSchema(options: { io: 'input'; unrepresentable: 'any' }): unknown
}
export const schemaOf = (described: Described): Schema =>
  described.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as Schema

/** A type in a few words: `uuid or null`, `open, pending or closed`, `integer`. */
export function typeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.enum) return schema.enum.map(code).join(', ')
  return schema.format ?? schema.type ?? 'any'
}
