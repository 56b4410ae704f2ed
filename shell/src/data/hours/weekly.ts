import type { Shift, WeeklyShifts } from '../../base/contracts.ts'

/** Days of the week, Monday first. */
export const weekOrder = ['1', '2', '3', '4', '5', '6', '0'] as const
export type Weekday = (typeof weekOrder)[number]
export const workdays: readonly Weekday[] = ['1', '2', '3', '4', '5']
export const partialShifts = ['morning', 'afternoon', 'evening'] as const

type Day = NonNullable<WeeklyShifts[Weekday]>
type Hours = NonNullable<Day[Shift]>

/** Initial hours of an added shift. */
const usual: Record<Shift, Hours> = {
  morning: { start: '08:00', end: '12:00' },
  afternoon: { start: '13:00', end: '18:00' },
  evening: { start: '18:00', end: '22:00' },
  full_day: { start: '08:00', end: '18:00' },
}

/** Adds or takes away a shift. A whole day takes the place of all others, and they of it (reading 85). */
export function toggleShift(week: WeeklyShifts, day: Weekday, shift: Shift, on: boolean): WeeklyShifts {
  const { full_day: whole, ...parts } = week[day] ?? {}
  if (shift === 'full_day') return withDay(week, day, on ? { full_day: whole ?? usual.full_day } : {})
  const { [shift]: known, ...others } = parts
  return withDay(week, day, on ? { ...others, [shift]: known ?? usual[shift] } : others)
}

/** `end` at `00:00` is the midnight that ends the day: an input of times knows no 24:00. */
export function setHours(week: WeeklyShifts, day: Weekday, shift: Shift, hours: Partial<Hours>): WeeklyShifts {
  const now = week[day]?.[shift]
  if (!now) return week
  const end = hours.end === undefined ? now.end : hours.end === '00:00' ? '24:00' : hours.end
  return withDay(week, day, { ...week[day], [shift]: { start: hours.start ?? now.start, end } })
}

/** The same shifts on other days. */
export function copyDay(week: WeeklyShifts, from: Weekday, to: readonly Weekday[]): WeeklyShifts {
  return to.reduce((copied, day) => withDay(copied, day, structuredClone(week[from] ?? {})), week)
}

/** Days on which a shift ends before it begins, or has no time. */
export function brokenDays(week: WeeklyShifts): Weekday[] {
  return weekOrder.filter((day) =>
    Object.values(week[day] ?? {}).some((hours) => hours.start === '' || hours.end === '' || hours.start >= hours.end),
  )
}

export const isEmptyWeek = (week: WeeklyShifts): boolean =>
  weekOrder.every((day) => Object.keys(week[day] ?? {}).length === 0)

function withDay(week: WeeklyShifts, day: Weekday, shifts: Day): WeeklyShifts {
  const { [day]: _replaced, ...others } = week
  return Object.keys(shifts).length === 0 ? others : { ...others, [day]: shifts }
}
