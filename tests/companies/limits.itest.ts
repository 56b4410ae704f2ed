import { randomUUID } from 'node:crypto'
import type { Company, ErrorBody, LicenceDetail, Queue } from '@recado/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GlobalSettings } from '../../core/src/platform/global-settings.ts'
import { systemClock } from '../../core/src/base/clock.ts'
import { newId } from '../../core/src/base/ids.ts'
import type { Tx } from '../../core/src/db/database.ts'
import { Limits } from '../../core/src/tenants/limits.ts'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { hookPlugin, pluginFolder } from '../harness/plugin-folder.ts'
import { createTenant, type TestTenant } from '../harness/tenants.ts'

/* Limits through the front door where it makes the thing; by the rule itself where other rooms make it. */

let world: TestApp
let admin: Person
let limits: Limits
let globals: GlobalSettings
beforeAll(async () => {
  world = await testApp({
    pluginFolders: [
      pluginFolder(
        hookPlugin,
        join(import.meta.dirname, '../plugins/past'),
        join(import.meta.dirname, '../plugins/good/ledger'),
      ),
    ],
  })
  await world.database.owner`update core.user_account set is_master = true where id = ${world.b.admin.id}`
  admin = await world.signIn(world.a.admin)
  globals = new GlobalSettings({
    db: world.database.db,
    bus: { emit: () => undefined, on: () => () => undefined },
    secret: world.database.secret,
  })
  limits = new Limits({
    clock: systemClock,
    globals,
    tierOf: async (tenantId) => (await world.database.owner`select core.tier_of(${tenantId}) as tier`)[0]!['tier'],
  })
})
afterAll(() => world.close())
beforeEach(
  () => world.database.owner`
    update core.tenant
       set tier = 'premium', trial_ends_at = null, max_users = null, max_connections = null, max_contacts = null,
           reseller_id = null, user_creation = true`,
)

const company = (tenant: TestTenant, columns: Record<string, unknown>) =>
  world.database.owner`update core.tenant set ${world.database.owner(columns)} where id = ${tenant.id}`
const queue = (parts: object = {}) =>
  admin.call<Queue & ErrorBody>('POST', '/queue', { queue: `Fila ${randomUUID()}`, ...parts })
const connect = (person = admin) =>
  person.call<{ id: string } & ErrorBody>('POST', '/whatsapp', {
    name: `Past ${randomUUID()}`,
    type: 'past',
    config: {},
  })
const detail = async () => (await admin.ok<{ data: LicenceDetail }>('GET', '/license-detail')).data
/** What the rule says to making one more, and then making it, in one transaction. */
const make = (tenant: TestTenant, ask: (tx: Tx) => Promise<void>, insert: (tx: Tx) => Promise<unknown>) =>
  world.database.db
    .tenant(tenant.id, async (tx) => {
      await ask(tx)
      await insert(tx)
    })
    .then(
      () => 'made',
      (error: { code: string; facts?: { limit?: number; numbers?: number[] } }) => error.code,
    )
const user = (tenant: TestTenant, act?: 'create' | 'activate') =>
  make(
    tenant,
    (tx) => limits.beforeUser(tx, tenant.id, act),
    (tx) => {
      const id = newId()
      return tx.execute(sql`
        insert into core.user_account (id, tenant_id, name, email, password_hash, profile)
        values (${id}, ${tenant.id}, 'Nova', ${`${id}@example.test`}, '!', 'user')`)
    },
  )
const contact = (tenant: TestTenant) =>
  make(
    tenant,
    (tx) => limits.beforeContact(tx, tenant.id),
    (tx) => tx.execute(sql`insert into core.contact (id, tenant_id, name) values (${newId()}, ${tenant.id}, 'Zoe')`),
  )
const usersOf = async (tenant: TestTenant) =>
  Number(
    (
      await world.database
        .owner`select count(*) as held from core.user_account where tenant_id = ${tenant.id} and is_active`
    )[0]!['held'],
  )

describe('the free plan', () => {
  it('S4-134 S6-034 S9-099 S8-094 S8-095 allows one active queue: who has more keeps them and makes no more', async () => {
    await company(world.a, { tier: 'free' })
    expect(await queue()).toMatchObject({ status: 403, body: { error: 'ERR_FREE_PLAN_VIOLATION', limit: 1 } })
    expect((await queue({ isActive: false })).status).toBe(200)
    expect((await admin.ok<Queue[]>('GET', '/queue')).filter((one) => one.isActive)).toHaveLength(2)
    expect((await detail()).state).toBe('freePlanViolation')

    await admin.ok('PUT', `/queue/${world.a.support}`, { queue: 'Suporte', isActive: false })
    expect(await queue()).toMatchObject({ status: 403, body: { error: 'ERR_FREE_PLAN_QUEUES', limit: 1 } })
    expect(await admin.refused('PUT', `/queue/${world.a.support}`, { queue: 'Suporte', isActive: true })).toBe(
      '403 ERR_FREE_PLAN_QUEUES',
    )
    await admin.ok('PUT', `/queue/${world.a.sales}`, { queue: 'Vendas', isActive: true, color: '#112233' })
    await admin.ok('PUT', `/queue/${world.a.sales}`, { queue: 'Vendas', isActive: false })
    const answers = await Promise.all([queue(), queue(), queue()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])

    await company(world.a, { tier: 'basic' })
    expect((await queue()).status).toBe(200)
  })

  it('S6-036 S9-101 S8-098 allows one active connection, also when two are made at once', async () => {
    await company(world.a, { tier: 'free' })
    expect((await connect()).body.error).toBe('ERR_FREE_PLAN_CONNECTION')
    await admin.ok('DELETE', `/whatsappsession/${world.a.connection}`)
    const answers = await Promise.all([connect(), connect(), connect()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
    expect(await admin.refused('POST', `/whatsappsession/${world.a.connection}`)).toBe('403 ERR_FREE_PLAN_CONNECTION')
    const { id } = answers.find(({ status }) => status === 200)!.body
    await admin.ok('POST', `/whatsappsession/${id}`)
    await admin.ok('DELETE', `/whatsappsession/${id}`)
    await admin.ok('POST', `/whatsappsession/${world.a.connection}`)
  })

  it('S6-037 S8-099 allows limited users; who fell to it from a trial keeps all of them', async () => {
    await company(world.a, { trial_ends_at: new Date(Date.now() - 1_000).toISOString() })
    expect(await detail()).toMatchObject({
      type: 'free',
      state: 'freePlanViolation',
      limits: { users: 3 },
      use: { users: 4 },
    })
    expect(await user(world.a)).toBe('ERR_FREE_PLAN_VIOLATION')
    await world.database.owner`update core.user_account set is_active = false where id = ${world.a.colleague.id}`
    expect(await user(world.a)).toBe('ERR_FREE_PLAN_USERS')
    expect(await user(world.a, 'activate')).toBe('ERR_FREE_PLAN_USERS')
    await world.database.owner`update core.user_account set is_active = true where id = ${world.a.colleague.id}`
  })

  it('allows one active flow or chatbot, by what plugins say they have, also when two are made at once', async () => {
    const boris = await world.signIn(world.b.admin)
    const activate = async (kind: 'flows' | 'chatbots', person = admin) => {
      const { status, body } = await person.call<ErrorBody>('POST', '/p/ledger/active', { kind, body: randomUUID() })
      return status === 201 ? 'made' : body.error
    }
    await company(world.a, { tier: 'free' })
    await boris.ok('POST', '/tools/cache/clear')
    // While the table is held both can count and neither can go on: let go only when both have come as far as they can.
    let answers: Promise<string[]> = Promise.resolve([])
    await world.database.owner.begin(async (sql) => {
      await sql`lock table plg_ledger.entry in share row exclusive mode`
      answers = Promise.all([activate('flows'), activate('chatbots')])
      await eventually(
        async () =>
          (
            await sql`
              select 1
                from pg_locks
               where not granted
                 and database = (select oid from pg_database where datname = current_database())
                 and (relation = 'plg_ledger.entry'::regclass or locktype = 'advisory')`
          ).length === 2,
      )
    })
    expect((await answers).filter((answer) => answer === 'made')).toHaveLength(1)
    expect(await activate('flows')).toBe('ERR_FREE_PLAN_CHATFLOWS')
    expect(await activate('chatbots')).toBe('ERR_FREE_PLAN_CHATBOT')
    expect(await Promise.all([activate('flows', boris), activate('flows', boris)])).toEqual(['made', 'made'])
  })
})

describe('limits of a plan', () => {
  it('users: no more than the plan says, also when several are made at once', async () => {
    const held = await usersOf(world.a)
    await company(world.a, { max_users: held + 2 })
    expect((await Promise.all([user(world.a), user(world.a), user(world.a), user(world.a)])).sort()).toEqual([
      'ERR_USER_LIMIT_REACHED',
      'ERR_USER_LIMIT_REACHED',
      'made',
      'made',
    ])
    expect(await usersOf(world.a)).toBe(held + 2)
    expect(await user(world.b)).toBe('made')
  })

  it('S6-041 S8-100 creating users can be switched off, in one company and in all; bringing one back is not creating', async () => {
    await company(world.a, { user_creation: false })
    expect([await user(world.a), await user(world.a, 'activate'), await user(world.b)]).toEqual([
      'ERR_USER_CREATION_DISABLED',
      'made',
      'made',
    ])
    await company(world.a, { user_creation: true })
    await globals.change({ tenantId: world.b.id, userId: world.b.admin.id }, { disableUserCreation: true })
    expect([await user(world.a), await user(world.b)]).toEqual([
      'ERR_USER_CREATION_DISABLED',
      'ERR_USER_CREATION_DISABLED',
    ])
    await globals.change({ tenantId: world.b.id, userId: world.b.admin.id }, { disableUserCreation: false })
  })

  it('S8-102 connections: the company’s own, and what the installation says of every company', async () => {
    const [{ held }] = (await world.database.owner`
      select count(*)::int as held
        from core.connection
       where tenant_id = ${world.a.id} and deleted_at is null`) as unknown as [{ held: number }]
    await company(world.a, { max_connections: held })
    expect((await connect()).body).toMatchObject({ error: 'ERR_CONNECTION_LIMIT_REACHED', limit: held })
    await company(world.a, { max_connections: null })
    await globals.change({ tenantId: world.b.id, userId: world.b.admin.id }, { maxConnections: held })
    expect(
      await make(
        world.a,
        (tx) => limits.beforeConnection(tx, world.a.id),
        async () => undefined,
      ),
    ).toBe('ERR_CONNECTION_LIMIT_REACHED')
    await globals.change({ tenantId: world.b.id, userId: world.b.admin.id }, { maxConnections: null })
  })

  it('S6-038 S6-039 S8-012 S8-033 contacts: refused with how many there are and may be, unlimited without a limit', async () => {
    expect(await contact(world.a)).toBe('made')
    const [{ held }] = (await world.database
      .owner`select count(*)::int as held from core.contact where tenant_id = ${world.a.id}`) as unknown as [
      { held: number },
    ]
    await company(world.a, { max_contacts: held + 1 })
    expect((await Promise.all([contact(world.a), contact(world.a)])).sort()).toEqual([
      'ERR_CONTACT_LIMIT_REACHED',
      'made',
    ])
    await expect(
      world.database.db.tenant(world.a.id, (tx) => limits.beforeContact(tx, world.a.id)),
    ).rejects.toMatchObject({ status: 410, facts: { numbers: [held + 1, held + 1] } })
    expect(await contact(world.b)).toBe('made')
  })
})

describe('limits of a reseller', () => {
  let one: TestTenant
  let other: TestTenant
  beforeAll(async () => {
    one = await createTenant(world.database.owner, 'Um')
    other = await createTenant(world.database.owner, 'Outro')
  })
  beforeEach(
    () => world.database.owner`
      update core.tenant set reseller_id = ${world.a.id} where id in ${world.database.owner([one.id, other.id])}`,
  )

  it('S1-053 S6-040 S8-103 its companies together have no more connections, also when two of them connect at once', async () => {
    await company(world.a, { is_reseller: true, reseller_max_connections: 3 })
    const connection = (tenant: TestTenant) =>
      make(
        tenant,
        (tx) => limits.beforeConnection(tx, tenant.id),
        (tx) =>
          tx.execute(sql`
      insert into core.connection (id, tenant_id, name, plugin, type, hook_secret)
      values (${newId()}, ${tenant.id}, ${randomUUID()}, 'past', 'past', ${randomUUID()})`),
      )
    expect(
      (await Promise.all([connection(one), connection(other), connection(one), connection(other)])).sort(),
    ).toEqual([
      'ERR_RESELLER_CONNECTION_LIMIT',
      'ERR_RESELLER_CONNECTION_LIMIT',
      'ERR_RESELLER_CONNECTION_LIMIT',
      'made',
    ])
    await company(world.a, { reseller_max_connections: null })
    expect(await connection(one)).toBe('made')
  })

  it('S1-053 nor more users, nor are they more companies', async () => {
    const held = (await usersOf(one)) + (await usersOf(other))
    await company(world.a, { is_reseller: true, reseller_max_users: held + 1, reseller_max_tenants: null })
    expect((await Promise.all([user(one), user(other)])).sort()).toEqual(['ERR_RESELLER_LIMIT', 'made'])
    await company(world.a, { reseller_max_users: null, reseller_max_tenants: 3 })
    await eventually(async () => (await admin.call('GET', '/tenants')).status === 200)
    const create = () =>
      admin.call<{ company: Company } & ErrorBody>('POST', '/tenants', {
        name: 'Três',
        admin: { name: 'Nara', email: `${randomUUID()}@example.test`, password: 'Senha1234' },
      })
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
    expect(answers.find(({ status }) => status === 403)!.body).toMatchObject({ error: 'ERR_RESELLER_LIMIT', limit: 3 })
  })
})
