import type { AttributeValues } from './attributes.ts'
import type { AttributeCondition } from './contact-segments.ts'

/**
 * Whether values fit conditions, as the database evaluates them: clients decide by it whether a pushed ticket belongs
 * to a list. A property test of core holds the two equal. Imports no schema library.
 */
export const fitsConditions = (values: AttributeValues, conditions: readonly AttributeCondition[]): boolean =>
  conditions.every((condition) => fits(values, condition))

function fits(values: AttributeValues, condition: AttributeCondition): boolean {
  const value = values[condition.key]
  // Of several options it is enough that one fits.
  const each = value === undefined ? [] : Array.isArray(value) ? value : [value]
  switch (condition.test) {
    case 'set':
      return value !== undefined
    case 'unset':
      return value === undefined
    case 'is':
      return each.includes(condition.value as never)
    case 'contains':
      return each.some((one) => typeof one === 'string' && one.toLowerCase().includes(condition.value.toLowerCase()))
    case 'from':
      return each.some((one) => typeof one === typeof condition.value && one >= condition.value)
    case 'until':
      return each.some((one) => typeof one === typeof condition.value && one <= condition.value)
  }
}
