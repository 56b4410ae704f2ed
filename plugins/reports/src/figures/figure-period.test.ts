import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spanOfPeriod, spanOfSentPeriod } from './figure-period.ts'
import { daysOf } from './span.ts'

const day = fc
  .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 11, 31) })
  .map((ms) => new Date(ms).toISOString().slice(0, 10))

test('the last days end today, and what is sent ends yesterday', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 400 }), (today, days) => {
      const span = spanOfPeriod({ kind: 'last', days }, today)
      expect([span.until, daysOf(span)]).toEqual([today, days])
      const sent = spanOfSentPeriod({ kind: 'last', days }, today)
      expect([sent.until < today, daysOf(sent)]).toEqual([true, days])
    }),
  )
})

test('a month begins on its first day, and the last one ends before this one begins', () => {
  fc.assert(
    fc.property(day, (today) => {
      const now = spanOfPeriod({ kind: 'month', which: 'this' }, today)
      const last = spanOfPeriod({ kind: 'month', which: 'last' }, today)
      expect(now).toEqual({ from: `${today.slice(0, 8)}01`, until: today })
      expect(last.from).toMatch(/-01$/)
      expect(daysOf({ from: last.until, until: now.from })).toBe(2)
      expect(daysOf(last)).toBeGreaterThanOrEqual(28)
      expect(spanOfSentPeriod({ kind: 'month', which: 'last' }, today)).toEqual(last)
    }),
  )
})

test('on the first of a month the e-mail about this month has the month that is over', () => {
  expect(spanOfSentPeriod({ kind: 'month', which: 'this' }, '2028-03-01')).toEqual({
    from: '2028-02-01',
    until: '2028-02-29',
  })
})
