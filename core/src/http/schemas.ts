import { fieldIssue, Refusal } from '@recado/contracts'
import * as z from 'zod'

type Definition = { type: string } & Record<string, unknown>
const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as unknown as Definition

/**
 * The same schema with every plain object closed: keys that it does not declare are refused at every depth. Objects
 * that say themselves what happens to other keys (`z.looseObject`, `.catchall`) keep their word.
 */
export function strict<S extends z.ZodType>(schema: S): S {
  return closed(schema, new Map()) as S
}

function closed(schema: z.core.$ZodType, done: Map<z.core.$ZodType, z.core.$ZodType>): z.core.$ZodType {
  const known = done.get(schema)
  if (known) return known
  const definition = definitionOf(schema)
  const one = (key: string) => ({ [key]: closed(definition[key] as z.core.$ZodType, done) })
  const all = (key: string) => ({ [key]: (definition[key] as z.core.$ZodType[]).map((inner) => closed(inner, done)) })
  const changes = ((): Record<string, unknown> | undefined => {
    switch (definition.type) {
      case 'object': {
        const shape = definition['shape'] as Record<string, z.core.$ZodType>
        return {
          shape: Object.fromEntries(Object.entries(shape).map(([key, inner]) => [key, closed(inner, done)])),
          catchall: definition['catchall'] ?? z.never(),
        }
      }
      case 'array':
        return one('element')
      case 'optional':
      case 'nullable':
      case 'default':
      case 'prefault':
      case 'nonoptional':
      case 'readonly':
      case 'catch':
        return one('innerType')
      // `z.preprocess` is a pipe too, with its schema behind the transform.
      case 'pipe':
        return one(definitionOf(definition['in'] as z.core.$ZodType).type === 'transform' ? 'out' : 'in')
      case 'record':
        return one('valueType')
      case 'union':
        return all('options')
      case 'tuple':
        return all('items')
      default:
        return undefined
    }
  })()
  // A lazy schema is left as it is: it is the one way to write a cycle, and following it would not end.
  const result = changes ? z.core.clone(schema, { ...definition, ...changes } as never) : schema
  done.set(schema, result)
  return result
}

/** Keys whose value is a list, so that a single occurrence in a query string becomes a list of one. */
export function listKeysOf(schema: z.ZodObject): ReadonlySet<string> {
  return new Set(
    Object.entries(schema.shape)
      .filter(([, field]) => isList(field))
      .map(([key]) => key),
  )
}

function isList(schema: z.core.$ZodType): boolean {
  const definition = definitionOf(schema)
  if (definition.type === 'array' || definition.type === 'tuple' || definition.type === 'set') return true
  const inner = definition['innerType'] ?? definition['in']
  return inner !== undefined && isList(inner as z.core.$ZodType)
}

/** Validates untrusted input; invalid input is refused with the paths of the fields, prefixed by their place. */
export async function validated(
  schema: z.ZodType,
  input: unknown,
  place: 'params' | 'query' | 'body',
): Promise<unknown> {
  const result = await schema.safeParseAsync(input)
  if (result.success) return result.data
  throw new Refusal('ERR_VALIDATION', {
    issues: result.error.issues.slice(0, 20).map((issue) => fieldIssue(issue, place)),
  })
}

/**
 * Refuses text that the database could not store: NUL and half surrogate pairs, in values and in keys, and keys that
 * reach for an object's prototype. Nothing of the input is repeated in the refusal.
 */
export function refuseUnstorable(input: unknown, place: 'params' | 'query' | 'body'): void {
  const open: unknown[] = [input]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') refuseText(value, place)
    else if (typeof value === 'number' && !Number.isFinite(value)) refuse(place, 'A number is out of range')
    else if (Array.isArray(value)) for (const item of value) open.push(item)
    else if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value)) {
        refuseText(key, place)
        if (key === '__proto__') refuse(place, 'A key is not allowed')
        open.push((value as Record<string, unknown>)[key])
      }
    }
  }
}

function refuseText(text: string, place: string): void {
  if (text.includes('\0') || !text.isWellFormed()) refuse(place, 'A text holds characters that cannot be stored')
}

const refuse = (path: string, message: string): never => {
  throw new Refusal('ERR_VALIDATION', { issues: [{ path, message }] })
}
