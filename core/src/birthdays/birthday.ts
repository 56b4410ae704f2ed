/** A day of the calendar, wherever it is. */
export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Minutes of the day, in the company's zone: S9-053, and when it is too late to call it a morning's greeting. */
export const greetingHours = { from: 9 * 60, until: 21 * 60 } as const

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const leapDay = 229

/** Month and day in one number, as the index of birthdays has them: 229 is the 29th of February. */
export const monthDay = ({ month, day }: Pick<CalendarDay, 'month' | 'day'>): number => month * 100 + day

/**
 * Birthdays that are celebrated on a day. A birthday on 29 February is celebrated on the 28th in other years (reading
 * 88).
 */
export const celebratedOn = (today: CalendarDay): number[] =>
  monthDay(today) === 228 && !isLeap(today.year) ? [228, leapDay] : [monthDay(today)]

/** The day as a UTC midnight means it. */
export const calendarDay = (midnight: number): CalendarDay => {
  const date = new Date(midnight)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Age of a person in a year; `birthday` as `1990-02-28`. */
export const ageIn = (year: number, birthday: string): number => year - Number(birthday.slice(0, 4))
