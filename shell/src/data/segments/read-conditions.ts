import { attributeKeyPattern, type AttributeCondition } from '../../base/contracts.ts'

/** Conditions that a filter can have at once. */
export const conditionsMost = 10

/** Conditions from a stored value or an address; invalid ones are left out. */
export const readConditions = (given: unknown): AttributeCondition[] =>
  Array.isArray(given) ? given.flatMap(read).slice(0, conditionsMost) : []

function read(given: unknown): AttributeCondition[] {
  if (typeof given !== 'object' || given === null) return []
  const { key, test, value } = given as Record<string, unknown>
  if (typeof key !== 'string' || !attributeKeyPattern.test(key)) return []
  switch (test) {
    case 'set':
    case 'unset':
      return [{ key, test }]
    case 'is':
      return isNumber(value) || typeof value === 'boolean' || isText(value, 1_000) ? [{ key, test, value }] : []
    case 'contains':
      return isText(value, 100) ? [{ key, test, value }] : []
    case 'from':
    case 'until':
      return isNumber(value) || isText(value, 40) ? [{ key, test, value }] : []
    default:
      return []
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value === value.trim() &&
  value.length <= max &&
  !value.includes('\0') &&
  value.isWellFormed()
