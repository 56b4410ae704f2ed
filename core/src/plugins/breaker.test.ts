import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ask,
  closedBreaker,
  failed,
  failureLimit,
  failureWindowMs,
  firstPauseMs,
  longestPauseMs,
  retryAfterMs,
  succeeded,
  trialMs,
  type Breaker,
} from './breaker.ts'

const failTimes = (count: number, at: number): Breaker =>
  Array.from({ length: count }).reduce<Breaker>((breaker) => failed(breaker, at, 'reason'), closedBreaker)

describe('the circuit breaker', () => {
  test('opens at the limit within the window and not before', () => {
    expect(failTimes(failureLimit - 1, 0).kind).toBe('closed')
    expect(failTimes(failureLimit, 0)).toEqual({
      kind: 'open',
      until: firstPauseMs,
      pauseMs: firstPauseMs,
      reason: 'reason',
    })
  })

  test('forgets failures that are older than the window', () => {
    expect(failed(failTimes(failureLimit - 1, 0), failureWindowMs + 1, 'late').kind).toBe('closed')
  })

  test('lets one call try after the pause; its success closes, its failure doubles the pause', () => {
    const open = failTimes(failureLimit, 0)
    expect(ask(open, firstPauseMs - 1).allowed).toBe(false)
    const trial = ask(open, firstPauseMs)
    expect(trial.allowed).toBe(true)
    expect(ask(trial.breaker, firstPauseMs).allowed).toBe(false)
    expect(succeeded(trial.breaker)).toEqual(closedBreaker)
    expect(failed(trial.breaker, firstPauseMs, 'again')).toEqual({
      kind: 'open',
      until: 3 * firstPauseMs,
      pauseMs: 2 * firstPauseMs,
      reason: 'again',
    })
  })

  test('gives a trial up that never reports', () => {
    const trial = ask(failTimes(failureLimit, 0), firstPauseMs).breaker
    expect(ask(trial, firstPauseMs + trialMs).allowed).toBe(true)
  })

  const step = fc.tuple(fc.constantFrom('ask', 'fail', 'succeed'), fc.nat({ max: 2 * longestPauseMs }))

  test('whatever happens: it never refuses for longer than the longest pause, and never opens without enough failures', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let breaker: Breaker = closedBreaker
        let now = 0
        const failures: number[] = []
        for (const [kind, passed] of steps) {
          now += passed
          const before = breaker
          if (kind === 'ask') breaker = ask(breaker, now).breaker
          if (kind === 'succeed') breaker = succeeded(breaker)
          if (kind === 'fail') {
            failures.push(now)
            breaker = failed(breaker, now, 'reason')
          }
          expect(retryAfterMs(breaker, now)).toBeLessThanOrEqual(longestPauseMs)
          if (before.kind === 'closed' && breaker.kind === 'open')
            expect(failures.filter((at) => at > now - failureWindowMs).length).toBeGreaterThanOrEqual(failureLimit)
          if (breaker.kind === 'closed') expect(breaker.failures.length).toBeLessThan(failureLimit)
        }
      }),
    )
  })

  test('a plugin that works again is always let in after the longest pause and one success', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: longestPauseMs }), { maxLength: 40 }), (gaps) => {
        let now = 0
        let breaker: Breaker = closedBreaker
        for (const gap of gaps) {
          now += gap
          breaker = failed(ask(breaker, now).breaker, now, 'reason')
        }
        const trial = ask(breaker, now + longestPauseMs)
        expect(trial.allowed).toBe(true)
        expect(succeeded(trial.breaker).kind).toBe('closed')
      }),
    )
  })
})
