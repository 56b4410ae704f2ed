import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'

let database: TestDatabase
let a: TestTenant
let b: TestTenant

beforeAll(async () => {
  database = await testDatabase()
  ;({ a, b } = await twoTenants(database.owner))
})
afterAll(() => database.drop())

describe('the tenant of a transaction', () => {
  it('shows the tenant its own rows and nothing of the other', async () => {
    const names = (tenant: TestTenant) =>
      database.db.tenant(tenant.id, async (tx) =>
        (await tx.execute(sql`select tenant_id from core.user_account`)).map((row) => row['tenant_id']),
      )
    expect(new Set(await names(a))).toEqual(new Set([a.id]))
    expect(new Set(await names(b))).toEqual(new Set([b.id]))
  })

  it('shows nothing without a tenant', async () => {
    expect(await database.db.platform((tx) => tx.execute(sql`select 1 from core.user_account`))).toHaveLength(0)
  })

  it('refuses rows of another tenant', async () => {
    const theft = database.db.tenant(a.id, (tx) =>
      tx.execute(sql`insert into core.tag (id, tenant_id, name) values (gen_random_uuid(), ${b.id}, 'stolen')`),
    )
    await expect(theft).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  it('does not stay on the connection', async () => {
    await Promise.all(Array.from({ length: 24 }, () => database.db.tenant(a.id, (tx) => tx.execute(sql`select 1`))))
    const seen = await Promise.all(
      Array.from({ length: 24 }, () => database.db.platform((tx) => tx.execute(sql`select 1 from core.user_account`))),
    )
    expect(seen.every((rows) => rows.length === 0)).toBe(true)
  })
})

describe('reads in one round trip', () => {
  it('answer in order, within the tenant', async () => {
    const [queues, users] = await database.db.read(a.id, (q) => [
      q<{ name: string }>`select name from core.queue order by name`,
      q<{ n: number }>`select count(*)::int as n from core.user_account`,
    ])
    expect(queues.map((queue) => queue.name)).toEqual(['Suporte', 'Vendas'])
    expect(users).toEqual([{ n: 4 }])
  })

  it('leave no transaction and no tenant behind when a query fails', async () => {
    await expect(database.db.read(a.id, (q) => [q`select 1 / 0`])).rejects.toThrow('division by zero')
    const states = await Promise.all(
      Array.from(
        { length: 12 },
        () => database.db.raw<{ tenant: string; status: string | null }[]>`
          select coalesce(current_setting('app.tenant', true), '') as tenant,
                 pg_current_xact_id_if_assigned()::text as status`,
      ),
    )
    expect(states.flat().every((row) => row.tenant === '')).toBe(true)
  })

  it('cannot write', async () => {
    await expect(database.db.read(a.id, (q) => [q`delete from core.queue`])).rejects.toMatchObject({ code: '25006' })
  })
})
