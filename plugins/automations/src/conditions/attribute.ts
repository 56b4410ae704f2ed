import {
  attributeKeyPattern,
  enteredValue,
  fitsConditions,
  type AttributeDefinition,
  type AttributeValues,
  type AutomationSubject,
  type ConditionCode,
  type ConditionSpec,
} from '@recado/sdk'
import * as z from 'zod'

const Key = z.string().regex(attributeKeyPattern)

/**
 * Comparison with a value. A value of several options is compared as each of them; from and until include the number or
 * the day they name.
 */
const compared = {
  test: z.enum(['is', 'contains', 'from', 'until', 'set']).default('is'),
  value: z.string().trim().max(1_000).default(''),
}
const isComplete = ({ test, value }: { readonly test: string; readonly value: string }): boolean =>
  test === 'set' || value !== ''
const incomplete = { error: 'nothing to compare with', path: ['value'], params: { rule: 'required' } }

/** Condition on an attribute of the conversation. */
export const ticketAttribute = {
  icon: 'clipboard-list',
  input: z.object({ attribute: Key.meta({ refersTo: 'ticketAttribute' }), ...compared }).refine(isComplete, incomplete),
} satisfies ConditionSpec

/** Condition on an attribute of its contact. */
export const contactAttribute = {
  icon: 'clipboard-list',
  input: z
    .object({ attribute: Key.meta({ refersTo: 'contactAttribute' }), ...compared })
    .refine(isComplete, incomplete),
} satisfies ConditionSpec

type Input = z.output<typeof ticketAttribute.input>

/** Whether values fit the typed one. A value that the attribute cannot hold fits none. */
export function fitsAttribute(
  { attribute: key, test, value }: Input,
  definition: Pick<AttributeDefinition, 'type' | 'options'> | undefined,
  values: AttributeValues,
): boolean {
  if (!definition) return false
  if (test === 'set') return fitsConditions(values, [{ key, test }])
  const isText = definition.type === 'text' || definition.type === 'link'
  if (test === 'contains' && isText) return fitsConditions(values, [{ key, test, value }])
  const wanted = enteredValue(definition, value)
  if (wanted === undefined) return false
  // Of options nothing is a part: to contain one is to have it chosen.
  const each = Array.isArray(wanted) ? wanted : [wanted]
  if (test === 'is' || test === 'contains')
    return fitsConditions(
      values,
      each.map((one) => ({ key, test: 'is', value: one })),
    )
  return typeof wanted === 'string' || typeof wanted === 'number'
    ? fitsConditions(values, [{ key, test, value: wanted }])
    : false
}

/** Asks all of them with one reading of what the company defined. */
export const byAttribute =
  (owner: AttributeDefinition['owner']): ConditionCode<typeof ticketAttribute.input> =>
  async (input, subjects: readonly Pick<AutomationSubject, 'ticket' | 'contact'>[], { core }) => {
    if (subjects.length === 0) return []
    const definition = (await core.attributes.list()).find((one) => one.owner === owner && one.key === input.attribute)
    return subjects.map((subject) => fitsAttribute(input, definition, subject[owner].attributes ?? {}))
  }
