import * as z from 'zod'

/** Parameters of one function at most, and options of one choice. */
export const mostParameters = 12
const mostOptions = 30
/** Length of a text that a model may give where its parameter says nothing of it. */
const longestText = 500

/** What a parameter takes: `whole` is a number without a fraction, `date` a day as `2026-11-22`. */
export const parameterTypes = ['text', 'number', 'whole', 'yesNo', 'date', 'choice'] as const
export type ParameterType = (typeof parameterTypes)[number]
/** Types whose values have a size: the length of a text, or the number itself. */
export const sizedTypes: readonly ParameterType[] = ['text', 'number', 'whole']

/** Names by which an address may name the conversation; core fills them in, and never a model. */
export const conversationNames = ['ticket_id', 'protocol', 'contact_id', 'contact_number'] as const

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

/** A parameter of a function, as an administrator describes it to the model. */
export const FunctionParameter = z
  .object({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/)
      .refine((name) => !(conversationNames as readonly string[]).includes(name)),
    type: z.enum(parameterTypes).default('text'),
    /** What it is: the model reads this. */
    description: z.string().trim().min(1).max(300),
    isRequired: z.boolean().default(true),
    /** Characters of a text, or the number itself. */
    min: z.number().nullable().default(null),
    max: z.number().nullable().default(null),
    /** Of a choice. */
    options: z.array(z.string().trim().min(1).max(100)).max(mostOptions).default([]),
    /** The field of the action that takes the value; empty for a call, which takes all of them. */
    fills: z.string().max(60).default(''),
  })
  .strict()
  .refine(({ type, options }) => type !== 'choice' || options.length > 0, { path: ['options'] })
  .refine(({ min, max }) => min === null || max === null || min <= max, { path: ['max'] })
export type FunctionParameter = z.infer<typeof FunctionParameter>

/** Values of parameters by name; optional ones that were not given are absent. */
export type ParameterValues = Readonly<Record<string, string | number | boolean>>

const sized = ({ type, min, max }: FunctionParameter): object => {
  if (type === 'text') return { minLength: Math.max(min ?? 0, 0), maxLength: Math.min(max ?? longestText, longestText) }
  return { ...(min !== null && { minimum: min }), ...(max !== null && { maximum: max }) }
}

function schemaOfOne(parameter: FunctionParameter): object {
  const { type, description, options } = parameter
  switch (type) {
    case 'number':
      return { type: 'number', description, ...sized(parameter) }
    case 'whole':
      return { type: 'integer', description, ...sized(parameter) }
    case 'yesNo':
      return { type: 'boolean', description }
    case 'date':
      return { type: 'string', description: `${description} (YYYY-MM-DD)`, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
    case 'choice':
      return { type: 'string', description, enum: options }
    default:
      return { type: 'string', description, ...sized(parameter) }
  }
}

/** JSON Schema of a function's arguments, for the model. */
export const schemaOf = (parameters: readonly FunctionParameter[]): Record<string, unknown> => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, schemaOfOne(parameter)])),
  ...(parameters.some(({ isRequired }) => isRequired) && {
    required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  }),
  additionalProperties: false,
})

function checkerOf({ type, min, max, options }: FunctionParameter): z.ZodType<string | number | boolean> {
  const between = (schema: z.ZodNumber): z.ZodNumber => {
    const above = min === null ? schema : schema.min(min)
    return max === null ? above : above.max(max)
  }
  switch (type) {
    case 'number':
      return between(z.number())
    case 'whole':
      return between(z.int())
    case 'yesNo':
      return z.boolean()
    case 'date':
      return z.string().refine(isDay, { error: 'is no day as YYYY-MM-DD' })
    case 'choice':
      return z.enum(options as [string, ...string[]])
    default:
      // Braces are variables of texts, which only an administrator writes.
      return z
        .string()
        .min(Math.max(min ?? 0, 0))
        .max(Math.min(max ?? longestText, longestText))
        .refine((text) => !text.includes('{{'), { error: 'has {{ in it' })
  }
}

/** What a model gave, checked: the values, or what is wrong with each argument, for the model to read. */
export function readArguments(
  parameters: readonly FunctionParameter[],
  given: Readonly<Record<string, unknown>>,
): { readonly values: ParameterValues } | { readonly problems: readonly string[] } {
  const shape = Object.fromEntries(
    parameters.map((parameter) => {
      const schema = checkerOf(parameter)
      return [parameter.name, parameter.isRequired ? schema : schema.nullish()]
    }),
  )
  const read = z.strictObject(shape).safeParse(given)
  if (!read.success)
    return {
      problems: read.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')),
    }
  const values = Object.entries(read.data).filter(([, value]) => value !== undefined && value !== null)
  return { values: Object.fromEntries(values) as ParameterValues }
}

/** A value that the parameter takes, to try what it is put into. */
export function sampleOf({ type, min, max, options }: FunctionParameter): string | number | boolean {
  switch (type) {
    case 'number':
    case 'whole':
      return min ?? Math.min(max ?? 1, 1)
    case 'yesNo':
      return true
    case 'date':
      return '2026-01-31'
    case 'choice':
      return options[0] ?? ''
    default:
      return 'x'.repeat(Math.max(min ?? 1, 1))
  }
}

/** Values as texts, to be filled into a question or an address. */
export const asTexts = (parameters: readonly FunctionParameter[], values: ParameterValues): Record<string, string> =>
  Object.fromEntries(parameters.map(({ name }) => [name, name in values ? String(values[name]) : '']))
