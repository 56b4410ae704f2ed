import type { YearDays } from '@recado/sdk'
import type { Period } from '../period/period.ts'

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** Days of birth that are celebrated in a month, from 1 for January. */
export function daysOfMonth(month: number): YearDays {
  const two = String(month).padStart(2, '0')
  return { from: `${two}-01`, until: `${two}-31` }
}

/**
 * Days of birth that are celebrated in a period of at most a year. Who was born on 29 February celebrates on the 28th
 * in years without it, as the greeting of the product does.
 */
export function daysOfPeriod({ from, to }: Period): YearDays {
  const until = to.slice(5)
  return {
    from: from.slice(5),
    until: until === '02-28' && !isLeap(Number(to.slice(0, 4))) ? '02-29' : until,
  }
}

/** The first celebration of a birthday on a day or after it. */
export function celebrationFrom(birthday: string, day: string): string {
  const inYear = (year: number): string =>
    `${year}-${birthday.endsWith('-02-29') && !isLeap(year) ? '02-28' : birthday.slice(5)}`
  const year = Number(day.slice(0, 4))
  return inYear(year) >= day ? inYear(year) : inYear(year + 1)
}

/** How old somebody becomes that day. */
export const ageOn = (birthday: string, celebration: string): number =>
  Number(celebration.slice(0, 4)) - Number(birthday.slice(0, 4))
