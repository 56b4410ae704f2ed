import type { FieldRule, FormField } from '@recado/contracts'

/** Mistake in a field's value, by the rules that the server names too. */
export interface FieldProblem {
  readonly rule: FieldRule
  readonly limit?: number
}

const isAddress = (value: string): boolean => {
  try {
    return ['http:', 'https:'].includes(new URL(value).protocol)
  } catch {
    return false
  }
}
const matches = (pattern: string, value: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    // A pattern this browser cannot read is left to the server.
    return true
  }
}

function textProblem(field: FormField, value: string): FieldProblem | undefined {
  if (field.minLength !== undefined && value.length < field.minLength)
    return { rule: 'minLength', limit: field.minLength }
  if (field.maxLength !== undefined && value.length > field.maxLength)
    return { rule: 'maxLength', limit: field.maxLength }
  if (field.type === 'url' && !isAddress(value)) return { rule: 'url' }
  if (field.type === 'color' && !/^#[0-9a-fA-F]{6}$/.test(value)) return { rule: 'color' }
  if (field.pattern === undefined || matches(field.pattern, value)) return undefined
  return { rule: field.type === 'email' ? 'email' : 'pattern' }
}

function numberProblem(field: FormField, value: unknown): FieldProblem | undefined {
  const number = Number(value)
  if (!Number.isFinite(number)) return { rule: 'number' }
  if (field.type === 'integer' && !Number.isInteger(number)) return { rule: 'integer' }
  if (field.min !== undefined && number < field.min) return { rule: 'min', limit: field.min }
  if (field.max !== undefined && number > field.max) return { rule: 'max', limit: field.max }
  return undefined
}

/**
 * The first rule of its field that a value breaks. A courtesy to the user: the server checks against the real schema.
 * `kept` means a secret that is stored already and is not being replaced.
 */
export function fieldProblem(field: FormField, value: unknown, kept = false): FieldProblem | undefined {
  const empty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (empty) return field.required && !kept && field.type !== 'boolean' ? { rule: 'required' } : undefined
  if (field.type === 'number' || field.type === 'integer') return numberProblem(field, value)
  return typeof value === 'string' ? textProblem(field, value) : undefined
}

/**
 * Initial values of a form: the stored ones, else the defaults; a switch without one is off. Secrets are never
 * included.
 */
export const startingValues = (
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.type === 'secret'
        ? undefined
        : (values[field.name] ?? field.default ?? (field.type === 'boolean' && field.required ? false : undefined)),
    ]),
  )

/** Values that may be shown: those of fields that are no secrets. */
export const withoutSecrets = (
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(fields.filter(({ type }) => type !== 'secret').map(({ name }) => [name, values[name]]))

/**
 * Values that the form sends: empty optional fields are left out, numbers are numbers, an untouched secret is absent,
 * one to be erased is null.
 */
export function valuesToSend(
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {}
  for (const field of fields) {
    const value = values[field.name]
    if (value === null && field.type === 'secret') sent[field.name] = null
    if (value === undefined || value === null || value === '') continue
    sent[field.name] = field.type === 'number' || field.type === 'integer' ? Number(value) : value
  }
  return sent
}
