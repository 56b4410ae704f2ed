import type { SessionInfo } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessRig, password, type AccessRig, type Client } from '../access/access.rig.ts'
import type { TestTenant, TestUser } from '../../../tests/harness/tenants.ts'

let rig: AccessRig
beforeAll(async () => {
  rig = await accessRig()
})
afterAll(() => rig.close())

const own = (client: Client) => client.call('GET', '/auth/session')
const sessionsOf = async (client: Client) => (await client.call<SessionInfo[]>('GET', '/auth/sessions')).body
const sql = () => rig.database.owner
/** Sets a setting of a company through the API. */
async function set(tenant: TestTenant, key: string, value: unknown): Promise<void> {
  const admin = await rig.signedIn(tenant.admin)
  expect((await admin.call('PUT', `/settings/${key}`, { value })).status).toBe(200)
}
/** Hours without the present moment, in any zone of the machine. */
const closedNow = {}
const always = Object.fromEntries(
  ['0', '1', '2', '3', '4', '5', '6'].map((day) => [day, { full_day: { start: '00:00', end: '24:00' } }]),
)
const setHours = (user: TestUser, hours: object | null) => sql()`
  update core.user_account
     set login_mode = ${hours ? 'scheduled' : 'any'}, login_hours = ${hours && sql().json(hours as never)}
   where id = ${user.id}`

describe('login hours', () => {
  test('S1-051 S3-063 S6-031 S8-022 nobody signs in out of hours, and only who has the credentials is told so', async () => {
    const { user, colleague } = await rig.newTenant('Lagoa')
    await setHours(user, closedNow)
    expect(await rig.client().login(user)).toMatchObject({ status: 401, body: { error: 'ERR_LOGIN_HOURS_RESTRICTED' } })
    expect((await rig.client().login(user, 'Errada123')).body.error).toBe('ERR_INVALID_CREDENTIALS')
    expect((await rig.client().login(colleague)).status).toBe(200)
    await setHours(user, always)
    expect((await rig.client().login(user)).status).toBe(200)
  })

  test('S6-031 a session that is open when they end is over: no request, no refresh (reading 31)', async () => {
    const { user } = await rig.newTenant('Mangue')
    const client = await rig.signedIn(user)
    await setHours(user, closedNow)
    rig.access.sessions.announceChange({ tenantId: '', userId: user.id })
    for (const answer of [await own(client), await client.refresh()])
      expect(answer).toMatchObject({ status: 401, body: { error: 'ERR_LOGIN_HOURS_RESTRICTED' } })
  })

  test('S6-031 administrators come in at any time', async () => {
    const { admin } = await rig.newTenant('Nascente')
    await setHours(admin, closedNow)
    expect((await rig.client().login(admin)).status).toBe(200)
  })
})

describe('the limit of connected users', () => {
  const limit = (tenant: TestTenant, users: number | null) =>
    sql()`update core.tenant set max_connected_users = ${users} where id = ${tenant.id}`
  const outlook = (body: object) => rig.client().call('POST', '/auth/limit/', body)

  test('S8-106 keeps one too many out, and counts neither oneself nor who signed out nor who was not heard of', async () => {
    const tenant = await rig.newTenant('Oasis')
    await limit(tenant, 2)
    const ana = await rig.signedIn(tenant.admin)
    const sofia = await rig.signedIn(tenant.supervisor)
    expect(await rig.client().login(tenant.user)).toMatchObject({
      status: 403,
      body: { error: 'ERR_CONNECTED_USERS_LIMIT', limit: 2 },
    })
    expect((await rig.client().login(tenant.supervisor)).status).toBe(200)
    expect((await sofia.call('GET', '/auth/session')).body.error).toBe('ERR_SESSION_OTHER_DEVICE')
    await ana.call('POST', '/auth/logout/')
    const ugo = await rig.signedIn(tenant.user)
    expect((await rig.client().login(tenant.colleague)).body.error).toBe('ERR_CONNECTED_USERS_LIMIT')
    await sql()`
      update core.session set last_seen_at = now() - interval '16 minutes', connected_at = now() - interval '16 minutes'
       where id = ${ugo.sessionId!}`
    expect((await rig.client().login(tenant.colleague)).status).toBe(200)
    // Other companies have their own.
    expect((await rig.client().login(rig.b.user)).status).toBe(200)
  })

  test('S8-106 of those who come at once for the last place one gets it', async () => {
    const tenant = await rig.newTenant('Praia')
    await limit(tenant, 1)
    const answers = await Promise.all(
      [tenant.admin, tenant.supervisor, tenant.user, tenant.colleague].map((user) => rig.client().login(user)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403])
  })

  test('S7-009 who has the credentials is told of it, everybody else gets what says nothing', async () => {
    const tenant = await rig.newTenant('Restinga')
    await limit(tenant, 1)
    const open = { status: 200, body: { limit: null, canLogin: true } }
    await rig.signedIn(tenant.admin)
    expect((await outlook({ email: tenant.user.email, password })).body).toEqual({ limit: 1, canLogin: false })
    expect((await outlook({ email: tenant.admin.email, password })).body).toEqual({ limit: 1, canLogin: true })
    for (const body of [
      {},
      { email: tenant.user.email, password: 'Errada123' },
      { email: 'nobody@nowhere.test', password },
    ])
      expect(await outlook(body), JSON.stringify(body)).toMatchObject(open)
    await limit(tenant, null)
    expect((await outlook({ email: tenant.user.email, password })).body).toEqual({ limit: null, canLogin: true })
  })

  test('S7-009 is no faster way of guessing than signing in', async () => {
    const { user } = await rig.newTenant('Serra')
    // All at once: one after the other, a slow machine would wait out the delay between them.
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, guess) =>
        guess % 2 ? outlook({ email: user.email, password: 'Errada123' }) : rig.client().login(user, 'Errada123'),
      ),
    )
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  })
})

describe('sessions of one user', () => {
  test('S8-027 a company may allow several; one more ends the oldest and tells it why', async () => {
    const tenant = await rig.newTenant('Trilha')
    await set(tenant, 'sessionsPerUser', 2)
    const [first, second, third] = [
      await rig.signedIn(tenant.user),
      await rig.signedIn(tenant.user),
      await rig.signedIn(tenant.user),
    ]
    expect(await own(first)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_OTHER_DEVICE' } })
    for (const client of [second, third]) expect((await own(client)).status).toBe(200)
    const four = await Promise.all(Array.from({ length: 4 }, () => rig.signedIn(tenant.colleague)))
    expect((await Promise.all(four.map(async (client) => (await own(client)).status))).toSorted()).toEqual([
      200, 200, 401, 401,
    ])
  })

  test('are listed with what tells them apart, and end with one click', async () => {
    const tenant = await rig.newTenant('Usina')
    await set(tenant, 'sessionsPerUser', 3)
    const phone = rig.client()
    await phone
      .call(
        'POST',
        '/auth/login/',
        { email: tenant.user.email, password },
        {
          'user-agent':
            'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile ' +
            'Safari/537.36',
        },
      )
      .then(({ body }) => {
        phone.token = body['token'] as string
        phone.sessionId = body['sessionId'] as string
      })
    const desk = await rig.signedIn(tenant.user)
    const listed = await sessionsOf(desk)
    expect(listed.map(({ id, browser, system, current }) => ({ id, browser, system, current }))).toEqual([
      { id: desk.sessionId, browser: null, system: null, current: true },
      { id: phone.sessionId, browser: 'Chrome', system: 'Android', current: false },
    ])
    expect(listed[0]).toMatchObject({
      ip: '127.0.0.1',
      createdAt: expect.stringMatching(/Z$/),
      lastSeenAt: expect.stringMatching(/Z$/),
    })
    const stranger = await rig.signedIn(tenant.colleague)
    for (const client of [stranger, await rig.signedIn(rig.b.user)])
      expect(await client.call('DELETE', `/auth/sessions/${phone.sessionId}`)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_SESSION_FOUND' },
      })
    expect((await desk.call('DELETE', `/auth/sessions/${phone.sessionId}`)).status).toBe(200)
    expect(await own(phone)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_ENDED' } })
    expect((await sessionsOf(desk)).map(({ id }) => id)).toEqual([desk.sessionId])
    expect((await sql()`select is_online from core.user_account where id = ${tenant.user.id}`)[0]!['is_online']).toBe(
      true,
    )
  })

  test('an administrator ends those of the own company’s users, with a trace', async () => {
    const [ana, bia, ugo] = [
      await rig.signedIn(rig.a.admin),
      await rig.signedIn(rig.b.admin),
      await rig.signedIn(rig.a.user),
    ]
    expect(await bia.call('DELETE', `/users/${rig.a.user.id}/sessions`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_USER_FOUND' },
    })
    expect(await ugo.call('DELETE', `/users/${rig.a.admin.id}/sessions`)).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    expect((await own(ugo)).status).toBe(200)
    expect((await ana.call('DELETE', `/users/${rig.a.user.id}/sessions`)).body).toEqual({ ended: 1 })
    expect(await own(ugo)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_ENDED' } })
    expect(
      await sql()`
        select user_id, facts ->> 'ofUser' as of_user
          from core.audit_log
         where action = 'session.end' and subject = ${ugo.sessionId!}`,
    ).toMatchObject([{ user_id: rig.a.admin.id, of_user: rig.a.user.id }])
    await sql()`update core.user_account set is_master = true where id = ${rig.a.supervisor.id}`
    expect(await ana.call('DELETE', `/users/${rig.a.supervisor.id}/sessions`)).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
  })

  test('a company says how long they may rest', async () => {
    const tenant = await rig.newTenant('Vale')
    await set(tenant, 'sessionIdleMinutes', 30)
    const client = await rig.signedIn(tenant.user)
    const rest = (minutes: number) =>
      sql().unsafe(
        `update core.session set last_seen_at = now() - interval '${minutes} minutes' where id = '${client.sessionId}'`,
      )
    await rest(29)
    expect((await client.refresh()).status).toBe(200)
    await rest(31)
    expect(await client.refresh()).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_ENDED' } })
  })

  test('S8-026 a deleted user is told so', async () => {
    const { user } = await rig.newTenant('Xaxim')
    const client = await rig.signedIn(user)
    await sql()`update core.user_account set deleted_at = now() where id = ${user.id}`
    expect((await client.refresh()).body.error).toBe('ERR_USER_DELETED')
    expect(await own(client)).toMatchObject({ status: 401, body: { error: 'ERR_USER_DELETED' } })
    expect((await rig.client().login(user)).body.error).toBe('ERR_INVALID_CREDENTIALS')
  })
})

describe('showing who one is', () => {
  const make = (client: Client) =>
    client.call('POST', '/api-tokens', {
      name: 'x',
      scopes: ['tickets.read'],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
  const age = (client: Client) =>
    sql()`update core.session set confirmed_at = now() - interval '6 minutes' where id = ${client.sessionId!}`

  test('is asked for once more after five minutes, and the password does it', async () => {
    const client = await rig.signedIn(rig.a.admin)
    expect((await make(client)).status).toBe(201)
    await age(client)
    rig.access.sessions.announceChange({ tenantId: rig.a.id, userId: rig.a.admin.id })
    expect(await make(client)).toMatchObject({ status: 403, body: { error: 'ERR_CONFIRMATION_REQUIRED' } })
    expect(await client.call('POST', '/auth/confirm', { password: 'Errada123' })).toMatchObject({
      status: 422,
      body: { error: 'ERR_WRONG_PASSWORD' },
    })
    expect((await make(client)).status).toBe(403)
    expect((await client.call('POST', '/auth/confirm', { password })).status).toBe(200)
    expect((await make(client)).status).toBe(201)
  })

  test('guessing is slowed down as at signing in', async () => {
    const { user } = await rig.newTenant('Zimbro')
    const client = await rig.signedIn(user)
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => client.call('POST', '/auth/confirm', { password: 'Errada123' })),
    )
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    expect(guesses.filter(({ status }) => status === 200)).toEqual([])
  })

  test('neither password nor its hash is kept to answer a repeated request', async () => {
    const client = await rig.signedIn(rig.b.admin)
    await client.call('POST', '/auth/confirm', { password }, { 'idempotency-key': 'confirm-1' })
    expect(await sql()`select 1 from core.idempotency where key = 'confirm-1'`).toEqual([])
  })
})
