/*
 * Days of the reader's calendar, `2026-01-31` as date fields hold them. A day does not always begin at 0:00 or last
 * 24 hours: some zones change their clocks at midnight.
 */

const two = (part: number): string => String(part).padStart(2, '0')

/** The day of an instant, where the reader is. */
export const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/** The first instant of a day, or of one so many days later; an invalid date for what is no day. */
export function startOfDay(day: string, later = 0): Date {
  const [, year, month, date] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []).map(Number)
  return new Date(year ?? Number.NaN, (month ?? 0) - 1, (date ?? 0) + later)
}

/** The last millisecond of a day; an invalid date for what is no day. */
export const endOfDay = (day: string): Date => new Date(startOfDay(day, 1).getTime() - 1)
