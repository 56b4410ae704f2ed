import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextTime } from './next-time.ts'

const zones = ['America/Sao_Paulo', 'UTC', 'Europe/Lisbon', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']
const when = fc.record({
  every: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
  weekday: fc.integer({ min: 1, max: 7 }),
  day: fc.integer({ min: 1, max: 31 }),
  hour: fc.integer({ min: 0, max: 23 }),
})
const at = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
const shown = (instant: Date, timeZone: string) => {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(instant)
  const [date, time] = text.split(' ') as [string, string]
  return { date, hour: Number(time.slice(0, 2)), weekday: new Date(date).getUTCDay() || 7, day: Number(date.slice(8)) }
}

test('it is due later, at its hour on its day by the clock of the company, and at the first such time', () => {
  fc.assert(
    fc.property(when, at, fc.constantFrom(...zones), (choice, after, zone) => {
      const next = nextTime(choice, after, zone)
      expect(next.getTime()).toBeGreaterThan(after.getTime())
      const { date, hour, weekday, day } = shown(next, zone)
      // A clock that leaps forward shows an hour later.
      expect([choice.hour, choice.hour + 1]).toContain(hour)
      if (choice.every === 'week') expect(weekday).toBe(choice.weekday)
      if (choice.every === 'month') {
        const last = new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate()
        expect(day).toBe(Math.min(choice.day, last))
      }
      const longest = { day: 1, week: 7, month: 31 }[choice.every] * 86_400_000 + 2 * 3_600_000
      expect(next.getTime() - after.getTime()).toBeLessThanOrEqual(longest)
      // Nothing is left out and nothing comes twice: just before it, it is still the next one.
      expect(nextTime(choice, new Date(next.getTime() - 1), zone)).toEqual(next)
    }),
    { numRuns: 300 },
  )
})

test.each([
  [
    'the last day of a short month',
    { every: 'month', weekday: 1, day: 31, hour: 8 },
    '2026-02-01T12:00:00Z',
    '2026-02-28T11:00:00Z',
  ],
  [
    'the same hour is over',
    { every: 'day', weekday: 1, day: 1, hour: 8 },
    '2026-11-28T11:00:00Z',
    '2026-11-29T11:00:00Z',
  ],
] as const)('%s', (_, choice, after, next) => {
  expect(nextTime(choice, new Date(after), 'America/Sao_Paulo').toISOString()).toBe(next.replace('Z', '.000Z'))
})
