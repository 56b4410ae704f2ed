import { fitsConditions, type AttributeCondition, type AttributeValue } from '@recado/contracts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { attributePredicate } from './attribute-predicate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const key = fc.constantFrom('plano', 'vidas', 'desde')
const word = fc.constantFrom('ouro', 'Ouro fino', 'café', 'CAFÉ "x"', '3', '.*', '2026-01-01', '2025-12-31')
const number = fc.constantFrom(-1, 0, 2.5, 3, 10)
const value: fc.Arbitrary<AttributeValue> = fc.oneof(
  word,
  number,
  fc.boolean(),
  fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
)
const condition: fc.Arbitrary<AttributeCondition> = fc.oneof(
  fc.record({ key, test: fc.constantFrom('set', 'unset') }),
  fc.record({ key, test: fc.constant('is'), value: fc.oneof(word, number, fc.boolean()) }),
  fc.record({ key, test: fc.constant('contains'), value: fc.constantFrom('ouro', 'É', '.*', '3', '"') }),
  fc.record({ key, test: fc.constantFrom('from', 'until'), value: fc.oneof(word, number) }),
)

it('conditions are met in a client exactly as in the database', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          values: fc.dictionary(key, value),
          conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
        }),
        { minLength: 1, maxLength: 50 },
      ),
      async (cases) => {
        const rows = await database.owner<{ fits: boolean | null }[]>`
      select c.values::jsonb @@ c.path::jsonpath as fits
        from unnest(${cases.map(({ values }) => JSON.stringify(values))}::text[],
                    ${cases.map(
                      ({ conditions }) => attributePredicate(conditions)!.path,
                    )}::text[]) with ordinality c (values,
                             path, ord)
       order by ord`
        expect(cases.map(({ values, conditions }) => fitsConditions(values, conditions))).toEqual(
          rows.map(({ fits }) => fits === true),
        )
      },
    ),
    { numRuns: 60 },
  )
})
