import { clockOf } from '../conditions/calendar.ts'

const dayMs = 86_400_000
/** Days that a sweep makes up for where nothing ran. */
export const mostDaysBehind = 7

/** Another day, so many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Days, by the clock of a time zone, on which that clock came to `time` after `since` and not after `until`: in order,
 * the last {@link mostDaysBehind} at most. A time that the clock passes over comes with the first one behind it, and
 * one that it shows twice counts once.
 */
export function daysDue(time: string, since: Date, until: Date, timeZone: string): string[] {
  const read = clockOf(timeZone)
  const hasCome = (at: Date, day: string): boolean => {
    const shown = read(at.toISOString())
    return shown.day > day || (shown.day === day && shown.minutes >= minutesOf(time))
  }
  const today = read(until.toISOString()).day
  return Array.from({ length: mostDaysBehind }, (_, back) => dayAfter(today, back - mostDaysBehind + 1)).filter(
    (day) => hasCome(until, day) && !hasCome(since, day),
  )
}
