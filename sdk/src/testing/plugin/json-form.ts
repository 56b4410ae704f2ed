import * as z from 'zod'

/** Kinds that the document describes as anything; their code is more precise than a schema can be. */
const described = new Set(['unknown', 'any', 'custom', 'transform', 'date', 'undefined', 'void', 'bigint', 'never'])

/** The kind of a schema, or of the inner one of an optional schema. */
const kindOf = ({ _zod: { def } }: z.core.$ZodTypes): string =>
  def.type === 'optional' ? kindOf(def.innerType as z.core.$ZodTypes) : def.type

/**
 * The JSON Schema of a route's schema, as in the OpenAPI document.
 * @throws Error for a kind that JSON cannot carry, as maps, sets and symbols
 */
export function jsonForm(schema: z.ZodType, io: 'input' | 'output'): object {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override({ zodSchema, jsonSchema }) {
      const type = kindOf(zodSchema)
      if (Object.keys(jsonSchema).length === 0 && !described.has(type)) throw new Error(`a ${type} has no form in JSON`)
    },
  })
}
