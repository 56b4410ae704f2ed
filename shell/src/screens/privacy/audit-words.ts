import { auditActions, type AuditEntry } from '../../base/contracts.ts'

type Words = (typeof auditActions)[keyof typeof auditActions]

/** Text of an act; an act of a newer server by its name. */
export const actionWords = (action: string, language: string): string =>
  Object.hasOwn(auditActions, action)
    ? auditActions[action as keyof typeof auditActions][language as keyof Words]
    : action

/** All acts to choose from, in the order of their texts. */
export const actionChoices = (language: string): { value: string; label: string }[] =>
  Object.keys(auditActions)
    .map((value) => ({ value, label: actionWords(value, language) }))
    .sort((a, b) => a.label.localeCompare(b.label, language))

/** Circumstances as pairs. Ids say nothing to a reader, but who looks into a case needs them. */
export const factsOf = ({ facts }: Pick<AuditEntry, 'facts'>): [string, string][] =>
  Object.entries(facts)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
