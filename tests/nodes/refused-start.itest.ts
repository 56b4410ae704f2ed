import postgres from 'postgres'
import { afterEach, expect, it } from 'vitest'
import { emptyDatabase } from '../harness/database.ts'
import { otherPostgres } from '../harness/other-postgres.ts'
import { Product } from '../harness/product.ts'

let undo: () => Promise<unknown>
afterEach(() => undo())

it('a PostgreSQL that is too old is refused with one sentence, before it is asked to change anything', async () => {
  const old = await otherPostgres({ name: '15.18 (Debian 15.18-0+deb12u1)', number: 150_018 })
  undo = () => old.close()
  const product = await Product.start({ DATABASE_URL: old.url })
  expect((await product.ended).code).toBe(1)
  expect(product.terminal.trimEnd().split('\n')).toEqual([
    'DATABASE_URL leads to PostgreSQL 15.18 (Debian 15.18-0+deb12u1); Recado needs 18 or newer, and changed ' +
      'nothing there',
  ])
  expect(old.statements.length).toBeGreaterThan(0)
  for (const statement of old.statements) expect(statement).toMatch(/^select/)
}, 60_000)

it('a database of a build before the schema was put together anew is refused with one line that says what to do', async () => {
  const database = await emptyDatabase()
  undo = () => database.drop()
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined })
  await sql.unsafe(`create schema migrations;
    create table migrations.applied (
      owner text, name text, hash text not null, at timestamptz not null default now(), primary key (owner, name));
    insert into migrations.applied (owner, name, hash) values ('core', '0001-foundation.sql', 'of then')`)
  await sql.end()
  const product = await Product.start({ DATABASE_URL: database.ownerUrl })
  expect((await product.ended).code).toBe(1)
  expect(product.terminal.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^The database was made by an earlier build of Recado.* start with a new data folder/),
  ])
}, 60_000)
