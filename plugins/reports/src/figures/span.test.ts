import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeOf, dayIn, daysOf, eachDay, lastDays, spanBefore } from './span.ts'

const day = fc
  .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 11, 31) })
  .map((ms) => new Date(ms).toISOString().slice(0, 10))

test('a span has as many days as were asked for, and the one before ends the day before it begins', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 400 }), (until, days) => {
      const span = lastDays(until, days)
      const before = spanBefore(span)
      expect(daysOf(span)).toBe(days)
      expect(daysOf(before)).toBe(days)
      expect(eachDay({ from: before.until, until: span.from })).toEqual([before.until, span.from])
      expect(eachDay(span).at(0)).toBe(span.from)
      expect(eachDay(span).at(-1)).toBe(until)
      expect(new Set(eachDay(span)).size).toBe(days)
    }),
  )
})

test('the day of a moment is that of the zone', () => {
  const at = new Date('2026-11-28T02:30:00Z')
  expect(dayIn(at, 'America/Sao_Paulo')).toBe('2026-11-27')
  expect(dayIn(at, 'Asia/Tokyo')).toBe('2026-11-28')
})

test('a change is told in percent of what was before, and of nothing there is none', () => {
  expect(changeOf(15, 10)).toBe(50)
  expect(changeOf(5, 10)).toBe(-50)
  expect(changeOf(50, 10)).toBe(400)
  expect(changeOf(109, 2)).toBeNull()
  expect(changeOf(5, 0)).toBeNull()
  expect(changeOf(null, 10)).toBeNull()
})
