import { expect, test } from 'vitest'
import { EventBudget } from './event-budget.ts'
import { eventBurst, eventsBeforeCut, eventsPerSecond } from './limits.ts'

test('a burst passes, a flood is dropped and then cut, and a pause restores', () => {
  const budget = new EventBudget(0)
  const verdicts = Array.from({ length: eventBurst + eventsBeforeCut + 1 }, () => budget.take(0))
  expect(verdicts.filter((verdict) => verdict === 'pass')).toHaveLength(eventBurst)
  expect(verdicts.filter((verdict) => verdict === 'drop')).toHaveLength(eventsBeforeCut)
  expect(verdicts.at(-1)).toBe('cut')
  const calm = new EventBudget(0)
  for (let spent = 0; spent < eventBurst; spent++) calm.take(0)
  expect(calm.take(999 / eventsPerSecond)).toBe('drop')
  expect(calm.take(1_000 / eventsPerSecond)).toBe('pass')
})
