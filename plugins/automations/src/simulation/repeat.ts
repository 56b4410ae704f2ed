import { mostFiringsADay, type Repetition } from '../rules/limits.ts'

/**
 * Of the times that a rule would fire in one ticket, in their order, those that its repetition and the most a day
 * leave.
 */
export function withinRepetition<T extends { readonly at: string }>(
  times: readonly T[],
  repetition: Repetition,
  dayOf: (at: Date) => string,
): T[] {
  if (repetition === 'once') return times.slice(0, 1)
  const most = repetition === 'daily' ? 1 : mostFiringsADay
  const counted = new Map<string, number>()
  return times.filter(({ at }) => {
    const day = dayOf(new Date(at))
    const count = (counted.get(day) ?? 0) + 1
    counted.set(day, count)
    return count <= most
  })
}
