import { factMeasures, isOfGrades } from '@recado/contracts'
import fc from 'fast-check'

/* What happens to the rows of a company in random days around the changes of the clocks. */

const utc = (from: string, until: string) =>
  fc.integer({ min: Date.parse(from), max: Date.parse(until) }).map((ms) => new Date(ms))
export const zones = ['America/Sao_Paulo', 'Europe/Lisbon', 'Pacific/Auckland', 'America/Santiago'] as const
/** Two days around the beginning and the end of daylight saving in Lisbon, Auckland or Santiago. */
const moment = fc.oneof(
  utc('2026-03-28T00:00Z', '2026-03-30T00:00Z'),
  utc('2026-04-04T00:00Z', '2026-04-06T00:00Z'),
  utc('2026-10-24T00:00Z', '2026-10-26T00:00Z'),
)
/** What people and channels do. */
export const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('open' as const), at: moment, queued: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      ticket: fc.nat(),
      at: fc.array(moment, { minLength: 1, maxLength: 3 }),
      by: fc.constantFrom('contact', 'user', 'colleague', 'bot'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('become' as const),
      ticket: fc.nat(),
      at: moment,
      status: fc.constantFrom('open', 'pending', 'closed'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('tag' as const), ticket: fc.nat(), tag: fc.nat({ max: 1 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('grade' as const),
      ticket: fc.nat(),
      at: moment,
      kind: fc.constantFrom(...factMeasures.filter(isOfGrades)),
      grade: fc.nat({ max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('transfer' as const), ticket: fc.nat(), at: moment }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unsay' as const), ticket: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), ticket: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), ticket: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('merge' as const), ticket: fc.nat(), into: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'settle' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'rebuild' as const }) },
)

export type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

/** Random hours in which it was open; of some owners none. */
const open = fc
  .uniqueArray(
    moment.map((at) => at.getTime()),
    { maxLength: 16 },
  )
  .map((at) => at.toSorted((one, other) => one - other).map((each) => new Date(each).toISOString()))
  .map((at) =>
    Array.from({ length: Math.floor(at.length / 2) }, (_, n): [string, string] => [at[2 * n]!, at[2 * n + 1]!]),
  )

/** In which hours it was open, of the company and of those who have hours of their own. */
export const openByOwner = fc.option(
  fc.record(
    { company: open, user: open, queue: open, connection: open },
    {
      requiredKeys: ['company'],
    },
  ),
)
