import type { AttributeCondition, AttributeType, AttributeValue } from '../../base/contracts.ts'

export type ConditionTest = AttributeCondition['test']

/** Tests for values of a type, the usual one first. */
export const testsOf: Readonly<Record<AttributeType, readonly ConditionTest[]>> = {
  text: ['contains', 'is', 'set', 'unset'],
  link: ['contains', 'set', 'unset'],
  number: ['from', 'until', 'is', 'set', 'unset'],
  date: ['from', 'until', 'is', 'set', 'unset'],
  boolean: ['is', 'set', 'unset'],
  choice: ['is', 'set', 'unset'],
  choices: ['is', 'set', 'unset'],
}

export const needsValue = (test: ConditionTest): boolean => test !== 'set' && test !== 'unset'

/** A condition while it is put together; it asks nothing before it has what it needs. */
export interface ConditionDraft {
  readonly line: string
  readonly key: string
  readonly test: ConditionTest
  readonly value: AttributeValue | null | undefined
}

export const draftsOf = (conditions: readonly AttributeCondition[]): ConditionDraft[] =>
  conditions.map((condition, at) => ({
    line: String(at),
    key: condition.key,
    test: condition.test,
    value: 'value' in condition ? condition.value : undefined,
  }))

/** The complete conditions. */
export const wholeConditions = (drafts: readonly ConditionDraft[]): AttributeCondition[] =>
  drafts.flatMap(({ key, test, value }): AttributeCondition[] => {
    if (!needsValue(test)) return [{ key, test } as AttributeCondition]
    const given = typeof value === 'string' ? value.trim() : value
    return given === undefined || given === null || given === '' || Array.isArray(given)
      ? []
      : [{ key, test, value: given } as AttributeCondition]
  })
