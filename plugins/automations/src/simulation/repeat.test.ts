import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostFiringsADay, repetitions } from '../rules/limits.ts'
import { companyDay } from '../runs/company-day.ts'
import { withinRepetition } from './repeat.ts'

const dayOf = (at: Date): string => companyDay(at, 'America/Sao_Paulo')
const times = fc
  .array(fc.integer({ min: 0, max: 5 * 24 * 60 }), { maxLength: 80 })
  .map((minutes) =>
    minutes
      .toSorted((a, b) => a - b)
      .map((minute) => ({ at: new Date(Date.UTC(2026, 0, 5) + minute * 60_000).toISOString() })),
  )

test('a rule fires once, once a day by the company’s clock, or each time up to the most a day', () => {
  fc.assert(
    fc.property(times, fc.constantFrom(...repetitions), (all, repetition) => {
      const fired = withinRepetition(all, repetition, dayOf)
      const days = [...Map.groupBy(fired, ({ at }) => dayOf(new Date(at))).values()].map(({ length }) => length)
      expect(fired[0]).toEqual(all[0])
      expect(Math.max(0, ...days)).toBeLessThanOrEqual(repetition === 'always' ? mostFiringsADay : 1)
      if (repetition === 'once') expect(fired.length).toBe(Math.min(1, all.length))
      else expect(days.length).toBe(new Set(all.map(({ at }) => dayOf(new Date(at)))).size)
    }),
  )
})

test('a day begins at midnight where the company is', () => {
  expect(
    withinRepetition([{ at: '2026-01-06T02:59:00Z' }, { at: '2026-01-06T03:01:00Z' }], 'daily', dayOf),
  ).toHaveLength(2)
  expect(
    withinRepetition([{ at: '2026-01-05T23:00:00Z' }, { at: '2026-01-06T01:00:00Z' }], 'daily', dayOf),
  ).toHaveLength(1)
})
