import { spansOf, weekdays, type Week } from './day.ts'
import { instantsOf, wallAt } from './wall-clock.ts'

/** Hours that are judged: a week, days that are closed whatever the week says (`YYYY-MM-DD`), and the zone of both. */
export interface Hours {
  readonly zone: string
  readonly week: Week
  readonly closedOn: ReadonlySet<string>
}

/** How far ahead changes are looked for, in days. */
const horizonDays = 366
const dayMs = 86_400_000
/** Days that are looked at together: a change of the clock may be nearer to another day than to its own. */
const daysTogether = 4
/**
 * No clock is so far ahead of UTC. What these days tell of beyond their own end, a change of the clock on a later day,
 * is left to the days that know what comes before it.
 */
const farthestAheadMs = 15 * 3_600_000

/** Whether somebody is there at an instant. */
export function isOpenAt({ zone, week, closedOn }: Hours, instant: number): boolean {
  const { date, weekday, minute } = wallAt(zone, instant)
  if (closedOn.has(date)) return false
  return spansOf(week[weekdays[weekday]!]).some(([from, until]) => minute >= from && minute < until)
}

/**
 * When it opens next, or closes where it is open; null for not within a year, or maybe not before `until`. The clock
 * may be put forward or back at any time of the day: every instant that may be a change is judged by itself.
 */
export function nextChange(hours: Hours, instant: number, until = Infinity): number | null {
  const now = isOpenAt(hours, instant)
  const today = Date.parse(`${wallAt(hours.zone, instant).date}T00:00:00Z`)
  for (let day = -1; day <= horizonDays && today + (day - 1) * dayMs < until; day += daysTogether - 1) {
    const found = Array.from({ length: daysTogether }, (_, ahead) => today + (day + ahead) * dayMs)
      .flatMap((midnight) =>
        boundariesOf(hours, midnight).flatMap((minute) => instantsOf(hours.zone, midnight, minute)),
      )
      .filter((at) => at > instant && at < today + (day + daysTogether) * dayMs - farthestAheadMs)
      .sort((a, b) => a - b)
      .find((at) => isOpenAt(hours, at) !== now)
    if (found !== undefined) return found
  }
  return null
}

/** Minutes at which a day may open or close; its beginning, because the day before may end otherwise. */
function boundariesOf({ week }: Hours, midnight: number): readonly number[] {
  const day = week[weekdays[new Date(midnight).getUTCDay()]!]
  return [...new Set([0, ...spansOf(day).flat()])]
}

/** When somebody is there between two instants, in order, each without its end. */
export function openSpansBetween(hours: Hours, from: number, until: number): readonly (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = []
  let at = from
  let isOpen = isOpenAt(hours, at)
  while (at < until) {
    const next = Math.min(nextChange(hours, at, until) ?? until, until)
    if (isOpen) spans.push([at, next])
    isOpen = !isOpen
    at = next
  }
  return spans
}

/** Milliseconds between two instants in which somebody is there. */
export const openMsBetween = (hours: Hours, from: number, until: number): number =>
  openSpansBetween(hours, from, until).reduce((sum, [opens, closes]) => sum + closes - opens, 0)
