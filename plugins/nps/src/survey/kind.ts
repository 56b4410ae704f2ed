/* Kinds of surveys: their grades, and how grades make a score. Free of any library: screens and server judge alike. */

/** Would recommend (0 to at most 10), satisfied (1 to 5), found it easy (1 to 7). */
export const surveyKinds = ['nps', 'csat', 'ces'] as const
/** One of {@link surveyKinds}. */
export type SurveyKind = (typeof surveyKinds)[number]

/** S9-050: the scale unless another is set. No scale is longer. */
export const defaultScale = 10
const tops = { csat: 5, ces: 7 } as const

/** Lowest and highest grade of a survey; both count. `scale` is the highest of an NPS survey. */
export interface GradeRange {
  readonly lowest: number
  readonly highest: number
}
export const rangeOf = (kind: SurveyKind, scale: number): GradeRange =>
  kind === 'nps' ? { lowest: 0, highest: scale } : { lowest: 1, highest: tops[kind] }

/** Every grade of a range, lowest first. */
export const gradesOf = ({ lowest, highest }: GradeRange): number[] =>
  Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index)

/** S5-102: whole, and within the range. */
export const isGrade = (value: number, { lowest, highest }: GradeRange): boolean =>
  Number.isInteger(value) && value >= lowest && value <= highest

/** Class of a grade: for NPS promoter, passive or detractor; for the others whether it is good. */
export type GradeClass = 'good' | 'middle' | 'bad'
export function classOf(kind: SurveyKind, grade: number, highest: number): GradeClass {
  if (kind === 'nps') {
    if (grade >= Math.ceil(highest * 0.9)) return 'good'
    return grade <= Math.floor(highest * 0.6) ? 'bad' : 'middle'
  }
  const middle = (highest + 1) / 2
  return grade > middle ? 'good' : grade < middle ? 'bad' : 'middle'
}

/** Answers of one grade. `highest` is that of the survey when it was asked. */
export interface GradeCount {
  readonly grade: number
  readonly highest: number
  readonly count: number
}

/**
 * The score of some answers, null without any. NPS: the share of promoters less that of detractors, -100 to 100. CSAT:
 * the share of grades 4 and 5, 0 to 100. CES: the mean grade, with one decimal.
 */
export function scoreOf(kind: SurveyKind, counts: readonly GradeCount[]): number | null {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  if (kind === 'ces')
    return Math.round((counts.reduce((sum, { grade, count }) => sum + grade * count, 0) / total) * 10) / 10
  const share = (wanted: GradeClass): number =>
    counts.reduce((sum, { grade, highest, count }) => sum + (classOf(kind, grade, highest) === wanted ? count : 0), 0)
  const good = share('good')
  const score = Math.round(((kind === 'nps' ? good - share('bad') : good) / total) * 100)
  // Without a negative zero.
  return score === 0 ? 0 : score
}

/** Faces of the satisfaction grades, worst first. */
export const faces = ['😡', '🙁', '😐', '🙂', '😍'] as const
