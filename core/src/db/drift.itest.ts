import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'

interface Column {
  readonly type: string
  readonly nullable: boolean
  readonly filledIn: boolean
}

const root = join(import.meta.dirname, '..')
const files: string[] = []
for await (const file of glob('**/*.table.ts', { cwd: root })) files.push(file)
files.sort()
const tables = (
  await Promise.all(
    files.map(async (file) =>
      Object.values((await import(join(root, file))) as object)
        .filter((value): value is PgTable => value instanceof PgTable)
        .map((table) => ({ file, config: getTableConfig(table) })),
    ),
  )
).flat()

/** drizzle's names for types that the catalogue of PostgreSQL spells differently. */
const spelling: Record<string, string> = { serial: 'integer', bigserial: 'bigint' }

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

async function columnsOf(schema: string, name: string): Promise<Map<string, Column>> {
  const rows = await database.owner<{ name: string; type: string; nullable: boolean; filled_in: boolean }[]>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
           (a.atthasdef or a.attidentity <> '') as filled_in
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = ${schema} and c.relname = ${name} and a.attnum > 0 and not a.attisdropped`
  return new Map(rows.map((row) => [row.name, { type: row.type, nullable: row.nullable, filledIn: row.filled_in }]))
}

describe('the tables as the code knows them are the tables of the database', () => {
  test('tables are found', () => expect(tables.length).toBeGreaterThan(0))

  test.each(tables.map(({ file, config }) => ({ title: `${config.schema}.${config.name} (${file})`, config })))(
    '$title',
    async ({ config }) => {
      const real = await columnsOf(config.schema ?? 'public', config.name)
      expect([...real.keys()], 'the table exists').not.toEqual([])
      for (const column of config.columns) {
        const found = real.get(column.name)
        const type = column.getSQLType()
        expect(found, `column ${column.name} exists`).toBeDefined()
        expect({ column: column.name, type: found!.type, nullable: found!.nullable }).toEqual({
          column: column.name,
          type: (spelling[type] ?? type)
            .replace(/^timestamp$/, 'timestamp without time zone')
            .replace(/^timestamp with time zone$/, 'timestamp with time zone'),
          nullable: !column.notNull,
        })
        if (column.hasDefault && !column.defaultFn)
          expect(found!.filledIn, `column ${column.name} has a default in the database`).toBe(true)
      }
      const known = new Set(config.columns.map((column) => column.name))
      const unknown = [...real]
        .filter(([name, column]) => !known.has(name) && !column.nullable && !column.filledIn)
        .map(([name]) => name)
      expect(unknown, 'columns that an insert must fill but the code does not know').toEqual([])
    },
  )
})
