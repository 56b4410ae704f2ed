import type { AttributeDefinition, AttributeValue, AttributeValues } from '../../base/contracts.ts'

/** Values while they are edited, by key: undefined for none, null for something typed that is no value. */
export type AttributeDraft = Readonly<Record<string, AttributeValue | null | undefined>>

/** Attributes in a form: those that can be set, and archived ones with a value. */
export const shownAttributes = (
  definitions: readonly AttributeDefinition[],
  values: AttributeValues,
): AttributeDefinition[] => definitions.filter(({ key, isArchived }) => !isArchived || values[key] !== undefined)

const isNone = (value: AttributeValue | undefined): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Changed values, for a request; null removes a value. */
export function changedAttributes(
  before: AttributeDraft,
  after: AttributeDraft,
): Record<string, AttributeValue | null> {
  const changed = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  return Object.fromEntries(changed.map((key) => [key, isNone(after[key] ?? undefined) ? null : after[key]!]))
}

/** Keys whose field holds something that is no value. */
export const wrongAttributes = (draft: AttributeDraft): string[] =>
  Object.keys(draft).filter((key) => draft[key] === null)

/** Keys of fields that are to be filled in and are not. */
export const missingAttributes = (draft: AttributeDraft, wanted: readonly string[]): string[] =>
  wanted.filter((key) => isNone(draft[key] ?? undefined))
