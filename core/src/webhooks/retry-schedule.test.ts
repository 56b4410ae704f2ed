import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryAfterMs, retryPause, seriesMs } from './retry-schedule.ts'

const hour = 3_600_000

/** Pauses of a whole series, each attempt taking some time; the receiver asks for nothing. */
function series(randoms: readonly number[], attemptMs: number): number[] {
  const pauses: number[] = []
  for (let since = attemptMs; ;) {
    const pause = retryPause(pauses.length + 1, since, undefined, randoms[pauses.length % randoms.length]!)
    if (pause === undefined) return pauses
    pauses.push(pause)
    since += pause + attemptMs
  }
}

test('a series has eleven attempts over two to three days, in growing pauses', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 10, maxLength: 10 }),
      fc.integer({ min: 0, max: 15_000 }),
      (randoms, attemptMs) => {
        const pauses = series(randoms, attemptMs)
        const total = pauses.reduce((sum, pause) => sum + pause, 0)
        expect(pauses).toHaveLength(10)
        expect(total).toBeLessThanOrEqual(seriesMs)
        expect(total).toBeGreaterThan(48 * hour)
        expect(pauses[0]).toBeLessThanOrEqual(5_000)
        for (let at = 1; at < 8; at++) expect(pauses[at]).toBeGreaterThan(pauses[at - 1]!)
      },
    ),
  )
})

test('what the receiver asks for is waited for at least, up to a day, and never beyond three days', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: seriesMs }),
      fc.integer({ min: 0, max: 1_000 * hour }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, since, asked, random) => {
        const pause = retryPause(attempt, since, asked, random)
        if (pause === undefined) return
        expect(pause).toBeGreaterThanOrEqual(Math.min(asked, 24 * hour))
        expect(since + pause).toBeLessThanOrEqual(seriesMs)
      },
    ),
  )
})

test('Retry-After is a number of seconds or a date', () => {
  const now = new Date()
  expect(retryAfterMs('120', now)).toBe(120_000)
  expect(retryAfterMs(new Date(now.getTime() + 90_000).toUTCString(), now)).toBeGreaterThan(88_000)
  expect(retryAfterMs(new Date(now.getTime() - hour).toUTCString(), now)).toBe(0)
  for (const nothing of [null, '', 'soon', '-1', '1e9']) expect(retryAfterMs(nothing, now)).toBeUndefined()
})
