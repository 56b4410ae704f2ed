import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AnswerRoom } from './answer-room.ts'

it('has room for the burst, then for one after each share of a minute', () => {
  const room = new AnswerRoom({ perMinute: 60, burst: 3 })
  expect(room.at(0)).toEqual({ most: 3, waitMs: 0 })
  room.take(0, 3)
  expect(room.at(0)).toEqual({ most: 0, waitMs: 1_000 })
  expect(room.at(999)).toEqual({ most: 0, waitMs: 1 })
  expect(room.at(1_000)).toEqual({ most: 1, waitMs: 0 })
  expect(room.at(60_000)).toEqual({ most: 3, waitMs: 0 })
})

it('lets no more than a minute’s answers and the burst go in any minute', () => {
  fc.assert(
    fc.property(
      fc.record({ perMinute: fc.integer({ min: 1, max: 120 }), burst: fc.integer({ min: 1, max: 40 }) }),
      fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 120 }),
      (limits, pauses) => {
        const room = new AnswerRoom(limits)
        const sent: number[] = []
        let now = 0
        for (const pause of pauses) {
          now += pause
          const { most } = room.at(now)
          room.take(now, most)
          for (let answer = 0; answer < most; answer++) sent.push(now)
        }
        for (const [index, moment] of sent.entries())
          expect(sent.slice(index).filter((other) => other < moment + 60_000).length).toBeLessThanOrEqual(
            limits.perMinute + limits.burst,
          )
      },
    ),
  )
})
