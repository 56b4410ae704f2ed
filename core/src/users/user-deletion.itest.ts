import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessRig, type AccessRig, type Client } from '../access/access.rig.ts'
import { noPassword } from '../credentials/passwords.ts'
import { newId } from '../base/ids.ts'
import type { TestTenant } from '../../../tests/harness/tenants.ts'

const inADay = new Date(Date.now() + 86_400_000)

let rig: AccessRig
beforeAll(async () => {
  rig = await accessRig()
})
afterAll(() => rig.close())

let company = 0
/** A company of its own for a test, with its administrator signed in. */
async function office(): Promise<{
  tenant: TestTenant
  admin: Client
  remove(id: string, newUserId?: string): ReturnType<Client['call']>
}> {
  const tenant = await rig.newTenant(`Mesa${++company}`)
  const admin = await rig.signedIn(tenant.admin)
  return {
    tenant,
    admin,
    remove: (id, newUserId) =>
      admin.call('DELETE', `/users/${id}${newUserId === undefined ? '' : `?newUserId=${newUserId}`}`),
  }
}

async function conversations(
  tenant: TestTenant,
  userId: string,
  count: number,
  status: 'open' | 'closed' | 'pending' = 'open',
): Promise<string[]> {
  const { owner } = rig.database
  const contacts = Array.from({ length: count }, () => ({
    id: newId<never>() as string,
    tenant_id: tenant.id as string,
    name: 'Cliente',
  }))
  await owner`insert into core.contact ${owner(contacts)}`
  const tickets = contacts.map((contact, index) => ({
    id: newId<never>() as string,
    tenant_id: tenant.id as string,
    protocol: `p${index}`,
    status,
    contact_id: contact.id,
    connection_id: tenant.connection as string,
    channel: 'x',
    chat: `c${index}`,
    user_id: userId,
    queue_id: tenant.sales as string,
    updated_at: '2026-01-02T03:04:05Z',
  }))
  await owner`insert into core.ticket ${owner(tickets)}`
  return tickets.map((ticket) => ticket.id)
}

describe('deleting a user', () => {
  test('S7-018 S5-024 hands over what waits for an answer, and leaves what is closed with its author', async () => {
    const { tenant, admin, remove } = await office()
    const { owner } = rig.database
    const open = await conversations(tenant, tenant.user.id, 2)
    const [closed] = await conversations(tenant, tenant.user.id, 1, 'closed')
    const [contact] = await owner`select contact_id from core.ticket where id = ${open[0]!}`
    await owner`
      insert into core.contact_wallet ${owner([
        { tenant_id: tenant.id, contact_id: contact!['contact_id'], user_id: tenant.user.id },
      ])}`
    expect((await admin.call('GET', `/users/${tenant.user.id}/workload`)).body).toEqual({
      tickets: 2,
      contacts: 1,
      groups: 0,
    })
    expect(await remove(tenant.user.id, tenant.colleague.id)).toMatchObject({
      status: 200,
      body: { userId: tenant.colleague.id, tickets: 2, contacts: 1 },
    })

    const tickets =
      await owner`select id, user_id, updated_at from core.ticket where tenant_id = ${tenant.id} order by id`
    expect(tickets.map((row) => row['user_id'])).toEqual([...open.map(() => tenant.colleague.id), tenant.user.id])
    expect(tickets[2]!['id']).toBe(closed)
    expect((tickets[0]!['updated_at'] as Date).toISOString()).toBe('2026-01-02T03:04:05.000Z')
    const logs =
      await owner`select type, user_id from core.ticket_log where ticket_id = ${open[0]!} order by created_at, id`
    expect(logs.map((row) => [row['type'], row['user_id']])).toEqual([
      ['transfered', tenant.admin.id],
      ['receivedTransfer', tenant.colleague.id],
    ])
    const events =
      await owner`select data from bus.outbox where tenant_id = ${tenant.id} and name = 'ticket.updated.v1'`
    expect(events.map((row) => row['data'])).toEqual(
      expect.arrayContaining(
        open.map((ticketId) =>
          expect.objectContaining({
            ticketId,
            status: 'open',
            userId: tenant.colleague.id,
            queueId: tenant.sales,
            before: { status: 'open', userId: tenant.user.id, queueId: tenant.sales },
          }),
        ),
      ),
    )
    expect(
      await owner`select key, data from bus.outbox where tenant_id = ${tenant.id} and name = 'user.deleted.v1'`,
    ).toEqual([{ key: tenant.user.id, data: { userId: tenant.user.id } }])
    expect(await owner`select user_id from core.contact_wallet where tenant_id = ${tenant.id}`).toEqual([
      { user_id: tenant.colleague.id },
    ])
    expect(
      (await owner`select facts from core.audit_log where subject = ${tenant.user.id} and action = 'users.delete'`)[0],
    ).toMatchObject({ facts: { newUserId: tenant.colleague.id, tickets: 2, contacts: 1 } })
  })

  test('S8-026 ends their sessions at once and for good, takes them off every list, and frees address and number', async () => {
    const { tenant, admin, remove } = await office()
    await rig.database.owner`update core.user_account set phone_number = '5511900001111' where id = ${tenant.user.id}`
    const leaving = await rig.signedIn(tenant.user)
    expect((await remove(tenant.user.id, tenant.colleague.id)).status).toBe(200)
    expect(await leaving.call('GET', '/auth/session')).toMatchObject({
      status: 401,
      body: { error: 'ERR_USER_DELETED' },
    })
    expect((await leaving.refresh()).status).toBe(401)
    expect((await rig.client().login(tenant.user)).body.error).toBe('ERR_INVALID_CREDENTIALS')
    expect(
      (await admin.call<{ users: { id: string }[] }>('GET', '/users')).body.users.map((user) => user.id),
    ).not.toContain(tenant.user.id)
    expect(await admin.call('GET', `/users/${tenant.user.id}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_USER_FOUND' },
    })
    expect(await remove(tenant.user.id, tenant.colleague.id)).toMatchObject({ status: 404 })
    expect(
      await admin.call('POST', '/users', {
        name: 'Nova',
        email: tenant.user.email,
        phoneNumber: '5511900001111',
        password: 'Segura123',
      }),
    ).toMatchObject({ status: 200 })
    expect(
      (await rig.database.owner`select name, password_hash from core.user_account where id = ${tenant.user.id}`)[0],
    ).toEqual({ name: tenant.user.name, password_hash: noPassword })
  })

  test('leaves no way in: no passkey, second factor, token, link, device or choice of theirs, and everything of their colleague’s', async () => {
    const { tenant, remove } = await office()
    const { owner } = rig.database
    const people = [tenant.user, tenant.colleague]
    const each = (row: (user: { id: string }) => object) =>
      owner(people.map((user) => ({ tenant_id: tenant.id, user_id: user.id, ...row(user) })) as never)
    await owner`
      insert into core.passkey ${each(() => ({
        id: newId(),
        rp_id: 'x.test',
        credential_id: newId(),
        public_key: Buffer.alloc(8),
        counter: 0,
        is_synced: false,
        is_backed_up: false,
        aaguid: newId(),
        device_name: 'x',
        authenticator_type: 'platform',
      }))}`
    await owner`insert into core.second_factor ${each(() => ({ confirmed_at: '2026-01-01' }))}`
    await owner`insert into core.recovery_code ${each(() => ({ code_hash: Buffer.alloc(32) }))}`
    await owner`
      insert into core.password_reset ${each(() => ({ id: newId(), token_hash: randomBytes(32), expires_at: inADay }))}`
    await owner`
      insert into core.api_token ${each(() => ({
        id: newId(),
        name: 'x',
        scopes: ['users.read'],
        secret_hash: randomBytes(32),
        expires_at: inADay,
      }))}`
    await owner`
      insert into core.secret ${owner(
        people.map((user) => ({
          tenant_id: tenant.id,
          owner: 'core.second-factor',
          scope: user.id,
          name: 'totp',
          ciphertext: Buffer.alloc(8),
        })),
      )}`
    const sessions = people.map((user) => ({ id: newId<never>() as string, user_id: user.id as string }))
    const rows = sessions.map((session) => ({
      ...session,
      tenant_id: tenant.id,
      refresh_hash: randomBytes(32),
      ip: '::1',
      expires_at: inADay,
    }))
    await owner`insert into core.session ${owner(rows)}`
    await owner`
      insert into core.push_subscription ${owner(
        sessions.map(({ id, user_id }) => ({
          id: newId(),
          tenant_id: tenant.id,
          user_id,
          session_id: id,
          endpoint_hash: randomBytes(32),
          sealed: Buffer.alloc(8),
        })),
      )}`
    const left = async (user: { id: string }) =>
      (
        await owner`
      select (select count(*)::int from core.passkey where user_id = ${user.id}) + (
        select count(*)::int from core.second_factor where user_id = ${user.id}) + (
          select count(*)::int from core.recovery_code where user_id = ${user.id})
           + (select count(*)::int
                from core.password_reset
               where user_id = ${user.id}) + (select count(*)::int
               from core.api_token
              where user_id = ${user.id}) + (select count(*)::int
               from core.secret
              where scope = ${user.id})
           + (select count(*)::int from core.push_subscription where user_id = ${user.id}) as rows`
      )[0]!['rows']
    expect([await left(tenant.user), await left(tenant.colleague)]).toEqual([7, 7])
    expect((await remove(tenant.user.id, tenant.colleague.id)).status).toBe(200)
    expect([await left(tenant.user), await left(tenant.colleague)]).toEqual([0, 7])
  })

  test('S5-024 needs an active colleague of the company who is somebody else', async () => {
    const { tenant, remove } = await office()
    await rig.database.owner`update core.user_account set is_active = false where id = ${tenant.supervisor.id}`
    for (const receiver of [undefined, tenant.user.id, tenant.supervisor.id, rig.b.user.id, newId<never>() as string])
      expect(await remove(tenant.user.id, receiver), String(receiver)).toMatchObject({
        status: 422,
        body: { error: 'ERR_NEW_USER_REQUIRED' },
      })
    expect(
      (await rig.database.owner`select deleted_at from core.user_account where id = ${tenant.user.id}`)[0],
    ).toEqual({ deleted_at: null })
  })

  test('S5-023 is not for oneself, and not for who does not manage users', async () => {
    const { tenant, remove } = await office()
    expect(await remove(tenant.admin.id, tenant.user.id)).toMatchObject({
      status: 409,
      body: { error: 'ERR_USER_SELF_DELETE' },
    })
    const agent = await rig.signedIn(tenant.user)
    expect(await agent.call('DELETE', `/users/${tenant.colleague.id}?newUserId=${tenant.user.id}`)).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
  })

  test('asks again who is there when signing in was a while ago', async () => {
    const { tenant, remove } = await office()
    rig.pass(6 * 60)
    expect(await remove(tenant.user.id, tenant.colleague.id)).toMatchObject({
      status: 403,
      body: { error: 'ERR_CONFIRMATION_REQUIRED' },
    })
    rig.pass(-6 * 60)
  })

  test('two administrators who delete each other at once leave one', async () => {
    const { tenant, admin } = await office()
    await rig.database.owner`update core.user_account set profile = 'admin' where id = ${tenant.colleague.id}`
    const other = await rig.signedIn(tenant.colleague)
    const answers = await Promise.all([
      admin.call('DELETE', `/users/${tenant.colleague.id}?newUserId=${tenant.user.id}`),
      other.call('DELETE', `/users/${tenant.admin.id}?newUserId=${tenant.user.id}`),
    ])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(
      (
        await rig.database.owner`
          select count(*)::int as admins
            from core.user_account
           where tenant_id = ${tenant.id} and profile = 'admin' and deleted_at is null`
      )[0],
    ).toEqual({ admins: 1 })
  })

  test('two who would receive each other’s conversations: one stays and has them', async () => {
    const { tenant, admin } = await office()
    await conversations(tenant, tenant.user.id, 3)
    const [one, two] = [tenant.user.id, tenant.colleague.id]
    const answers = await Promise.all([
      admin.call('DELETE', `/users/${one}?newUserId=${two}`),
      admin.call('DELETE', `/users/${two}?newUserId=${one}`),
    ])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const orphans = await rig.database.owner`
      select t.id
        from core.ticket t
        join core.user_account u on u.id = t.user_id
       where t.tenant_id = ${tenant.id} and u.deleted_at is not null`
    expect(orphans).toHaveLength(0)
  })

  test('a thousand conversations go over in one transaction, within seconds', async () => {
    const { tenant, remove } = await office()
    await conversations(tenant, tenant.user.id, 1_000)
    const started = performance.now()
    expect(await remove(tenant.user.id, tenant.colleague.id)).toMatchObject({ status: 200, body: { tickets: 1_000 } })
    expect(performance.now() - started).toBeLessThan(5_000)
    const [after] = await rig.database.owner`
      select (select count(*)::int
                from core.ticket
               where tenant_id = ${tenant.id} and user_id = ${tenant.colleague.id}) as tickets,
             (select count(*)::int from core.ticket_log where tenant_id = ${tenant.id}) as lines,
             (select count(*)::int
                from bus.outbox
               where tenant_id = ${tenant.id} and name = 'ticket.updated.v1') as events`
    expect(after).toEqual({ tickets: 1_000, lines: 2_000, events: 1_000 })
  })
})

test('a wallet goes to a colleague as a whole, and only within the company', async () => {
  const { tenant, admin } = await office()
  const { owner } = rig.database
  await conversations(tenant, tenant.user.id, 3)
  await owner`
    insert into core.contact_wallet (tenant_id, contact_id, user_id)
    select tenant_id, contact_id, user_id
      from core.ticket
     where tenant_id = ${tenant.id}`
  await owner`
    insert into core.contact_wallet (tenant_id, contact_id, user_id)
    select tenant_id, contact_id, ${tenant.colleague.id}
      from core.ticket
     where tenant_id = ${tenant.id}
     limit 1`
  const give = (newUserId: string) => admin.call('POST', `/users/${tenant.user.id}/wallet/transfer`, { newUserId })
  expect(await give(rig.b.user.id)).toMatchObject({ status: 422, body: { error: 'ERR_NEW_USER_REQUIRED' } })
  expect((await give(tenant.colleague.id)).body).toEqual({ contacts: 3 })
  expect((await admin.call('GET', `/users/${tenant.colleague.id}/workload`)).body).toMatchObject({ contacts: 3 })
})
