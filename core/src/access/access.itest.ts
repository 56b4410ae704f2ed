import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessRig, password, type AccessRig, type Client } from './access.rig.ts'
import { accessTokenSeconds } from './access-token.ts'

let rig: AccessRig
beforeAll(async () => {
  rig = await accessRig()
})
afterAll(() => rig.close())

const own = (client: Client) => client.call('GET', '/auth/session')
const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

describe('signing in', () => {
  test('S3-064 S3-065 S3-066 the login result has exactly the fields of the specification', async () => {
    const { status, body } = await rig.client().login(rig.a.user)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'configs',
      'email',
      'image',
      'isHidden',
      'isMaster',
      'phoneNumber',
      'profile',
      'queues',
      'sessionId',
      'status',
      'tenantId',
      'token',
      'userId',
      'username',
    ])
    expect(body).toMatchObject({
      username: rig.a.user.name,
      profile: 'user',
      userId: rig.a.user.id,
      tenantId: rig.a.id,
      isMaster: false,
      isHidden: false,
      email: rig.a.user.email,
      phoneNumber: null,
      image: null,
      status: 'online',
      queues: [{ id: rig.a.sales, queue: 'Vendas' }],
      configs: { filtrosAtendimento: {}, isDark: null },
    })
  })

  test('S7-006 with and without a trailing slash, S5-013 by phone number, S5-014 trimmed', async () => {
    await rig.database.owner`update core.user_account set phone_number = '5511987654321' where id = ${rig.b.user.id}`
    for (const [path, body] of [
      ['/auth/login', { email: `  ${rig.b.user.email.toUpperCase()} ` }],
      ['/auth/login/', { phoneNumber: ' +55 (11) 98765-4321 ' }],
      ['/auth/login/', { email: '5511987654321' }],
    ] as const)
      expect((await rig.client().call('POST', path, { ...body, password })).body, JSON.stringify(body)).toMatchObject({
        userId: rig.b.user.id,
      })
  })

  test('S8-025 without an e-mail or phone number it says so', async () => {
    for (const body of [{ password }, { email: '  ', password }, { phoneNumber: '12', password }])
      expect(await rig.client().call('POST', '/auth/login', body)).toMatchObject({
        status: 422,
        body: { error: 'ERR_EMAIL_OR_PHONE_REQUIRED' },
      })
    expect(
      await rig.client().call('POST', '/auth/login', { email: rig.a.user.email, password, profile: 'admin' }),
    ).toMatchObject({ status: 422, body: { error: 'ERR_VALIDATION' } })
  })

  test('S8-019 an unknown account and a wrong password answer alike and take alike', async () => {
    const {
      a: { colleague },
    } = rig
    const tried = async (email: string) => {
      const begun = performance.now()
      const answer = await rig.client().call('POST', '/auth/login', { email, password: 'Errada123' })
      return { ms: performance.now() - begun, answer }
    }
    const [known, unknown]: number[][] = [[], []]
    for (let round = 0; round < 4; round++) {
      for (const [email, times] of [
        [colleague.email, known!],
        [`nobody${round}@nowhere.test`, unknown!],
      ] as const) {
        const { ms, answer } = await tried(email)
        expect(answer).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } })
        expect(answer.cookie).toBeUndefined()
        times.push(ms)
      }
    }
    // Without the hash an unknown account would answer in a few milliseconds, a tenth of the other.
    expect(median(unknown!)).toBeGreaterThan(median(known!) * 0.4)
  })

  test('S8-021 a switched-off account is told so only with its password, and a switched-off company likewise', async () => {
    const { admin } = await rig.newTenant('Cerrado')
    await rig.database.owner`update core.user_account set is_active = false where id = ${admin.id}`
    expect((await rig.client().login(admin, 'Errada123')).body.error).toBe('ERR_INVALID_CREDENTIALS')
    expect((await rig.client().login(admin)).body.error).toBe('ERR_USER_INACTIVE')
    const other = await rig.newTenant('Duna')
    await rig.database.owner`update core.tenant set status = 'inactive' where id = ${other.id}`
    expect((await rig.client().login(other.admin)).body.error).toBe('ERR_USER_INACTIVE')
  })

  test('guessing is slowed down, also for accounts that do not exist, and a wait says how long', async () => {
    for (const email of ['guessed@nowhere.test', rig.b.colleague.email])
      await rig.standStill(async () => {
        for (let attempt = 0; attempt < 5; attempt++)
          expect((await rig.client().call('POST', '/auth/login', { email, password: 'Errada123' })).status).toBe(401)
        const slowed = await rig.client().call('POST', '/auth/login', { email, password })
        expect(slowed).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS', retryAfterSeconds: 1 } })
        expect(slowed.headers.get('retry-after')).toBe('1')
      })
    rig.pass(1)
    expect((await rig.client().login(rig.b.colleague)).status).toBe(200)
  })

  test('the cookie is closed to scripts and to other sites, and the database knows only hashes', async () => {
    const client = rig.client()
    const { cookie } = await client.login(rig.a.admin)
    expect(cookie).toMatch(/^jrt=[^;]+; Path=\/auth; Max-Age=604800; HttpOnly; SameSite=Strict$/)
    const secret = client.cookie!.split('.')[1]!
    const [row] = await rig.database
      .owner`select s::text as text, refresh_hash from core.session s where id = ${client.sessionId!}`
    expect(row!.text).not.toContain(secret)
    expect(row!.text).not.toContain(Buffer.from(secret).toString('hex'))
    expect(row!.refresh_hash).toHaveLength(32)
  })
})

describe('a signed-in request', () => {
  test('S7-004 S7-005 needs the token and the session id that belong together', async () => {
    const [ana, bia] = [await rig.signedIn(rig.a.admin), await rig.signedIn(rig.b.admin)]
    expect(await own(ana)).toMatchObject({ status: 200, body: { userId: rig.a.admin.id, sessionId: ana.sessionId } })
    expect((await own(ana)).body).not.toHaveProperty('token')
    const refused = { status: 401, body: { error: 'ERR_SESSION_ENDED' } }
    for (const headers of [
      { sessionid: bia.sessionId! },
      { sessionid: '' },
      { authorization: '' },
      { authorization: `Basic ${ana.token}` },
      { authorization: 'Bearer x.y.z' },
    ])
      expect(await ana.call('GET', '/auth/session', undefined, headers), JSON.stringify(headers)).toMatchObject(refused)
  })

  test('S8-010 S8-018 an expired token is 403 and the session goes on after a refresh', async () => {
    const ana = await rig.signedIn(rig.a.admin)
    rig.pass(accessTokenSeconds + 1)
    expect(await own(ana)).toMatchObject({ status: 403, body: { error: 'ERR_SESSION_EXPIRED' } })
    expect((await ana.refresh({ userId: rig.a.admin.id })).status).toBe(200)
    expect((await own(ana)).status).toBe(200)
  })

  test('S8-020 without the permission it is 403 and another code', async () => {
    expect(
      await (await rig.signedIn(rig.a.user)).call('PUT', '/settings/hideContactData', { value: true }),
    ).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
  })

  test('ends within a second when the account is switched off behind the server’s back', async () => {
    const { admin } = await rig.newTenant('Estuario')
    const client = await rig.signedIn(admin)
    expect((await own(client)).status).toBe(200)
    await rig.database.owner`update core.user_account set is_active = false where id = ${admin.id}`
    await expect
      .poll(() => own(client), { timeout: 2_000, interval: 100 })
      .toMatchObject({ status: 401, body: { error: 'ERR_USER_INACTIVE' } })
    expect((await client.refresh()).body.error).toBe('ERR_USER_INACTIVE')
  })

  test.each([
    ['last_seen_at', '12 hours'],
    ['expires_at', '0 seconds'],
  ])('a session is over after its time (%s)', async (column, age) => {
    const { admin } = await rig.newTenant('Foz')
    const client = await rig.signedIn(admin)
    await rig.database.owner.unsafe(
      `update core.session set ${column} = now() - interval '${age}' where id = '${client.sessionId}'`,
    )
    expect(await client.refresh()).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_ENDED' } })
    expect(await own(client)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_ENDED' } })
  })
})

describe('one session at a time', () => {
  test('S8-027 signing in elsewhere ends the older session at once and tells it why', async () => {
    const first = await rig.signedIn(rig.a.supervisor)
    expect((await own(first)).status).toBe(200)
    const second = await rig.signedIn(rig.a.supervisor)
    expect(await own(first)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_OTHER_DEVICE' } })
    expect(await first.refresh()).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_OTHER_DEVICE' } })
    expect((await own(second)).status).toBe(200)
  })

  test('of logins at the same moment exactly one stays', async () => {
    const { admin } = await rig.newTenant('Gaivota')
    const clients = await Promise.all(Array.from({ length: 4 }, () => rig.signedIn(admin)))
    const statuses = await Promise.all(clients.map(async (client) => (await own(client)).status))
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401])
  })
})

describe('refreshing', () => {
  test('S7-008 the body’s user is compared and never trusted (reading 17)', async () => {
    const [ana, bia] = [await rig.signedIn(rig.a.admin), await rig.signedIn(rig.b.admin)]
    const thief = rig.client()
    expect(await thief.refresh({ userId: rig.a.admin.id })).toMatchObject({
      status: 401,
      body: { error: 'ERR_SESSION_ENDED' },
    })
    expect(await bia.refresh({ userId: rig.a.admin.id })).toMatchObject({
      status: 401,
      body: { error: 'ERR_SESSION_ENDED' },
    })
    // Comparing is no reason to end anything.
    expect((await bia.refresh({ userId: rig.b.admin.id })).status).toBe(200)
    expect((await ana.refresh()).status).toBe(200)
  })

  test('a lost answer is repeated with the same result, and tabs may refresh together', async () => {
    const ana = await rig.signedIn(rig.a.admin)
    const before = ana.cookie!
    const tabs = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const tab = rig.client()
        tab.cookie = before
        return { status: (await tab.refresh()).status, cookie: tab.cookie }
      }),
    )
    expect(new Set(tabs.map((tab) => JSON.stringify(tab))).size).toBe(1)
    expect(tabs[0]).toMatchObject({ status: 200 })
    expect(tabs[0]!.cookie).not.toBe(before)
    expect((await own(ana)).status).toBe(200)
  })

  test('an older credential ends the session for thief and owner alike', async () => {
    const ana = await rig.signedIn(rig.a.admin)
    const stolen = ana.cookie!
    await ana.refresh()
    await rig.database
      .owner`update core.session set rotated_at = now() - interval '11 seconds' where id = ${ana.sessionId!}`
    const thief = rig.client()
    thief.cookie = stolen
    expect(await thief.refresh()).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_ENDED' } })
    expect(await own(ana)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_ENDED' } })
    expect((await ana.refresh()).status).toBe(401)
    expect(
      await rig.database
        .owner`select 1 from core.audit_log where action = 'session.replay' and subject = ${ana.sessionId!}`,
    ).toHaveLength(1)
  })

  test('a forged credential ends nobody’s session', async () => {
    const ana = await rig.signedIn(rig.a.admin)
    const forger = rig.client()
    forger.cookie = `${ana.sessionId}.${'A'.repeat(43)}.${'A'.repeat(22)}`
    expect((await forger.refresh()).status).toBe(401)
    expect((await own(ana)).status).toBe(200)
  })

  test('other sites cannot use the cookie', async () => {
    const ana = await rig.signedIn(rig.a.admin)
    for (const [path, headers] of [
      ['/auth/refresh_token', { 'sec-fetch-site': 'cross-site' }],
      ['/auth/refresh_token', { 'sec-fetch-site': 'same-site' }],
      ['/auth/refresh_token', { origin: 'https://evil.example' }],
      ['/auth/logout', { 'sec-fetch-site': 'cross-site' }],
    ] as const) {
      expect(await ana.call('POST', path, {}, headers), JSON.stringify(headers)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
    }
    expect((await ana.call('POST', '/auth/refresh_token', {}, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })
})

describe('signing out', () => {
  test('S7-007 ends the session, clears the cookie and never complains', async () => {
    const ana = await rig.signedIn(rig.a.admin)
    const kept = ana.cookie!
    const answer = await ana.call('POST', '/auth/logout/', { userId: rig.a.admin.id })
    expect(answer.status).toBe(200)
    expect(answer.cookie).toMatch(/^jrt=; Path=\/auth; Max-Age=0; HttpOnly/)
    expect(await own(ana)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_ENDED' } })
    ana.cookie = kept
    expect((await ana.refresh()).status).toBe(401)
    expect((await ana.call('POST', '/auth/logout')).status).toBe(200)
    expect((await rig.client().call('POST', '/auth/logout')).status).toBe(200)
  })

  test('works with the cookie alone, as after the token has expired', async () => {
    const ana = await rig.signedIn(rig.a.admin)
    const tab = rig.client()
    tab.cookie = ana.cookie
    await tab.call('POST', '/auth/logout')
    expect((await own(ana)).status).toBe(401)
  })
})

test('S7-009 the limit of connected users names nobody', async () => {
  expect(await rig.client().call('POST', '/auth/limit/', {})).toMatchObject({
    status: 200,
    body: { limit: null, canLogin: true },
  })
})

test('the two lookups that know no tenant answer nothing to anybody else and cannot be bent', async () => {
  const { db, owner } = rig.database
  expect(await db.raw`select * from core.user_account`).toEqual([])
  expect(await db.raw`select * from core.session`).toEqual([])
  await expect(db.raw`alter function core.find_login(text, text) reset all`).rejects.toThrow(/owner/)
  const functions = await owner`
    select p.proname, p.prosecdef, r.rolname, p.proconfig::text as config,
           has_function_privilege('public', p.oid, 'execute') as open
      from pg_proc p
      join pg_roles r on r.oid = p.proowner
     where p.proname in ('find_login', 'find_sessions')
     order by 1`
  expect(functions.map((row) => ({ ...row }))).toEqual(
    ['find_login', 'find_sessions'].map((proname) => ({
      proname,
      prosecdef: true,
      rolname: rig.database.roles.engine,
      config: '{"search_path=\\"\\""}',
      open: false,
    })),
  )
})
