import {
  attributeOptionsMost,
  Refusal,
  type AttributeOption,
  type AttributeType,
  type AttributeUpdate,
  type FieldIssue,
} from '@recado/contracts'
import { keyOf } from './attribute-key.ts'

/** Former ones among them: each may still be somebody's value. */
const mostKept = 3 * attributeOptionsMost

export const hasOptions = (type: AttributeType): boolean => type === 'choice' || type === 'choices'

/**
 * The options of an attribute after they were set: renamed ones keep their id and so their values, those that are not
 * named any more become former ones, and a former one that is named again, by id or by its label, is an option again.
 * @throws Refusal ERR_VALIDATION for none at all, a label twice, an id that is not there, and too many
 */
export function optionsAfter(
  type: AttributeType,
  held: readonly AttributeOption[],
  given: AttributeUpdate['options'],
): AttributeOption[] {
  if (!hasOptions(type)) return []
  const issues: FieldIssue[] =
    given.length === 0 ? [{ path: 'body.options', message: 'at least one option', rule: 'required' }] : []
  const taken = new Set(held.map(({ id }) => id))
  const labels = new Set<string>()
  const options = given.map(({ id, label }, place): AttributeOption => {
    const same = label.toLowerCase()
    if (labels.has(same)) issues.push({ path: `body.options.${place}.label`, message: 'taken' })
    labels.add(same)
    if (id !== undefined && !taken.has(id)) issues.push({ path: `body.options.${place}.id`, message: 'unknown option' })
    const known =
      id ??
      held.find(
        (option) =>
          option.isFormer && option.label.toLowerCase() === same && !given.some((other) => other.id === option.id),
      )?.id ??
      keyOf(label, taken, 'option')
    taken.add(known)
    return { id: known, label, isFormer: false }
  })
  const named = new Set(options.map(({ id }) => id))
  if (named.size < options.length) issues.push({ path: 'body.options', message: 'an option twice' })
  const after = [
    ...options,
    ...held.filter(({ id }) => !named.has(id)).map((option) => ({ ...option, isFormer: true })),
  ]
  if (after.length > mostKept)
    issues.push({ path: 'body.options', message: 'too many options', rule: 'max', limit: mostKept })
  if (issues.length > 0) throw new Refusal('ERR_VALIDATION', { issues })
  return after
}
