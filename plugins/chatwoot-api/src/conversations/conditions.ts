/** What is known of a conversation, for conditions: fields that all have, and attributes. */
export interface Facts {
  readonly standard: Readonly<Record<string, readonly (string | number)[]>>
  readonly custom: Readonly<Record<string, unknown>>
}

/** Ways in which conditions compare. */
export const operators = [
  'equal_to',
  'not_equal_to',
  'contains',
  'does_not_contain',
  'is_present',
  'is_not_present',
  'is_greater_than',
  'is_less_than',
] as const
export type Operator = (typeof operators)[number]

/** One condition, its values in lower case, or as numbers where they are compared by size. */
export interface Condition {
  readonly key: string
  readonly operator: Operator
  readonly values: readonly (string | number)[]
}

const plain = (value: unknown): string | number =>
  typeof value === 'number' ? value : String(value ?? '').toLowerCase()

/** Values of a key, in lower case; none where it has none. */
function heldOf({ standard, custom }: Facts, key: string): readonly (string | number)[] {
  if (Object.hasOwn(standard, key)) return standard[key]!.map(plain)
  const value = Object.hasOwn(custom, key) ? custom[key] : undefined
  if (value === undefined || value === null || value === '') return []
  return (Array.isArray(value) ? value : [value]).map(plain)
}

function holds(facts: Facts, { key, operator, values }: Condition): boolean {
  const held = heldOf(facts, key)
  const isAmong = held.some((one) => values.some((value) => String(value) === String(one)))
  const isWithin = held.some((one) => values.some((value) => String(one).includes(String(value))))
  const [wanted] = values
  switch (operator) {
    case 'equal_to':
      return isAmong
    case 'not_equal_to':
      return !isAmong
    case 'contains':
      return isWithin
    case 'does_not_contain':
      return !isWithin
    case 'is_present':
      return held.length > 0
    case 'is_not_present':
      return held.length === 0
    case 'is_greater_than':
      return held.some((one) => Number(one) > Number(wanted))
    case 'is_less_than':
      return held.some((one) => Number(one) < Number(wanted))
  }
}

/** Whether all conditions of one of these groups hold: what stands between ORs belongs together. */
export const fits = (facts: Facts, groups: readonly (readonly Condition[])[]): boolean =>
  groups.some((group) => group.every((condition) => holds(facts, condition)))
