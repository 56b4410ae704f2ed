import * as z from 'zod'

/** Kinds that the document describes as anything; their code says more than a schema can. */
const described = new Set(['unknown', 'any', 'custom', 'transform', 'date', 'undefined', 'void', 'bigint', 'never'])

/** The kind of a schema, or of what stands in it where it only says that this may be missing. */
const kindOf = ({ _zod: { def } }: z.core.$ZodTypes): string =>
  def.type === 'optional' ? kindOf(def.innerType as z.core.$ZodTypes) : def.type

/**
 * The JSON Schema of a route's schema, as it stands in the OpenAPI document.
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
