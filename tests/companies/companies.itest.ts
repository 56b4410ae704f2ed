import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Company, LicenceDetail, Plan, UserOfCompany } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, password, testApp, type Person, type TestApp } from '../harness/app.ts'
import { createTenant, type TestTenant } from '../harness/tenants.ts'
import { Passwords } from '../../core/src/credentials/passwords.ts'

let world: TestApp
/** Of the company `a`, marked as a master of the installation. */
let master: Person
/** Administrator of `b`, which is a reseller. */
let reseller: Person
let child: TestTenant

beforeAll(async () => {
  world = await testApp({ pluginFolders: [join(import.meta.dirname, '../../plugins')] })
  await world.database.owner`update core.user_account set is_master = true where id = ${world.a.admin.id}`
  await world.database.owner`update core.tenant set is_reseller = true where id = ${world.b.id}`
  child = await createTenant(world.database.owner, 'Cedro', { passwordHash: await new Passwords().hash(password) })
  await world.database.owner`update core.tenant set reseller_id = ${world.b.id} where id = ${child.id}`
  master = await world.signIn(world.a.admin)
  reseller = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

const companies = async (person: Person, query = '') =>
  await person.ok<{ companies: Company[]; nextCursor: string | null }>('GET', `/tenants${query}`)
async function anotherReseller(): Promise<Person> {
  const { id, admin } = await createTenant(world.database.owner, 'Seixo', {
    passwordHash: await new Passwords().hash(password),
  })
  await world.database.owner`update core.tenant set is_reseller = true where id = ${id}`
  return world.signIn(admin)
}
const newCompany = (name: string, parts: object = {}) => ({
  name,
  admin: { name: 'Nara', email: `nara.${randomUUID().slice(0, 8)}@example.test`, password: 'Senha1234' },
  ...parts,
})
const planOf = (name: string, parts: object = {}) => ({
  name,
  tier: 'plus',
  limits: { users: 5, connectedUsers: null, connections: 2, contacts: 1_000 },
  ...parts,
})

describe('who looks after companies', () => {
  it('S6-004 S6-006 S1-001 a master sees every company with what it has in use, and finds them by name', async () => {
    const all = (await companies(master)).companies
    expect(all.map((company) => company.name)).toEqual(
      [world.a.name, world.b.name, child.name].toSorted((one, other) =>
        one.toLowerCase() < other.toLowerCase() ? -1 : 1,
      ),
    )
    expect((await companies(master, `?searchParam=${encodeURIComponent(child.name)}`)).companies).toMatchObject([
      {
        id: child.id,
        resellerName: world.b.name,
        use: { users: 4, connections: 1, contacts: 0 },
        effectiveTier: 'premium',
        limits: { users: null },
      },
    ])
  })

  it('pages by name', async () => {
    const first = await companies(master, '?limit=2')
    expect(first.companies).toHaveLength(2)
    const second = await companies(master, `?limit=2&cursor=${first.nextCursor}`)
    expect(second.companies.map((company) => company.id)).not.toEqual(
      expect.arrayContaining(first.companies.map((company) => company.id)),
    )
    expect(second.nextCursor).toBeNull()
    expect(await master.refused('GET', '/tenants?cursor=made-up')).toBe('422 ERR_VALIDATION')
  })

  it('S1-015 S6-005 S8-062 a reseller looks after its own companies; any other is as if it did not exist', async () => {
    expect((await companies(reseller)).companies.map((company) => company.id)).toEqual([child.id])
    for (const other of [world.a.id, world.b.id, randomUUID()]) {
      expect(await reseller.refused('GET', `/tenants/${other}`)).toBe('404 ERR_NO_TENANT_FOUND')
      expect(await reseller.refused('PUT', `/tenants/${other}`, { name: 'Taken' })).toBe('404 ERR_NO_TENANT_FOUND')
    }
    expect(await reseller.ok<Company>('PUT', `/tenants/${child.id}`, { document: '11222333000181' })).toMatchObject({
      document: '11222333000181',
    })
    for (const change of [{ isReseller: true }, { resellerId: null }, { resellerLimits: { users: null } }])
      expect(await reseller.refused('PUT', `/tenants/${child.id}`, change), JSON.stringify(change)).toBe(
        '403 ERR_NO_PERMISSION',
      )
    expect(await reseller.refused('POST', `/tenants/${child.id}/licence`, { tier: 'premium' })).toBe(
      '403 ERR_NO_PERMISSION',
    )
    expect(await reseller.refused('GET', '/users/tenants')).toBe('403 ERR_NO_PERMISSION')
  })

  it('nobody else does, and no administrator of a company reaches beyond it', async () => {
    const ordinary = await world.signIn(child.admin)
    for (const [method, path] of [
      ['GET', '/tenants'],
      ['GET', `/tenants/${child.id}`],
      ['PUT', `/tenants/${child.id}`],
      ['GET', '/plans'],
      ['GET', '/users/tenants'],
      ['GET', '/license-issuer'],
    ] as const) {
      expect(await ordinary.refused(method, path, method === 'PUT' ? { name: 'x' } : undefined), path).toBe(
        '403 ERR_NO_PERMISSION',
      )
    }
  })

  it('S7-013 GET /users/tenants answers the users of all companies', async () => {
    const { users } = await master.ok<{ users: UserOfCompany[] }>('GET', `/users/tenants?tenantId=${child.id}`)
    expect(users.map((user) => user.tenantName)).toEqual(Array(4).fill(child.name))
    const found = await master.ok<{ users: UserOfCompany[] }>(
      'GET',
      `/users/tenants?searchParam=${encodeURIComponent(world.b.user.email)}`,
    )
    expect(found.users).toMatchObject([{ id: world.b.user.id, tenantId: world.b.id, profile: 'user' }])
    expect(JSON.stringify(found)).not.toContain('password')
  })
})

describe('making and changing one', () => {
  it('a new company has an administrator who signs in, on the plan that was chosen', async () => {
    const plan = await master.ok<Plan>('POST', '/plans', planOf('Loja', { trialDays: 10 }))
    const input = newCompany('Dália', { planId: plan.id, limits: { contacts: 50 } })
    const { company } = await master.ok<{ company: Company }>('POST', '/tenants', input)
    expect(company).toMatchObject({
      name: 'Dália',
      tier: 'plus',
      planName: 'Loja',
      limits: { users: 5, connectedUsers: null, connections: 2, contacts: 50 },
      use: { users: 1 },
    })
    const admin = await world.signIn({ ...input.admin, id: '' as never })
    expect(admin.login).toMatchObject({ tenantId: company.id, profile: 'admin', isMaster: false })
    expect(await admin.refused('GET', '/tenants')).toBe('403 ERR_NO_PERMISSION')
  })

  it('without a password nobody signs in until one was set', async () => {
    const {
      admin: { password: _none, ...admin },
      ...company
    } = newCompany('Ébano')
    await master.ok('POST', '/tenants', { ...company, admin })
    const response = await fetch(`${world.base}/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: admin.email, password: 'Senha1234' }),
    })
    expect(response.status).toBe(401)
  })

  it('an address that is taken begins no company', async () => {
    const before = (await companies(master)).companies.length
    expect(
      await master.refused(
        'POST',
        '/tenants',
        newCompany('Figo', { admin: { name: 'X', email: world.b.user.email.toUpperCase(), password: 'Senha1234' } }),
      ),
    ).toBe('409 ERR_EMAIL_REGISTERED')
    expect((await companies(master)).companies).toHaveLength(before)
  })

  it('who asks through a list of addresses has to wait', async () => {
    const other = await anotherReseller()
    const before = (await companies(other)).companies.length
    const answers: string[] = []
    for (let attempt = 0; attempt < 11; attempt++)
      answers.push(
        await other.refused(
          'POST',
          '/tenants',
          newCompany('Lista', { admin: { name: 'X', email: world.b.user.email, password: 'Senha1234' } }),
        ),
      )
    expect(new Set(answers.slice(0, 10))).toEqual(new Set(['409 ERR_EMAIL_REGISTERED']))
    expect(answers[10]).toBe('429 ERR_TOO_MANY_REQUESTS')
    expect((await companies(other)).companies).toHaveLength(before)
  })

  it('asks again who is there when signing in was a while ago', async () => {
    const late = await anotherReseller()
    await world.database
      .owner`update core.session set confirmed_at = now() - interval '6 minutes' where id = ${late.login.sessionId}`
    for (const [method, path, body] of [
      ['POST', '/tenants', newCompany('Tarde')],
      ['PUT', `/tenants/${child.id}`, { status: 'inactive' }],
    ] as const)
      expect(await late.refused(method, path, body)).toBe('403 ERR_CONFIRMATION_REQUIRED')
  })

  it('what is not known is refused, and nobody locks themselves out', async () => {
    for (const change of [
      { timeZone: 'Mars/Olympus' },
      { tier: 'gold' },
      { is_reseller: true },
      { limits: { users: -1 } },
      { limits: { staff: 3 } },
    ])
      expect(await master.refused('PUT', `/tenants/${child.id}`, change), JSON.stringify(change)).toBe(
        '422 ERR_VALIDATION',
      )
    expect(await master.refused('PUT', `/tenants/${child.id}`, { planId: randomUUID() })).toBe('404 ERR_NO_PLAN_FOUND')
    expect(await master.refused('PUT', `/tenants/${child.id}`, { resellerId: world.a.id })).toBe(
      '404 ERR_NO_RESELLER_FOUND',
    )
    expect(await master.refused('PUT', `/tenants/${world.a.id}`, { blocked: true })).toBe('409 ERR_OWN_COMPANY')
    expect(await master.refused('PUT', `/tenants/${world.a.id}`, { status: 'inactive' })).toBe('409 ERR_OWN_COMPANY')
  })

  it('a plan copies tier and limits; what is given beside it counts more; changing a plan reaches its companies when that is asked for', async () => {
    const plan = await master.ok<Plan>('POST', '/plans', planOf('Equipe'))
    expect(
      await master.ok<Company>('PUT', `/tenants/${child.id}`, { planId: plan.id, limits: { users: 9 } }),
    ).toMatchObject({ tier: 'plus', limits: { users: 9, connections: 2 } })
    await master.ok('PUT', `/plans/${plan.id}`, planOf('Equipe', { tier: 'basic' }))
    expect(await master.ok<Company>('GET', `/tenants/${child.id}`)).toMatchObject({
      tier: 'plus',
      limits: { users: 9 },
    })
    expect(
      await master.ok<Plan>('PUT', `/plans/${plan.id}`, planOf('Equipe', { tier: 'basic', apply: true })),
    ).toMatchObject({ companies: 1 })
    expect(await master.ok<Company>('GET', `/tenants/${child.id}`)).toMatchObject({
      tier: 'basic',
      effectiveTier: 'basic',
      limits: { users: 5 },
    })
    expect(await master.refused('DELETE', `/plans/${plan.id}`)).toBe('409 ERR_PLAN_IN_USE')
    await master.ok('PUT', `/tenants/${child.id}`, {
      planId: null,
      tier: 'premium',
      limits: { users: null, connections: null, contacts: null },
    })
    await master.ok('DELETE', `/plans/${plan.id}`)
  })

  it('a reseller offers plans of its own and gives no others; names are its own too', async () => {
    const platform = await master.ok<Plan>('POST', '/plans', planOf('Único'))
    expect(await master.refused('POST', '/plans', planOf('ÚNICO'))).toBe('409 ERR_PLAN_NAME_EXISTS')
    const own = await reseller.ok<Plan>('POST', '/plans', planOf('Único'))
    expect((await reseller.ok<Plan[]>('GET', '/plans')).map((plan) => plan.id)).toEqual([own.id])
    expect(await reseller.refused('PUT', `/plans/${platform.id}`, planOf('Mine'))).toBe('404 ERR_NO_PLAN_FOUND')
    expect(await reseller.refused('DELETE', `/plans/${platform.id}`)).toBe('404 ERR_NO_PLAN_FOUND')
    expect(await reseller.refused('PUT', `/tenants/${child.id}`, { planId: platform.id })).toBe('404 ERR_NO_PLAN_FOUND')
  })

  it('leaves a trace', async () => {
    await master.ok('PUT', `/tenants/${child.id}`, { name: child.name })
    const rows = await world.database.owner`
      select action, subject, user_id, facts
        from core.audit_log
       where tenant_id = ${world.a.id} and action = 'tenant.change'
       order by at desc limit 1`
    expect(rows).toMatchObject([{ subject: child.id, user_id: world.a.admin.id, facts: { fields: ['name'] } }])
  })
})

describe('a company that is blocked', () => {
  it('S4-131 S8-091 has its users out within a second, on sockets too, and says so; what arrives is kept; unblocked they work again', async () => {
    const agent = await world.signIn(child.user)
    const bystander = await world.signIn(world.b.user)
    const { next } = await agent.listen()
    const calm = await bystander.listen()
    const since = performance.now()
    expect(await master.ok<Company>('PUT', `/tenants/${child.id}`, { blocked: true })).toMatchObject({
      blockedAt: expect.any(String),
    })
    expect(
      await world.database.owner`
        select tenant_id, user_id, facts
          from core.audit_log
         where action = 'tenant.change' and subject = ${child.id}
         order by at desc, tenant_id = ${child.id} limit 2`,
      'it stands in both trails',
    ).toEqual([
      { tenant_id: world.a.id, user_id: world.a.admin.id, facts: { fields: ['blocked'] } },
      { tenant_id: child.id, user_id: null, facts: { fields: ['blocked'], byPlatform: true } },
    ])
    await next('session:ended')
    expect(await agent.refused('GET', '/queue')).toBe('403 ERR_LICENSE_BLOCKED')
    expect(performance.now() - since).toBeLessThan(1_000)
    expect(calm.received.map((push) => push.event)).not.toContain('session:ended')
    expect((await agent.ok<{ data: LicenceDetail }>('GET', '/license-detail/')).data).toMatchObject({
      state: 'blocked',
    })
    await expect(agent.listen()).rejects.toThrow()

    const opened = await fetch(`${world.base}/hooks/webchat/${await webchatOf(child)}`)
    expect(opened.status).not.toBe(403)

    await master.ok('PUT', `/tenants/${child.id}`, { blocked: false })
    await eventually(async () => (await agent.call('GET', '/queue')).status === 200)
  })

  it('one that is switched off ends their sessions', async () => {
    const agent = await world.signIn(child.colleague)
    const { next } = await agent.listen()
    await master.ok('PUT', `/tenants/${child.id}`, { status: 'inactive' })
    await next('session:ended')
    expect(await agent.refused('GET', '/queue')).toBe('401 ERR_USER_INACTIVE')
    await master.ok('PUT', `/tenants/${child.id}`, { status: 'active' })
  })
})

const webchatOf = async (tenant: TestTenant) => `${tenant.connection}/${tenant.hookSecret}`
