import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'

let database: TestDatabase
let owner: Sql
let a: TestTenant
let b: TestTenant

beforeAll(async () => {
  database = await testDatabase()
  owner = database.owner
  ;({ a, b } = await twoTenants(owner))
})
afterAll(() => database.drop())

/** Company of an address in the installation's directory, as signing in finds it. */
const companyOf = async (email: string): Promise<string | undefined> =>
  (await database.db.raw<{ tenant_id: string }[]>`select tenant_id from core.find_login(${email}, null)`)[0]?.tenant_id

const move = (id: string, email: string) => owner`update core.user_account set email = ${email} where id = ${id}`

describe('directories', () => {
  it('list every address and number of a living account, and nothing else', async () => {
    const listed = await owner`
      select email, tenant_id, user_id from platform.user_email_directory order by email`
    const living = await owner`
      select lower(email) as email, tenant_id, id as user_id from core.user_account where deleted_at is null order by 1`
    expect([...listed]).toEqual([...living])
    expect(listed.length).toBeGreaterThan(4)
  })

  it('follow an account that gets another address, is deleted, or goes with its row', async () => {
    await move(a.user.id, 'Neu@Aurora.test')
    expect(await companyOf('neu@aurora.test')).toBe(a.id)
    expect(await companyOf(a.user.email)).toBeUndefined()
    await owner`update core.user_account set deleted_at = now() where id = ${a.user.id}`
    expect(await companyOf('neu@aurora.test')).toBeUndefined()
    await move(b.user.id, 'neu@aurora.test')
    // The row of who had the address before does not take it from who has it now.
    await owner`delete from core.user_queue where user_id = ${a.user.id}`
    await owner`delete from core.user_account where id = ${a.user.id}`
    expect(await companyOf('neu@aurora.test')).toBe(b.id)
  })

  it('give an address to one of two companies that take it at once, and leave nothing of the other', async () => {
    const attempts = await Promise.allSettled([
      move(a.colleague.id, 'both@race.test'),
      move(b.colleague.id, 'BOTH@race.test'),
    ])
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = attempts.find((attempt) => attempt.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: '23505', constraint_name: 'user_email_directory_pkey' })
    const loser = attempts[0]!.status === 'rejected' ? a : b
    expect(await companyOf(loser.colleague.email)).toBe(loser.id)
  })

  it('cannot be read by the server’s own role, in no company and without one', async () => {
    const directories = await owner<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and c.relname like '%\\_directory'`
    expect(directories.length).toBe(10)
    for (const { name } of directories)
      await expect(database.db.raw.unsafe(`select * from ${name}`), name).rejects.toMatchObject({ code: '42501' })
  })
})
