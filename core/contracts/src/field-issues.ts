import type * as z from 'zod'

/**
 * Rules that a value of a form can break. The kit has a sentence for each in every language (S5-118…125).
 * `addressChanged`: a stored secret would be sent to another server; it has to be typed again.
 */
export const fieldRules = [
  'required',
  'email',
  'url',
  'number',
  'integer',
  'min',
  'max',
  'minLength',
  'maxLength',
  'pattern',
  'date',
  'color',
  'addressChanged',
] as const
export type FieldRule = (typeof fieldRules)[number]

/**
 * One broken rule: its path, a message for developers, and, if a rule of {@link fieldRules} covers it, that rule with
 * its limit for users.
 */
export interface FieldIssue {
  readonly path: string
  readonly message: string
  readonly rule?: FieldRule | undefined
  readonly limit?: number | undefined
}

const longestPath = 200
const longestMessage = 300

/** An issue of zod as part of ERR_VALIDATION. `place` is prepended to the path: `body`, `query`. */
export function fieldIssue(issue: z.core.$ZodIssue, ...place: readonly string[]): FieldIssue {
  return {
    path: [...place, ...issue.path].map(String).join('.').slice(0, longestPath),
    message: issue.message.slice(0, longestMessage),
    ...ruleOf(issue),
  }
}

function ruleOf(issue: z.core.$ZodIssue): Pick<FieldIssue, 'rule' | 'limit'> {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? { rule: 'number' } : { rule: 'required' }
    case 'too_small':
      return bounded(issue.origin, Number(issue.minimum), 'min')
    case 'too_big':
      return bounded(issue.origin, Number(issue.maximum), 'max')
    case 'invalid_format':
      return { rule: formats[issue.format] ?? 'pattern' }
    case 'not_multiple_of':
      return issue.divisor === 1 ? { rule: 'integer' } : {}
    // A rule of a schema's own, `refine(…, { params: { rule: 'required' } })`, may name the sentence that fits.
    case 'custom':
      return namedRule(issue.params?.['rule'])
    case 'invalid_union':
      return issue.errors[0]?.[0] ? ruleOf(issue.errors[0][0]) : {}
    default:
      return {}
  }
}

function namedRule(name: unknown): Pick<FieldIssue, 'rule'> {
  const rule = fieldRules.find((one) => one === name)
  return rule === undefined ? {} : { rule }
}

const formats: Readonly<Record<string, FieldRule>> = { email: 'email', url: 'url', date: 'date', datetime: 'date' }

function bounded(origin: string, limit: number, end: 'min' | 'max'): Pick<FieldIssue, 'rule' | 'limit'> {
  // An empty text or list lacks a value, so it is `required` rather than one character or entry too short.
  if (origin === 'array') return end === 'min' && limit === 1 ? { rule: 'required' } : {}
  if (origin === 'string') return end === 'min' && limit === 1 ? { rule: 'required' } : { rule: `${end}Length`, limit }
  return origin === 'number' || origin === 'int' ? { rule: end, limit } : {}
}
