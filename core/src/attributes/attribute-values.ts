import {
  attributeTextMost,
  fieldIssue,
  Refusal,
  type AttributeChange,
  type AttributeDefinition,
  type AttributeValue,
  type AttributeValues,
  type FieldIssue,
  webAddress,
} from '@recado/contracts'
import * as z from 'zod'

export type ValueRules = Pick<AttributeDefinition, 'key' | 'type' | 'options' | 'isArchived'>

/** Schema of a value of the attribute. A former option is accepted if `held` has it already. */
export function valueSchema(
  { type, options }: ValueRules,
  held: AttributeValue | undefined,
): z.ZodType<AttributeValue> {
  const option = z
    .string()
    .refine(
      (id) =>
        options.some(
          (one) => one.id === id && (!one.isFormer || (Array.isArray(held) ? held.includes(id) : held === id)),
        ),
      { error: 'no option' },
    )
  switch (type) {
    case 'text':
      return z.string().trim().max(attributeTextMost)
    case 'number':
      return z.number()
    case 'date':
      return z.iso.date()
    case 'boolean':
      return z.boolean()
    case 'choice':
      return option
    case 'choices':
      return z.array(option).transform((ids) => [...new Set(ids)])
    case 'link':
      return z
        .string()
        .trim()
        .max(attributeTextMost)
        .transform((text, context) => {
          const address = webAddress(text)
          if (address === undefined)
            context.issues.push({
              code: 'custom',
              message: 'an address of the web is needed',
              input: text,
              params: { rule: 'url' },
            })
          return address ?? z.NEVER
        })
  }
}

const isEmpty = (value: AttributeValue | null): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)

/** Values as they are kept after a change, and the keys of those that differ from before. */
export interface ChangedValues {
  readonly values: AttributeValues
  readonly changed: readonly string[]
}

/**
 * Applies what was given to the values that somebody or something has. Empty ones are taken away, archived attributes
 * can only be emptied, and those that nobody defined are refused.
 * @throws Refusal ERR_VALIDATION naming every attribute that is wrong, under `body.attributes.<key>`
 */
export function changedValues(
  definitions: readonly ValueRules[],
  held: AttributeValues,
  given: AttributeChange,
): ChangedValues {
  const rules = new Map(definitions.map((definition) => [definition.key, definition]))
  const issues: FieldIssue[] = []
  const values: AttributeValues = { ...held }
  for (const [key, value] of Object.entries(given)) {
    const rule = rules.get(key)
    const path = ['body', 'attributes', key] as const
    if (value === null || isEmpty(value)) {
      delete values[key]
    } else if (!rule || rule.isArchived) {
      issues.push({ path: path.join('.'), message: 'unknown attribute' })
    } else {
      const parsed = valueSchema(rule, held[key]).safeParse(value)
      if (parsed.success) values[key] = parsed.data
      else
        issues.push({
          ...fieldIssue(parsed.error.issues[0]!, ...path),
          path: path.join('.'),
          ...(rule.type === 'link' && { rule: 'url' }),
        })
    }
  }
  if (issues.length > 0) throw new Refusal('ERR_VALIDATION', { issues })
  return {
    values,
    changed: Object.keys(given)
      .filter((key) => JSON.stringify(values[key]) !== JSON.stringify(held[key]))
      .toSorted(),
  }
}
