import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Passwords } from '../../core/src/credentials/passwords.ts'
import { newId } from '../../core/src/base/ids.ts'
import { password, testApp, type Person, type TestApp } from '../harness/app.ts'
import { createTenant, type TestTenant, type TestUser } from '../harness/tenants.ts'

/* Ways into accounts of others, and ways in that close while somebody walks through. */

let world: TestApp
let company: TestTenant
const hashes = { now: '', next: '' }
beforeAll(async () => {
  world = await testApp({ pluginFolders: [], app: { publicUrl: 'https://desk.lagoa.test' } })
  hashes.now = await new Passwords().hash(password)
  hashes.next = await new Passwords().hash('Novissima1')
})
afterAll(() => world.close())
beforeEach(async () => {
  company = await createTenant(world.database.owner, 'Lagoa', { passwordHash: hashes.now })
})

const owner = () => world.database.owner
const giveTo = (user: TestUser, ...permissions: string[]) =>
  owner()`update core.user_account set granted = ${permissions} where id = ${user.id}`
const login = async (user: TestUser, secret: string) => {
  const response = await fetch(`${world.base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: secret }),
  })
  return { status: response.status, body: (await response.json()) as { error?: string } }
}

async function givePasskey(user: TestUser): Promise<string> {
  const id = newId()
  await owner()`
    insert into core.passkey ${owner()({
      id,
      tenant_id: company.id,
      user_id: user.id,
      rp_id: 'desk.lagoa.test',
      credential_id: `${id}-credential`,
      public_key: Buffer.alloc(77, 1),
      counter: 0,
      is_synced: false,
      is_backed_up: false,
      aaguid: newId(),
      device_name: 'Celular',
      authenticator_type: 'platform',
    })}`
  return id
}
const giveSecondFactor = (user: TestUser) =>
  owner()`insert into core.second_factor (tenant_id, user_id, confirmed_at) values (${company.id}, ${user.id}, now())`

describe('who manages users without being an administrator', () => {
  let manager: Person
  beforeEach(async () => {
    await giveTo(company.supervisor, 'users.manage', 'signin.manage')
    manager = await world.signIn(company.supervisor)
  })

  test('takes no passkey, second factor or session from those above them, and does from the others', async () => {
    for (const [user, expected] of [
      [company.admin, '403 ERR_NO_PERMISSION'],
      [company.user, undefined],
    ] as const) {
      const passkey = await givePasskey(user)
      await giveSecondFactor(user)
      for (const [method, path] of [
        ['PUT', `/passkey/admin/${passkey}/toggle`],
        ['DELETE', `/passkey/admin/${passkey}`],
        ['DELETE', `/users/${user.id}/second-factor`],
        ['DELETE', `/users/${user.id}/sessions`],
      ] as const) {
        if (expected === undefined) await manager.ok(method, path)
        else expect(await manager.refused(method, path), path).toBe(expected)
      }
      const [kept] = await owner()`
          select (select count(*)::integer from core.passkey where user_id = ${user.id}) as passkeys,
                 (select count(*)::integer from core.second_factor where user_id = ${user.id}) as factors`
      expect(kept).toEqual(expected === undefined ? { passkeys: 0, factors: 0 } : { passkeys: 1, factors: 1 })
    }
  })

  test('chooses no identity provider, which could vouch for an administrator', async () => {
    const provider = {
      name: 'Meu',
      issuer: 'https://idp.lagoa.test',
      clientId: 'x',
      clientSecret: 'y',
      domains: ['lagoa.test'],
      autoCreate: false,
      isActive: true,
    }
    expect(await manager.refused('POST', '/sso/providers', provider)).toBe('403 ERR_NO_PERMISSION')
    const id = newId()
    await owner()`
      insert into core.sso_provider (id, tenant_id, name, issuer, client_id)
      values (${id}, ${company.id}, 'Da casa', 'https://id.lagoa.test', 'x')`
    expect(await manager.refused('PUT', `/sso/providers/${id}`, provider)).toBe('403 ERR_NO_PERMISSION')
  })
})

test('an administrator touches no way into the account of a master; a master does', async () => {
  const second = await createTenant(world.database.owner, 'Serra', { passwordHash: hashes.now })
  await owner()`update core.user_account set is_master = true where id in (${company.colleague.id}, ${second.admin.id})`
  const passkey = await givePasskey(company.colleague)
  await giveSecondFactor(company.colleague)
  const admin = await world.signIn(company.admin)
  for (const [method, path] of [
    ['DELETE', `/passkey/admin/${passkey}`],
    ['DELETE', `/users/${company.colleague.id}/second-factor`],
    ['DELETE', `/users/${company.colleague.id}/sessions`],
  ] as const)
    expect(await admin.refused(method, path), path).toBe('403 ERR_NO_PERMISSION')
  await (await world.signIn(second.admin)).ok('DELETE', `/passkey/admin/${passkey}?tenantId=${company.id}`)
})

test('nobody takes their own second factor away without a code of it', async () => {
  const admin = await world.signIn(company.admin)
  await giveSecondFactor(company.admin)
  expect(await admin.refused('DELETE', `/users/${company.admin.id}/second-factor`)).toBe('403 ERR_NO_PERMISSION')
})

test('a password that is replaced while it is being checked opens nothing', async () => {
  const { user } = company
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: tellHeld } = Promise.withResolvers<void>()
  // As a reset does it: new password, all sessions over, one transaction. The login has read the old one by then and
  // waits for the row.
  const reset = owner().begin(async (sql) => {
    await sql`update core.user_account set password_hash = ${hashes.next} where id = ${user.id}`
    await sql`
      update core.session set ended_at = now(), end_reason = 'ERR_SESSION_ENDED'
       where user_id = ${user.id} and ended_at is null`
    tellHeld()
    await held
  })
  await isHeld
  const late = login(user, password)
  await expect
    .poll(
      async () =>
        (
          await owner()`
            select 1
              from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like '%last_login_at%'`
        ).length,
      { timeout: 20_000 },
    )
    .toBe(1)
  release()
  await reset
  expect(await late).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } })
  expect(await owner()`select 1 from core.session where user_id = ${user.id} and ended_at is null`).toHaveLength(0)
  expect((await login(user, 'Novissima1')).status).toBe(200)
})

test('a hash that another login has renewed meanwhile does not turn anybody away', async () => {
  const { user } = company
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: tellHeld } = Promise.withResolvers<void>()
  const renewed = await new Passwords().hash(password)
  const renewal = owner().begin(async (sql) => {
    await sql`update core.user_account set password_hash = ${renewed} where id = ${user.id}`
    tellHeld()
    await held
  })
  await isHeld
  const late = login(user, password)
  await expect
    .poll(
      async () =>
        (
          await owner()`
            select 1
              from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like '%last_login_at%'`
        ).length,
      { timeout: 20_000 },
    )
    .toBe(1)
  release()
  await renewal
  expect((await late).status).toBe(200)
})
