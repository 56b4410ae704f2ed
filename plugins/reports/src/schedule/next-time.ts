import { dayIn } from '../figures/span.ts'
import type { ScheduleChoice } from '../saved/saved-report.ts'

const dayMs = 86_400_000
const parts = new Map<string, Intl.DateTimeFormat>()
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = parts.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  parts.set(timeZone, made)
  return made
}

/** What the clock of a zone shows, as if it were UTC. Milliseconds. */
const shownAt = (ms: number, timeZone: string): number =>
  Date.parse(`${clockOf(timeZone).format(new Date(ms)).replace(' ', 'T')}Z`)

/**
 * The instant at which the clock of a zone shows an hour of a day; where it leaps over that hour, the end of the leap.
 */
function instantOf(day: string, hour: number, timeZone: string): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000
  const offsets = [wanted - dayMs, wanted + dayMs].map((ms) => shownAt(ms, timeZone) - ms)
  const found = offsets.map((offset) => wanted - offset).filter((ms) => shownAt(ms, timeZone) === wanted)
  return found.length > 0 ? Math.min(...found) : wanted - Math.min(...offsets)
}

const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const weekdayOf = (day: string): number => new Date(Date.parse(day)).getUTCDay() || 7
const lastOfMonth = (day: string): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()

type When = Pick<ScheduleChoice, 'every' | 'weekday' | 'day' | 'hour'>
const isOn = ({ every, weekday, day }: When, date: string): boolean =>
  every === 'day' ||
  (every === 'week' ? weekdayOf(date) === weekday : Number(date.slice(8)) === Math.min(day, lastOfMonth(date)))

/** The next time after an instant that a schedule is due, by the company's clock. */
export function nextTime(when: When, after: Date, timeZone: string): Date {
  const first = Date.parse(dayIn(after, timeZone))
  for (let ms = first; ; ms += dayMs) {
    const date = textOf(ms)
    if (!isOn(when, date)) continue
    const at = instantOf(date, when.hour, timeZone)
    if (at > after.getTime()) return new Date(at)
  }
}
