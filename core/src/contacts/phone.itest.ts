import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { canonicalPhone, spellingsOf } from './phone.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''))
/**
 * Prefixes dialled before a country code, or before an area code of Brazil: they belong to no number and are never
 * stored.
 */
const dialled = /^\+(00|550|5590)/
/** Any number, most of them of Brazil and about as long as those are. */
const number = fc.oneof(
  { weight: 4, arbitrary: digits(8, 12).map((rest) => `+55${rest}`) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('11', '21', '85', '10'), digits(8, 9))
      .map(([area, rest]) => `+55${area}${rest}`),
  },
  digits(8, 15).map((all) => `+${all}`),
)

it('S5-034 a number gets its ninth digit in the database exactly where it gets it in code', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 500 }), async (given) => {
      const numbers = given.filter((each) => !dialled.test(each) && canonicalPhone(each) !== undefined)
      const written = numbers.flatMap((each) => spellingsOf(canonicalPhone(each)!).filter((one) => one.startsWith('+')))
      const all = [...numbers, ...written]
      const rows = await database.owner<{ value: string }[]>`
        select core.with_ninth_digit(phone) as value
          from unnest(${all}::text[]) with ordinality u (phone, ord)
         order by ord`
      expect(rows.map(({ value }, index) => [all[index], value])).toEqual(
        all.map((each) => [each, canonicalPhone(each)]),
      )
    }),
    { numRuns: 100 },
  )
})
