import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

test('one person may be told 45 things at once, then one every six seconds', () => {
  const pace = new Pace(1_000, () => 0)
  for (let count = 0; count < 45; count++) expect(pace.reserve('ana', 0)).toBe(0)
  expect(pace.reserve('ana', 0)).toBe(6_000)
  expect(pace.reserve('bia', 0)).toBe(0)
})

test('what is refused is not counted', () => {
  let now = 0
  const pace = new Pace(1_000, () => now)
  for (let count = 0; count < 45; count++) pace.reserve('ana', 0)
  for (let count = 0; count < 10; count++) expect(pace.reserve('ana', 5_999)).toBe(6_000)
  now = 6_000
  expect(pace.reserve('ana', 0)).toBe(0)
})

test('never more of a number in a second than it may, whoever is written to and whenever', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 200 }),
      (perSecond, gaps) => {
        let now = 0
        const pace = new Pace(perSecond, () => now)
        const sent: number[] = []
        for (const [index, gap] of gaps.entries()) {
          now += gap
          if (pace.reserve(`chat ${index}`, 0) === 0) sent.push(now)
        }
        // A burst may be at the end of one second and the even rate follow it.
        for (const from of sent)
          expect(sent.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(2 * perSecond)
      },
    ),
  )
})

test('what takes too long is handed back with the time it takes', async () => {
  const pace = new Pace(1, () => 0)
  for (let count = 0; count < 6; count++) pace.reserve(`chat ${count}`, Infinity)
  await expect(pace.turn('ana', new AbortController().signal)).rejects.toMatchObject({
    kind: 'rateLimited',
    certain: true,
    retryAfterMs: 6_000,
  })
})
