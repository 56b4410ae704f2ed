import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clockOf, minutesOf } from './clock-minutes.ts'

it('minutes of a day come back from the clock', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1_439 }), (minutes) => minutesOf(clockOf(minutes)) === minutes))
  expect(clockOf(485)).toBe('08:05')
})

it('a time that is not whole is none', () => {
  expect(['', '8:05', '08', '08:5'].map(minutesOf)).toEqual([undefined, undefined, undefined, undefined])
})
