import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Effect } from '../engine/state.ts'
import { noTimer, timerPlan, type StandingTimer } from './timers.ts'

const now = 1_000_000
const stands = (wait: number, at: number): StandingTimer => ({ timerAt: new Date(at), timerWait: wait })
const wants = (wait: number, at: number | null): Effect[] => [{ kind: 'timer', wait, at }]

test('the first time is stored', () => {
  expect(timerPlan(noTimer, wants(1, now + 60), false, now)).toEqual({
    stands: stands(1, now + 60),
    sets: { wait: 1, at: new Date(now + 60) },
  })
})

test('a later time leaves the job that stands, and so does the end of a wait', () => {
  expect(timerPlan(stands(1, now + 60), wants(2, now + 90), false, now)).toEqual({ stands: stands(1, now + 60) })
  expect(timerPlan(stands(1, now + 60), wants(1, null), false, now)).toEqual({ stands: stands(1, now + 60) })
})

test('an earlier time takes its place', () => {
  expect(timerPlan(stands(1, now + 60), wants(2, now + 30), false, now)).toEqual({
    stands: stands(2, now + 30),
    sets: { wait: 2, at: new Date(now + 30) },
    cancels: 1,
  })
})

test('one that is due may be at work, and is neither trusted nor taken away', () => {
  expect(timerPlan(stands(1, now), wants(2, now + 30), false, now)).toEqual({
    stands: stands(2, now + 30),
    sets: { wait: 2, at: new Date(now + 30) },
  })
})

test('a run that is over has none', () => {
  expect(timerPlan(stands(1, now + 60), wants(1, null), true, now)).toEqual({ stands: noTimer, cancels: 1 })
  expect(timerPlan(noTimer, [], true, now)).toEqual({ stands: noTimer })
})

test('whatever came before, a job is due when a wait ends, or earlier', () => {
  const moment = fc.integer({ min: now - 100, max: now + 100 })
  fc.assert(
    fc.property(fc.option(moment), moment, (standing, wanted) => {
      const before = standing === null ? noTimer : stands(1, standing)
      const { stands: after, sets } = timerPlan(before, wants(2, wanted), false, now)
      expect(after.timerAt!.getTime()).toBeLessThanOrEqual(wanted)
      expect(sets !== undefined || after.timerAt!.getTime() > now).toBe(true)
    }),
  )
})
