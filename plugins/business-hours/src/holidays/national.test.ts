import { expect, it } from 'vitest'
import { brazilianHolidays } from './national.ts'

/** Dates of Easter of an almanac: early, late, in a leap year, and lately. */
it.each([
  [2008, '2008-03-21', '2008-05-22'],
  [2011, '2011-04-22', '2011-06-23'],
  [2024, '2024-03-29', '2024-05-30'],
  [2026, '2026-04-03', '2026-06-04'],
  [2038, '2038-04-23', '2038-06-24'],
])('S3-074 holidays of Brazil follow Easter in %i', (year, goodFriday, corpusChristi) => {
  const days = brazilianHolidays(year)
  expect(days.find(({ description }) => description === 'Paixão de Cristo')?.date).toBe(goodFriday)
  expect(days.find(({ description }) => description === 'Corpus Christi')?.date).toBe(corpusChristi)
  expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).toSorted())
  expect(new Set(days.map(({ date }) => date)).size).toBe(13)
})
