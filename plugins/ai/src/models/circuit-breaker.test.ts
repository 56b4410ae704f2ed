import { expect, test } from 'vitest'
import { CircuitBreaker } from './circuit-breaker.ts'

const closed = (breaker: CircuitBreaker, provider: string): boolean => {
  try {
    breaker.assertClosed(provider)
    return true
  } catch {
    return false
  }
}

test('a provider that does not answer five times in a row is left alone for a while, then tried by one question', () => {
  let now = 0
  const breaker = new CircuitBreaker(() => now)
  for (let time = 0; time < 4; time += 1) breaker.note('a', 'ERR_AI_UNREACHABLE')
  expect(closed(breaker, 'a')).toBe(true)
  breaker.note('a', 'ERR_AI_BUSY')
  expect([closed(breaker, 'a'), closed(breaker, 'b')]).toEqual([false, true])
  now = 20_001
  expect([closed(breaker, 'a'), closed(breaker, 'a')], 'one at a time').toEqual([true, false])
  breaker.note('a', 'ERR_AI_UNREACHABLE')
  expect(closed(breaker, 'a')).toBe(false)
  now = 50_000
  expect(closed(breaker, 'a')).toBe(true)
  breaker.note('a', undefined)
  expect([closed(breaker, 'a'), closed(breaker, 'a')]).toEqual([true, true])
})

test('a refusal is an answer', () => {
  const breaker = new CircuitBreaker(() => 0)
  for (let time = 0; time < 20; time += 1) breaker.note('a', time % 4 === 3 ? 'ERR_AI_KEY' : 'ERR_AI_UNREACHABLE')
  expect(closed(breaker, 'a')).toBe(true)
})

test('who tried after a rest and left before the answer gives the try to the next question', () => {
  let now = 0
  const breaker = new CircuitBreaker(() => now)
  breaker.retry('a')
  for (let time = 0; time < 4; time += 1) breaker.note('a', 'ERR_AI_UNREACHABLE')
  breaker.retry('a')
  breaker.note('a', 'ERR_AI_UNREACHABLE')
  expect(closed(breaker, 'a'), 'leaving neither counts nor forgives').toBe(false)
  now = 20_001
  expect([closed(breaker, 'a'), closed(breaker, 'a')]).toEqual([true, false])
  breaker.retry('a')
  expect([closed(breaker, 'a'), closed(breaker, 'a')]).toEqual([true, false])
})
