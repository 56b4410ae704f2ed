import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openTimeBetween } from './open-time.ts'
import type { OpeningTimes } from './openings.ts'

const minute = fc.integer({ min: 0, max: 600 })
const spans = fc
  .uniqueArray(minute, { maxLength: 12 })
  .map((at) => at.toSorted((one, other) => one - other))
  .map((at) =>
    Array.from({ length: Math.floor(at.length / 2) }, (_, n): [number, number] => [at[2 * n]!, at[2 * n + 1]!]),
  )
const ids = ['user', 'queue', 'connection'] as const
/** Of some of the three; the company's stand last. */
const times = fc
  .record({
    from: minute,
    own: fc.array(spans, { minLength: 3, maxLength: 3 }),
    company: spans,
    has: fc.subarray([...ids]),
  })
  .map(({ from, own, company, has }) => ({
    from,
    company: 3,
    of: Object.fromEntries(has.map((id) => [id, ids.indexOf(id)])),
    spans: [...own, company],
  }))

it('counts each moment in which it was open for the most specific, and all of what is not known', () => {
  fc.assert(
    fc.property(times, minute, minute, fc.subarray([...ids]), (known, one, other, has) => {
      const [from, until] = [Math.min(one, other), Math.max(one, other)]
      const about = {
        userId: has.includes('user') ? 'user' : null,
        queueId: has.includes('queue') ? 'queue' : null,
        channelId: has.includes('connection') ? 'connection' : null,
      }
      const owner = ids.find((id) => has.includes(id) && id in known.of)
      const open = owner ? known.spans[ids.indexOf(owner)]! : known.spans[3]!
      const counted = Array.from({ length: until - from }, (_, n) => from + n).filter(
        (at) => at < known.from || open.some(([opens, closes]) => at >= opens && at < closes),
      )
      expect(openTimeBetween(known, about, from, until)).toBe(counted.length)
    }),
  )
})

it('never stands still where a company has no hours', () => {
  expect(openTimeBetween(null as OpeningTimes, {}, 10, 30)).toBe(20)
})
