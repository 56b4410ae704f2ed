import { invalid } from './answer.ts'

/** What a program sent, unchecked: an object of JSON, or the fields of a form. */
export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (body: unknown): Fields =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : {}

/** A text; undefined where it is absent, null or empty. @throws Fault for what is none, or too long */
export function text(fields: Fields, name: string, longest = 255): string | undefined {
  const given = fields[name]
  if (given === undefined || given === null || given === '') return undefined
  if (typeof given !== 'string' && typeof given !== 'number') throw invalid(`${name} must be a text`, name)
  const value = String(given)
  if (value.length > longest) throw invalid(`${name} is too long (maximum is ${longest} characters)`, name)
  return value
}

/** A truth value, also as forms write it. */
export const flag = (fields: Fields, name: string): boolean => {
  const given = fields[name]
  return given === true || given === 'true' || given === '1' || given === 1
}

const mostKeys = 100
const longestObject = 16_000

/**
 * An object of plain values: as JSON, as the JSON text that forms carry, or as the fields `name[key]` of a form.
 * Undefined where there is none. @throws Fault for one that is too large
 */
export function object(fields: Fields, name: string): Fields | undefined {
  const given = fields[name]
  const parts = Object.entries(fields).flatMap(([key, value]) => {
    const inner = key.startsWith(`${name}[`) && key.endsWith(']') ? key.slice(name.length + 1, -1) : ''
    return inner === '' ? [] : [[inner, value] as const]
  })
  const found = parts.length > 0 ? Object.fromEntries(parts) : typeof given === 'string' ? parsed(given) : given
  if (found === undefined || found === null) return undefined
  if (typeof found !== 'object' || Array.isArray(found)) throw invalid(`${name} must be an object`, name)
  if (Object.keys(found).length > mostKeys || JSON.stringify(found).length > longestObject)
    throw invalid(`${name} is too large`, name)
  return found as Fields
}

/** Forms of some clients carry `[object Object]` here: nothing is known of it. */
function parsed(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}

/** Texts of a list; one text counts as a list of one. @throws Fault */
export function texts(fields: Fields, name: string, most = 100): readonly string[] | undefined {
  const given = fields[name]
  if (given === undefined || given === null) return undefined
  const list = Array.isArray(given) ? given : [given]
  if (list.length > most || list.some((one) => typeof one !== 'string' || one.length > 255))
    throw invalid(`${name} must be a list of texts`, name)
  return list as readonly string[]
}

/** A page that a program asks for, from 1. */
export const pageOf = (query: Fields): number => {
  const page = Number(query['page'] ?? 1)
  return Number.isInteger(page) && page >= 1 ? Math.min(page, 1_000) : 1
}
