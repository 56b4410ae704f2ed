import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LocalClock } from '../base/local-clock.ts'
import { ageIn, calendarDay, celebratedOn, greetingHours, monthDay, type CalendarDay } from './birthday.ts'

const dayMs = 86_400_000
const daysOf = (year: number): CalendarDay[] => {
  const first = Date.UTC(year, 0, 1)
  return Array.from({ length: Math.round((Date.UTC(year + 1, 0, 1) - first) / dayMs) }, (_, index) =>
    calendarDay(first + index * dayMs),
  )
}
const anyYear = fc.integer({ min: 1970, max: 2400 })
const anyDay = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const born = (birthday: string): number =>
  monthDay({ month: Number(birthday.slice(5, 7)), day: Number(birthday.slice(8)) })

describe('which day it is for a contact', () => {
  test('S9-054 every birthday is celebrated on exactly one day of every year', () => {
    fc.assert(
      fc.property(anyDay, anyYear, (birthday, year) => {
        const days = daysOf(year).filter((day) => celebratedOn(day).includes(born(birthday)))
        expect(days).toHaveLength(1)
        // On the day itself wherever the year has it, and else on the one before.
        expect(born(birthday) - monthDay(days[0]!)).toBeLessThanOrEqual(born(birthday) === 229 ? 1 : 0)
      }),
    )
  })

  test('the 29th of February is celebrated on itself in leap years and on the 28th in others', () => {
    expect(
      [2023, 2024, 2100, 2000].map((year) => [
        celebratedOn({ year, month: 2, day: 28 }),
        celebratedOn({ year, month: 2, day: 29 })[0],
      ]),
    ).toEqual([
      [[228, 229], 229],
      [[228], 229],
      [[228, 229], 229],
      [[228], 229],
    ])
  })

  test('S9-053 it is nine where the company is, on either side of a change of clocks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('America/Sao_Paulo', 'Europe/Lisbon', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'),
        fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z'), noInvalidDate: true }),
        (zone, instant) => {
          const local = LocalClock.of(zone).at(instant)
          const today = calendarDay(local.midnight)
          expect(new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(instant)).toBe(
            `${today.year}-${String(today.month).padStart(2, '0')}-${String(today.day).padStart(2, '0')}`,
          )
          expect(local.minute >= greetingHours.from).toBe(
            Number(
              new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(instant),
            ) >= 9,
          )
        },
      ),
    )
  })

  test('S9-055 somebody becomes as old as the years between', () => {
    expect([ageIn(2026, '1990-11-22'), ageIn(2026, '2026-01-01'), ageIn(2024, '1904-02-29')]).toEqual([36, 0, 120])
  })
})
