import { contentOf, Part } from '@recado/contracts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const optional = (name: string) =>
  fc.oneof(
    fc.constant({}),
    fc.constantFrom('', 'Olha "só"', 'null').map((word) => ({ [name]: word })),
  )
const file = (kind: 'media' | 'pendingMedia') =>
  fc
    .tuple(fc.constantFrom('image', 'voice', 'document', 'sticker'), optional('name'), optional('caption'))
    .map(([as, ...more]) =>
      Object.assign(
        {
          kind,
          as,
          ...(kind === 'media'
            ? { media: '018f2f6e-7c1a-7000-8000-000000000001', mime: 'image/png' }
            : { state: 'fetching' }),
        },
        ...more,
      ),
    )
const part: fc.Arbitrary<Part> = fc
  .oneof(
    file('media'),
    file('pendingMedia'),
    fc.constantFrom('', 'Oi').map((text) => ({ kind: 'text', text, format: 'plain' })),
    fc
      .tuple(optional('name'), optional('address'))
      .map((more) => Object.assign({ kind: 'location', lat: -23.5, lng: -46.6 }, ...more)),
    fc.constant({ kind: 'contacts', contacts: [{ name: 'Ana', phones: [] }] }),
    fc.constant({ kind: 'interactive', body: 'Sim?' }),
    fc.constant({ kind: 'unsupported', note: '' }),
  )
  .map((value) => Part.parse(value))

it('is the same in a client as in the database', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(part, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 50 }),
      async (messages) => {
        const rows = await database.owner<{ content: unknown }[]>`
          select core.content_of(m.parts::jsonb) as content
            from unnest(${messages.map((parts) => JSON.stringify(parts))}::text[]) with ordinality m (parts, ord)
           order by ord`
        expect(rows.map(({ content }) => content)).toEqual(messages.map(contentOf))
      },
    ),
    { numRuns: 60 },
  )
})
