import type { CompanyLimits } from '../../base/contracts.ts'

export const limitKinds = [
  'users',
  'connectedUsers',
  'connections',
  'contacts',
  'storage',
] as const satisfies readonly (keyof CompanyLimits)[]

/** A limit as it is typed: empty is without limit. Undefined for what is no number. */
export function readLimit(text: string): number | null | undefined {
  const digits = text.trim()
  if (digits === '') return null
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
}
export const writeLimit = (limit: number | null): string => (limit === null ? '' : String(limit))

/** Several limits as they are typed, by kind. */
export type LimitTexts<Kind extends string> = Readonly<Record<Kind, string>>
export const writeLimits = <Kind extends string>(
  kinds: readonly Kind[],
  limits: Readonly<Record<Kind, number | null>>,
): LimitTexts<Kind> => Object.fromEntries(kinds.map((kind) => [kind, writeLimit(limits[kind])])) as LimitTexts<Kind>

/** Typed limits; undefined while one of them is no number. */
export function readLimits<Kind extends string>(
  kinds: readonly Kind[],
  texts: LimitTexts<Kind>,
): Record<Kind, number | null> | undefined {
  const read = kinds.map((kind) => [kind, readLimit(texts[kind])] as const)
  return read.some(([, limit]) => limit === undefined)
    ? undefined
    : (Object.fromEntries(read) as Record<Kind, number | null>)
}
