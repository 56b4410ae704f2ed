/* Answers to surveys that a person supposes, to see what a rule would do with them. Free of any library. */

/** Kinds of surveys with their lowest and highest grade. */
export const supposedGrades = { nps: [0, 10], csat: [1, 5], ces: [1, 7] } as const
/** A kind of surveys. */
export type SupposedKind = keyof typeof supposedGrades
export const supposedKinds = Object.keys(supposedGrades) as SupposedKind[]

/** An answer as a person supposes it. */
export interface Supposed {
  readonly kind: SupposedKind
  readonly grade: number
}
/** Whether surveys of the kind have the grade. */
export const isPossible = ({ kind, grade }: Supposed): boolean =>
  Number.isInteger(grade) && grade >= supposedGrades[kind][0] && grade <= supposedGrades[kind][1]
