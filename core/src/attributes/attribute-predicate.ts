import type { AttributeCondition } from '@recado/contracts'

/** Conditions as the database asks them of the values of a contact. */
export interface AttributePredicate {
  /** A predicate of jsonpath over `attributes`. */
  readonly path: string
  /** True if every match has at least one value, so that the index over values can be used. */
  readonly needsValue: boolean
}

/** Undefined for no conditions at all. Values are written as JSON, which is how jsonpath writes them. */
export function attributePredicate(conditions: readonly AttributeCondition[]): AttributePredicate | undefined {
  if (conditions.length === 0) return undefined
  return {
    path: conditions.map((condition) => `(${written(condition)})`).join(' && '),
    needsValue: conditions.some(({ test }) => test !== 'unset'),
  }
}

function written(condition: AttributeCondition): string {
  const at = `$."${condition.key}"`
  switch (condition.test) {
    case 'set':
      return `exists(${at})`
    case 'unset':
      return `!exists(${at})`
    case 'is':
      return `${at} == ${JSON.stringify(condition.value)}`
    // The index finds equal values and keys: the rest is filtered among rows with the attribute.
    case 'contains':
      return `exists(${at}) && ${at} like_regex ${JSON.stringify(condition.value)} flag "iq"`
    case 'from':
      return `exists(${at}) && ${at} >= ${JSON.stringify(condition.value)}`
    case 'until':
      return `exists(${at}) && ${at} <= ${JSON.stringify(condition.value)}`
  }
}
