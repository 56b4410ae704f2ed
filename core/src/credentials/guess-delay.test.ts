import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freeGuesses, guessDelaySeconds, longestDelaySeconds } from './guess-delay.ts'

describe('the delay between guesses', () => {
  test('begins after the free ones with a second', () => {
    expect(Array.from({ length: freeGuesses }, (_, failures) => guessDelaySeconds(failures))).toEqual(
      Array(freeGuesses).fill(0),
    )
    expect([0, 1, 2, 3].map((more) => guessDelaySeconds(freeGuesses + more))).toEqual([1, 2, 4, 8])
  })

  test('never shrinks with another failure, and never exceeds its bound', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), (failures) => {
        expect(guessDelaySeconds(failures + 1)).toBeGreaterThanOrEqual(guessDelaySeconds(failures))
        expect(guessDelaySeconds(failures)).toBeLessThanOrEqual(longestDelaySeconds)
      }),
    )
  })

  test('leaves fewer than fifty guesses within a day', () => {
    let [seconds, guesses] = [0, 0]
    while (seconds < 24 * 60 * 60) seconds += guessDelaySeconds(++guesses)
    expect(guesses).toBeLessThan(50)
  })
})
