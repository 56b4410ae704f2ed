import { expect, it } from 'vitest'
import { dayAt, daysIn, monthOf } from './period.ts'

it.each([
  ['2026-11-28', '2026-11-01', '2026-11-30'],
  ['2026-02-10', '2026-02-01', '2026-02-28'],
  ['2028-02-10', '2028-02-01', '2028-02-29'],
  ['2026-12-31', '2026-12-01', '2026-12-31'],
])('the month of %s', (day, from, to) => {
  expect(monthOf(day)).toEqual({ from, to })
})

it('a day is counted by the clock of its place', () => {
  const at = new Date('2026-12-01T01:30:00Z')
  expect(dayAt(at, 'America/Sao_Paulo')).toBe('2026-11-30')
  expect(dayAt(at, 'Europe/Lisbon')).toBe('2026-12-01')
})

it('both ends of a period belong to it', () => {
  expect(daysIn({ from: '2026-12-31', to: '2027-01-01' })).toBe(2)
  expect(daysIn({ from: '2026-03-02', to: '2026-03-01' })).toBe(0)
})
