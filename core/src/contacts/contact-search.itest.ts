import { calledName } from '@recado/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { contactPattern, foundAsShown } from './contact-search.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** Letters of scripts that have accents, cases and widths, and what `like` reads as its own. */
const letters = fc.constantFrom(...'aZéÃçÑßøİıΣσςÅﬁＡЁйÿŁ한ّ％%_\\ \u0301', '👩‍🚀')
const word = fc.oneof(
  fc.string({ unit: letters, minLength: 3, maxLength: 12 }),
  fc.string({ unit: 'grapheme', minLength: 3 }),
)
const inDatabase = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

it('what is searched for loses accents and case as what is stored does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(word.filter(inDatabase), { minLength: 1, maxLength: 200 }), async (texts) => {
      const rows = await database.owner<{ stored: string }[]>`
        select core.searchable(text) as stored from unnest(${texts}::text[]) with ordinality u (text, ord) order by ord`
      const sought = texts.map((text) => [text, contactPattern(text)])
      expect(sought).toEqual(texts.map((text, index) => [text, `%${rows[index]!.stored.replace(/[\\%_]/g, '\\$&')}%`]))
    }),
    { numRuns: 100 },
  )
})

/** Separators in numbers and addresses, and hidden characters of copied ones. */
const part = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('11', '98', '765', '4321', '٤٣', '۴۳', '７８') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...' \t\n\u00a0\u0085\u1680\u2003\u2028\u3000+-().\u2010\u2013\u2212\u00ad\u200e\u202a\u2060\ufeff',
    ),
  },
  fc.constantFrom('ana', '@', '.com', 'ß', '\u0301', '１', '½'),
)
const name = fc.array(part, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''))

it('S6-023 a search finds nothing by a part of a name that is shown masked, and everything by another', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(name, { minLength: 1, maxLength: 200 }),
      fc.constantFrom('11', '98', '765', '4321', 'ana', '.com'),
      async (names, search) => {
        const [rows] = await database.db.read('00000000-0000-7000-8000-000000000000', (sql) => [
          sql<{ matches: boolean; found: boolean }>`
          select ' ' || core.searchable(c.name) like ${contactPattern(search)} as matches,
                 ${foundAsShown(sql, search)} is true as found
            from (select u.name, null::text as business_name, null::text as document, null::text as number,
                         null::text as email, u.ord
                    from unnest(${names}::text[]) with ordinality u (name, ord)) c order by c.ord`,
        ])
        expect(rows.map(({ found }, index) => [names[index], found])).toEqual(
          rows.map(({ matches }, index) => [names[index], matches && calledName(names[index]!) !== '']),
        )
      },
    ),
    { numRuns: 100 },
  )
})
