import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf, endOfDay, startOfDay } from './calendar-days.ts'

/**
 * Nights on which São Paulo, London, Santiago and Cairo change their clocks: `npm run test:dates` runs this elsewhere.
 */
const changes = [
  '2018-02-17',
  '2018-02-18',
  '2018-11-03',
  '2018-11-04',
  '2027-03-28',
  '2027-04-03',
  '2027-04-04',
  '2027-04-30',
  '2027-09-05',
  '2027-10-28',
  '2027-10-31',
  '2028-02-29',
]
const date = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
const anyDay = fc.oneof(
  fc.constantFrom(...changes),
  date.map((at) => at.toISOString().slice(0, 10)),
)

test('a day is all between its first and its last instant, and days follow one another without a gap', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const [start, end] = [startOfDay(day), endOfDay(day)]
      expect([dayOf(start), dayOf(end)]).toEqual([day, day])
      expect([dayOf(new Date(start.getTime() - 1)) < day, dayOf(new Date(end.getTime() + 1)) > day]).toEqual([
        true,
        true,
      ])
      expect(startOfDay(day, 1).getTime()).toBe(end.getTime() + 1)
      expect(startOfDay(dayOf(startOfDay(day, 1))).getTime()).toBe(startOfDay(day, 1).getTime())
    }),
  )
})

test('what is no day has no instants', () => {
  for (const text of ['', 'x', '2026-1-2']) {
    expect([startOfDay(text).getTime(), endOfDay(text).getTime()], text).toEqual([Number.NaN, Number.NaN])
  }
})
