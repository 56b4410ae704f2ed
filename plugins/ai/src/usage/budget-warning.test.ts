import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reached } from './budget-warning.ts'

test('a budget is told of once at four fifths and once at its end, however it is spent', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }), (amounts) => {
      let today = 0
      const told: string[] = []
      for (const tokens of amounts) {
        told.push(...reached({ today, month: 0 }, tokens, { dailyTokens: 1_000 }))
        today += tokens
      }
      expect(told.filter((name) => name === 'dayUsed')).toHaveLength(today >= 1_000 ? 1 : 0)
      expect(told.filter((name) => name === 'dayNearly').length).toBeLessThanOrEqual(1)
      expect(told.length > 0).toBe(today >= 800)
    }),
  )
})

test('without budgets nothing is told, and both may be at once', () => {
  expect(reached({ today: 0, month: 0 }, 1e9, {})).toEqual([])
  expect(reached({ today: 799, month: 4_999 }, 1, { dailyTokens: 1_000, monthlyTokens: 5_000 })).toEqual([
    'dayNearly',
    'monthUsed',
  ])
})
