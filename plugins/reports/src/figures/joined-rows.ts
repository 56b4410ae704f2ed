import type { FactRow } from '@recado/sdk'

/** What several questions say about one user, queue or channel; undefined where a question has nothing about it. */
export interface JoinedRow<Name extends string> {
  readonly value: string | null
  readonly name: string | null
  readonly of: Readonly<Partial<Record<Name, FactRow>>>
}

/** Rows of several questions that tell the same apart, one per group; those of the most of `first` come first. */
export function joinedRows<Name extends string>(
  answers: Readonly<Record<Name, readonly FactRow[]>>,
  first: NoInfer<Name>,
): JoinedRow<Name>[] {
  type Joined = Omit<JoinedRow<Name>, 'of'> & { readonly of: Partial<Record<Name, FactRow>> }
  const joined = new Map<string | null, Joined>()
  for (const question of Object.keys(answers) as Name[])
    for (const row of answers[question]) {
      const { value, name } = row.by[0]!
      const known: Joined = joined.get(value) ?? { value, name, of: {} }
      known.of[question] = row
      joined.set(value, known)
    }
  return [...joined.values()].toSorted(
    (one, other) =>
      (other.of[first]?.count ?? 0) - (one.of[first]?.count ?? 0) || (one.name ?? '').localeCompare(other.name ?? ''),
  )
}
