import { expect, it } from 'vitest'
import { ageOn, celebrationFrom, daysOfMonth, daysOfPeriod } from './birthday.ts'

it('a month has all its days, 29 February among those of February', () => {
  expect(daysOfMonth(2)).toEqual({ from: '02-01', until: '02-31' })
})

it.each([
  ['2026-12-20', '2027-01-10', '12-20', '01-10'],
  ['2026-02-20', '2026-02-28', '02-20', '02-29'],
  ['2028-02-20', '2028-02-28', '02-20', '02-28'],
  ['2026-03-01', '2026-03-31', '03-01', '03-31'],
  ['2100-02-28', '2100-02-28', '02-28', '02-29'],
])('from %s to %s are the days %s to %s', (from, to, first, last) => {
  expect(daysOfPeriod({ from, to })).toEqual({ from: first, until: last })
})

it.each([
  ['1990-02-28', '2026-02-01', '2026-02-28', 36],
  ['1992-02-29', '2026-02-01', '2026-02-28', 34],
  ['1992-02-29', '2028-02-01', '2028-02-29', 36],
  ['1985-01-05', '2026-12-20', '2027-01-05', 42],
  ['1985-12-20', '2026-12-20', '2026-12-20', 41],
])('born on %s, from %s on it is celebrated on %s', (birthday, from, on, age) => {
  expect(celebrationFrom(birthday, from)).toBe(on)
  expect(ageOn(birthday, on)).toBe(age)
})
