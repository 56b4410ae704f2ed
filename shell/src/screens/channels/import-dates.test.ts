import { expect, test } from 'vitest'
import { importDatesFault, spanOf } from './import-dates.ts'

test.for([
  ['2026-01-01', '2026-01-31', undefined, undefined],
  ['2026-02-10', '2026-02-10', undefined, undefined],
  ['', '2026-01-31', undefined, 'missing'],
  ['2026-01-31', '2026-01-01', undefined, 'order'],
  ['2026-01-01', '2026-02-11', undefined, 'future'],
  ['2026-02-11', '2026-02-11', undefined, 'future'],
  ['2025-01-01', '2026-01-31', 30, 'tooOld'],
  ['2026-01-15', '2026-01-31', 30, undefined],
] as const)('S5-110 from %s to %s, at most %s days back: %s', ([since, until, maxAgeDays, fault]) => {
  expect(importDatesFault(since, until, '2026-02-10', maxAgeDays)).toBe(fault)
})

test('a span holds all of its last day', () => {
  const { since, until } = spanOf('2026-01-01', '2026-01-01')
  expect(Date.parse(until) - Date.parse(since)).toBe(86_400_000 - 1)
  expect(new Date(since)).toEqual(new Date(2026, 0, 1))
})
