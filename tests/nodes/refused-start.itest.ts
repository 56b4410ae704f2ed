import { afterEach, expect, it } from 'vitest'
import { otherPostgres, type OtherPostgres } from '../harness/other-postgres.ts'
import { Product } from '../harness/product.ts'

let postgres: OtherPostgres
afterEach(() => postgres.close())

it('a PostgreSQL that is too old is refused with one sentence, before it is asked to change anything', async () => {
  postgres = await otherPostgres({ name: '15.18 (Debian 15.18-0+deb12u1)', number: 150_018 })
  const product = await Product.start({ DATABASE_URL: postgres.url })
  expect((await product.ended).code).toBe(1)
  expect(product.terminal.trimEnd().split('\n')).toEqual([
    'DATABASE_URL leads to PostgreSQL 15.18 (Debian 15.18-0+deb12u1); Recado needs 18 or newer, and changed nothing there',
  ])
  expect(postgres.statements.length).toBeGreaterThan(0)
  for (const statement of postgres.statements) expect(statement).toMatch(/^select/)
}, 60_000)
