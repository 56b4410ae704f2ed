import type { UserRecord } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessRig, type AccessRig, type Client } from '../access/access.rig.ts'
import { newId } from '../base/ids.ts'
import type { TestUser } from '../../../tests/harness/tenants.ts'

let rig: AccessRig
let [ana, sofia, ugo, bia]: Client[] = []
let counter = 0
beforeAll(async () => {
  rig = await accessRig()
  ;[ana, sofia, ugo, bia] = [
    await rig.signedIn(rig.a.admin),
    await rig.signedIn(rig.a.supervisor),
    await rig.signedIn(rig.a.user),
    await rig.signedIn(rig.b.admin),
  ]
})
afterAll(() => rig.close())

const fresh = (fields: object = {}) => ({
  name: 'Nina Nova',
  email: `nina${++counter}@aurora.test`,
  password: 'Segura123',
  ...fields,
})
const made = async (fields: object = {}, by = ana!): Promise<UserRecord> => {
  const answer = await by.call<UserRecord>('POST', '/users', fresh(fields))
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
const asPerson = (user: UserRecord): TestUser => ({ id: user.id, name: user.name, email: user.email })
const stored = async (id: string) => (await rig.database.owner`select * from core.user_account where id = ${id}`)[0]!

describe('making users', () => {
  test('S7-014 S3-061 an administrator makes them with everything a user has, and they can sign in', async () => {
    const user = await made({
      name: '  Nina Nova ',
      email: ' NINA@Aurora.Test ',
      phoneNumber: '+55 (11) 98888-7777',
      profile: 'super',
      queueIds: [rig.a.sales, rig.a.sales],
      wavoipAllowed: true,
      loginMode: 'scheduled',
      loginHours: { 1: { full_day: { start: '08:00', end: '24:00' } } },
    })
    expect(user).toMatchObject({
      name: 'Nina Nova',
      email: 'nina@aurora.test',
      phoneNumber: '5511988887777',
      profile: 'super',
      image: null,
      isActive: true,
      isMaster: false,
      wavoipAllowed: true,
      queues: [{ id: rig.a.sales }],
      loginMode: 'scheduled',
    })
    expect(JSON.stringify(user)).not.toMatch(/password|argon/i)
    expect((await stored(user.id))['password_hash']).toMatch(/^\$argon2id\$/)
    expect(
      (await rig.database.owner`select action, facts from core.audit_log where subject = ${user.id}`)[0],
    ).toMatchObject({ action: 'users.create', facts: { profile: 'super' } })
    const plain = await made()
    expect((await rig.client().login(asPerson(plain), 'Segura123')).status).toBe(200)
  })

  test('S9-020 S5-001 S5-002 S5-003 S5-004 S5-005 with a password that keeps the rules, named where it does not', async () => {
    for (const [weak, rule] of [
      ['Curta12', 'length'],
      ['minuscula1', 'upper'],
      ['MAIUSCULA1', 'lower'],
      ['SemDigito', 'digit'],
      ['Símbolo123', 'characters'],
      ['Segura-123', 'characters'],
    ] as const) {
      const { status, body } = await ana!.call<{ issues: object[] }>('POST', '/users', fresh({ password: weak }))
      expect([status, body.error], weak).toEqual([422, 'ERR_VALIDATION'])
      expect(body.issues).toEqual([{ path: 'body.password', message: rule }])
    }
  })

  test('S5-026 S8-180 address and number are unique over the platform, said in neutral words', async () => {
    const there = await made({ phoneNumber: '5511977776666' }, bia!)
    expect(await ana!.call('POST', '/users', fresh({ email: there.email.toUpperCase() }))).toMatchObject({
      status: 409,
      body: { error: 'ERR_EMAIL_REGISTERED', issues: [{ path: 'body.email' }] },
    })
    const answer = await ana!.call('POST', '/users', fresh({ phoneNumber: '+55 11 97777-6666' }))
    expect(answer).toMatchObject({
      status: 409,
      body: { error: 'ERR_PHONE_REGISTERED', issues: [{ path: 'body.phoneNumber' }] },
    })
    expect(JSON.stringify(answer.body)).not.toContain(rig.b.id)
    expect(await ana!.call('PUT', `/users/${rig.a.user.id}`, { phoneNumber: '5511977776666' })).toMatchObject({
      body: { error: 'ERR_PHONE_REGISTERED' },
    })
  })

  test('S5-026 a number is one number with its country and without', async () => {
    const user = await made({ phoneNumber: '5581977665544' })
    const other = rig.b.user
    expect((await bia!.call('POST', '/users', fresh({ phoneNumber: '(81) 97766-5544' }))).body.error).toBe(
      'ERR_PHONE_REGISTERED',
    )
    expect(await bia!.call('PUT', `/users/${other.id}`, { phoneNumber: '81977665544' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_PHONE_REGISTERED', issues: [{ path: 'body.phoneNumber' }] },
    })
    expect(
      (await rig.client().call('POST', '/auth/login', { phoneNumber: '81 97766-5544', password: 'Segura123' })).body,
    ).toMatchObject({ userId: user.id })
    expect(
      (await ana!.call('PUT', `/users/${user.id}`, { phoneNumber: '81977665544' })).status,
      'one’s own is free to write otherwise',
    ).toBe(200)
  })

  test('two at once with one number make one user', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => ana!.call('POST', '/users', fresh({ phoneNumber: '5511955554444' }))),
    )
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409])
  })

  test('two companies at once with one address or number make one user', async () => {
    const admins = [ana!, bia!]
    for (const [taken, error] of [
      [{ email: 'ambas@corrida.test' }, 'ERR_EMAIL_REGISTERED'],
      [{ phoneNumber: '5511955554433' }, 'ERR_PHONE_REGISTERED'],
    ] as const) {
      const answers = await Promise.all(admins.map((admin) => admin.call('POST', '/users', fresh(taken))))
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409])
      expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ error })
    }
  })

  test('who asks for many that are taken has to wait', async () => {
    const tenant = await rig.newTenant('Sonda')
    const prober = await rig.signedIn(tenant.admin)
    const ask = async () => (await prober.call('POST', '/users', fresh({ email: rig.b.user.email }))).body.error
    const answers: unknown[] = []
    for (let attempt = 0; attempt < 11; attempt++) answers.push(await ask())
    expect(answers.slice(0, 10)).toEqual(Array(10).fill('ERR_EMAIL_REGISTERED'))
    expect(answers[10]).toBe('ERR_TOO_MANY_REQUESTS')
    expect(await ana!.call('POST', '/users', fresh())).toMatchObject({ status: 200 })
  })

  test('S6-016 only who manages users makes them', async () => {
    for (const client of [ugo!, sofia!])
      expect(await client.call('POST', '/users', fresh())).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
  })

  test('nothing of another company is taken: queues, roles', async () => {
    expect(await ana!.call('POST', '/users', fresh({ queueIds: [rig.b.sales] }))).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_QUEUE_FOUND' },
    })
    const role = (
      await bia!.call<{ id: string }>('POST', '/roles', { name: 'Vizinhos', profile: 'user', permissions: [] })
    ).body.id
    expect(await ana!.call('POST', '/users', fresh({ roleId: role }))).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_ROLE_FOUND' },
    })
  })
})

describe('profiles', () => {
  test('S1-012 S3-062 S6-001 S6-002 S6-003 are agent, supervisor and administrator, stored as user, super and admin', async () => {
    for (const profile of ['user', 'super', 'admin'] as const) expect((await made({ profile })).profile).toBe(profile)
    for (const profile of ['supervisor', 'administrator', 'master', ''])
      expect(await ana!.call('POST', '/users', fresh({ profile })), profile).toMatchObject({ status: 422 })
  })

  test('S6-008 S6-016 a supervisor is no administrator: nothing that only those may do is open to them', async () => {
    const calls: [string, string, unknown?][] = [
      ['POST', '/users', fresh()],
      ['PUT', `/users/${rig.a.user.id}`, { name: 'Outro' }],
      ['DELETE', `/users/${rig.a.user.id}?newUserId=${rig.a.colleague.id}`],
      ['GET', '/roles'],
      ['POST', '/queue', { queue: 'Nova' }],
    ]
    for (const [method, path, body] of calls)
      expect(await sofia!.call(method, path, body), `${method} ${path}`).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
  })

  test('S6-007 whoever has the profile of an administrator is one, from the change on and no longer', async () => {
    const path = `/users/${rig.a.colleague.id}`
    const caio = async () => (await rig.signedIn(rig.a.colleague)).call('POST', '/users', fresh())
    expect((await caio()).status).toBe(403)
    expect((await ana!.call('PUT', path, { profile: 'admin' })).body).toMatchObject({ profile: 'admin' })
    expect((await caio()).status).toBe(200)
    expect((await ana!.call('PUT', path, { profile: 'user' })).status).toBe(200)
    expect(await caio()).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
  })

  test('S8-181 no more users are made than the company may have', async () => {
    const tenant = await rig.newTenant('Cheia')
    await rig.database.owner`update core.tenant set max_users = 5 where id = ${tenant.id}`
    const admin = await rig.signedIn(tenant.admin)
    const answers = await Promise.all([1, 2].map(() => admin.call('POST', '/users', fresh())))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 403])
    expect(answers.find((answer) => answer.status === 403)!.body.error).toBe('ERR_USER_LIMIT_REACHED')
  })
})

describe('mass assignment', () => {
  test('names hide nothing: what turns the direction of text or cannot be seen is left out, and a name of that alone is none', async () => {
    expect((await made({ name: ' Ana\u202e\u200b Lima\u2069 ' })).name).toBe('Ana Lima')
    expect(await ana!.call('POST', '/users', fresh({ name: '\u200b\u3164' }))).toMatchObject({
      status: 422,
      body: { error: 'ERR_VALIDATION', issues: [{ path: 'body.name' }] },
    })
  })

  test('S7-015 fields that are no user’s are refused, and nothing of the rest happens', async () => {
    for (const extra of [
      { tenantId: rig.b.id },
      { userId: newId() },
      { id: newId() },
      { passwordHash: '!' },
      { deletedAt: null },
      { isHidden: true },
      { consentVersion: 9 },
    ]) {
      expect(
        await ugo!.call('PUT', `/users/${rig.a.user.id}`, { name: 'Outro', ...extra }),
        JSON.stringify(extra),
      ).toMatchObject({ status: 422, body: { error: 'ERR_VALIDATION' } })
      expect(await ana!.call('POST', '/users', fresh(extra)), JSON.stringify(extra)).toMatchObject({ status: 422 })
    }
    expect((await stored(rig.a.user.id))['name']).toBe('Ugo Aurora')
  })

  test('S6-009 an agent raises themselves by no field, and no e-mail address makes an administrator', async () => {
    for (const field of [
      { profile: 'admin' },
      { isMaster: true },
      { isActive: true },
      { granted: ['users.manage'] },
      { denied: [] },
      { roleId: null },
      { queueIds: [rig.a.support] },
      { email: 'outra@aurora.test' },
      { wavoipAllowed: true },
      { loginMode: 'any' },
      { availability: null },
    ]) {
      expect(
        await ugo!.call('PUT', `/users/${rig.a.user.id}`, { name: 'Outro', ...field }),
        JSON.stringify(field),
      ).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION', detail: Object.keys(field)[0] } })
    }
    expect(await stored(rig.a.user.id)).toMatchObject({ name: 'Ugo Aurora', profile: 'user', is_master: false })
    expect((await rig.access.sessions.live(ugo!.sessionId!)).viewer.can('users.manage')).toBe(false)
  })

  test('an administrator makes no master, of others or of themselves', async () => {
    for (const id of [rig.a.admin.id, rig.a.user.id])
      expect(await ana!.call('PUT', `/users/${id}`, { isMaster: true })).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION', detail: 'isMaster' },
      })
    expect(await ana!.call('POST', '/users', fresh({ isMaster: true }))).toMatchObject({ status: 403 })
  })

  test('a master is changed by masters alone, and makes another one', async () => {
    const tenant = await rig.newTenant('Casa')
    const other = { ...tenant.colleague }
    await rig.database
      .owner`update core.user_account set is_master = true, profile = 'admin' where id = ${tenant.colleague.id}`
    const [admin, master] = [await rig.signedIn(tenant.admin), await rig.signedIn(other)]
    for (const change of [
      { name: 'Tomada' },
      { password: 'Segura123' },
      { email: 'tomada@casa.test' },
      { profile: 'user' },
    ])
      expect(await admin.call('PUT', `/users/${other.id}`, change), JSON.stringify(change)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
    expect(await admin.call('DELETE', `/users/${other.id}?newUserId=${tenant.user.id}`)).toMatchObject({ status: 403 })
    expect((await master.call('PUT', `/users/${tenant.user.id}`, { isMaster: true })).body).toMatchObject({
      isMaster: true,
    })
    expect(await master.call('PUT', `/users/${other.id}`, { isMaster: false })).toMatchObject({ status: 403 })
  })
})

describe('changing users', () => {
  test('S7-017 S7-015 a user changes their own name and number, and sees all of their account', async () => {
    expect(
      (await ugo!.call('PUT', `/users/${rig.a.user.id}`, { name: 'Ugo Aurora Lima', phoneNumber: '+5511933332222' }))
        .body,
    ).toMatchObject({ name: 'Ugo Aurora Lima', phoneNumber: '5511933332222', loginMode: 'any' })
    expect(
      (await ugo!.call('PUT', `/users/${rig.a.user.id}`, { name: 'Ugo Aurora', phoneNumber: null })).body,
    ).toMatchObject({ phoneNumber: null })
    expect((await ugo!.call('GET', `/users/${rig.a.colleague.id}`)).body).not.toHaveProperty('phoneNumber')
    expect((await sofia!.call('GET', `/users/${rig.a.colleague.id}`)).body).toHaveProperty('loginHours')
    expect(await ana!.call('PUT', `/users/${rig.a.user.id}`, { phoneNumber: '12' })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'body.phoneNumber' }] },
    })
  })

  test('nobody changes colleagues without managing users', async () => {
    for (const client of [ugo!, sofia!])
      expect(await client.call('PUT', `/users/${rig.a.colleague.id}`, { name: 'Outro' })).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
  })

  test('S8-023 users of another company do not exist, whatever is asked of them', async () => {
    const id = rig.a.user.id
    const calls: [string, string, unknown?][] = [
      ['GET', `/users/${id}`],
      ['GET', `/users/${id}/workload`],
      ['PUT', `/users/${id}`, { name: 'X' }],
      ['PUT', `/users/${id}/login-hours`, { mode: 'any', hours: null }],
      ['PUT', `/users/${id}/availability`, { availability: null }],
      ['DELETE', `/users/${id}/image`],
      ['POST', `/users/${id}/wallet/transfer`, { newUserId: rig.b.user.id }],
      ['DELETE', `/users/${id}?newUserId=${rig.b.user.id}`],
    ]
    for (const [method, path, body] of calls)
      expect(await bia!.call(method, path, body), `${method} ${path}`).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_USER_FOUND' },
      })
  })

  test('a new password needs the present one or a fresh confirmation, and signs the user out elsewhere', async () => {
    const user = await made()
    const here = rig.client()
    await here.login(asPerson(user), 'Segura123')
    rig.pass(6 * 60)
    try {
      expect(await here.call('PUT', `/users/${user.id}`, { password: 'Novissima1' })).toMatchObject({
        status: 403,
        body: { error: 'ERR_CONFIRMATION_REQUIRED' },
      })
      expect(
        await here.call('PUT', `/users/${user.id}`, { password: 'Novissima1', currentPassword: 'Errada123' }),
      ).toMatchObject({
        status: 422,
        body: { error: 'ERR_WRONG_PASSWORD', issues: [{ path: 'body.currentPassword' }] },
      })
      expect(await ana!.call('PUT', `/users/${user.id}`, { password: 'Novissima1' })).toMatchObject({
        status: 403,
        body: { error: 'ERR_CONFIRMATION_REQUIRED' },
      })
      expect(
        (await here.call('PUT', `/users/${user.id}`, { password: 'Novissima1', currentPassword: 'Segura123' })).status,
      ).toBe(200)
    } finally {
      rig.pass(-6 * 60)
    }
    expect((await here.call('GET', '/auth/session')).status).toBe(200)
    expect((await rig.client().login(asPerson(user), 'Segura123')).body.error).toBe('ERR_INVALID_CREDENTIALS')
    const again = rig.client()
    expect((await again.login(asPerson(user), 'Novissima1')).status).toBe(200)
    expect((await ana!.call('PUT', `/users/${user.id}`, { password: 'Terceira1' })).status).toBe(200)
    expect((await again.call('GET', '/auth/session')).body.error).toBe('ERR_SESSION_ENDED')
  })

  test('whoever has not shown lately who they are gives no address another owner, and nobody more than they had', async () => {
    const user = await made()
    rig.pass(6 * 60)
    try {
      const self = (await ana!.call<{ userId: string }>('GET', '/auth/session')).body.userId
      for (const [path, body] of [
        [`/users/${user.id}`, { email: 'outra@aurora.test' }],
        [`/users/${self}`, { email: 'outra@aurora.test' }],
        [`/users/${user.id}`, { profile: 'admin' }],
        [`/users/${user.id}`, { granted: ['users.manage'] }],
      ] as const)
        expect(await ana!.call('PUT', path, body), path).toMatchObject({
          status: 403,
          body: { error: 'ERR_CONFIRMATION_REQUIRED' },
        })
      for (const fields of [{ profile: 'admin' }, { granted: ['users.manage'] }])
        expect(await ana!.call('POST', '/users', fresh(fields))).toMatchObject({
          status: 403,
          body: { error: 'ERR_CONFIRMATION_REQUIRED' },
        })
      expect(await stored(user.id)).toMatchObject({ email: user.email, profile: 'user', granted: [] })
      // A change that grants nothing needs no confirmation: a form that is sent whole, and another agent.
      expect(
        (
          await ana!.call('PUT', `/users/${user.id}`, {
            name: 'Nina Velha',
            email: user.email.toUpperCase(),
            profile: 'user',
          })
        ).status,
      ).toBe(200)
      await made()
    } finally {
      rig.pass(-6 * 60)
    }
    expect(
      (await ana!.call('PUT', `/users/${user.id}`, { email: `outra${counter}@aurora.test`, profile: 'super' })).status,
    ).toBe(200)
  })

  test('whoever has not shown lately who they are brings back an agent, and nobody who holds more', async () => {
    const [agent, supervisor, granted] = [
      await made({ isActive: false }),
      await made({ profile: 'super', isActive: false }),
      await made({ granted: ['users.manage'], isActive: false }),
    ]
    const back = (user: UserRecord) => ana!.call('PUT', `/users/${user.id}`, { isActive: true })
    rig.pass(6 * 60)
    try {
      for (const user of [supervisor, granted])
        expect(await back(user)).toMatchObject({ status: 403, body: { error: 'ERR_CONFIRMATION_REQUIRED' } })
      expect((await back(agent)).status).toBe(200)
      expect(
        [await stored(agent.id), await stored(supervisor.id), await stored(granted.id)].map((row) => row['is_active']),
      ).toEqual([true, false, false])
    } finally {
      rig.pass(-6 * 60)
    }
    for (const user of [supervisor, granted]) expect((await back(user)).status).toBe(200)
  })

  test('guessing the present password is slowed down', async () => {
    const user = await made()
    const here = rig.client()
    await here.login(asPerson(user), 'Segura123')
    rig.pass(6 * 60)
    const guesses: unknown[] = []
    for (let guess = 0; guess < 6; guess++)
      guesses.push(
        (await here.call('PUT', `/users/${user.id}`, { password: 'Novissima1', currentPassword: `Palpite${guess}` }))
          .body.error,
      )
    rig.pass(-6 * 60)
    expect(new Set(guesses.slice(0, 5))).toEqual(new Set(['ERR_WRONG_PASSWORD']))
    expect(guesses[5]).toBe('ERR_TOO_MANY_REQUESTS')
  })

  test('who is deactivated is out at once and may come back', async () => {
    const user = await made()
    const here = rig.client()
    await here.login(asPerson(user), 'Segura123')
    expect((await ana!.call('PUT', `/users/${user.id}`, { isActive: false })).body).toMatchObject({ isActive: false })
    expect((await here.call('GET', '/auth/session')).body.error).toBe('ERR_USER_INACTIVE')
    await ana!.call('PUT', `/users/${user.id}`, { isActive: true })
    expect((await rig.client().login(asPerson(user), 'Segura123')).status).toBe(200)
  })

  test('rights count with the next request: profile, queues, single permissions', async () => {
    const user = await made({ queueIds: [rig.a.sales] })
    const here = rig.client()
    await here.login(asPerson(user), 'Segura123')
    const viewer = async () => (await rig.access.sessions.live(here.sessionId!)).viewer
    expect((await viewer()).can('tags.manage')).toBe(false)
    await ana!.call('PUT', `/users/${user.id}`, {
      granted: ['tags.manage'],
      denied: ['contacts.read'],
      queueIds: [rig.a.support],
    })
    await expect
      .poll(async () => [
        (await viewer()).can('tags.manage'),
        (await viewer()).can('contacts.read'),
        (await viewer()).queueIds,
      ])
      .toEqual([true, false, [rig.a.support]])
    expect((await here.call('POST', '/tags', { tag: 'Nova' })).status).toBe(200)
    expect(await ana!.call('PUT', `/users/${user.id}`, { granted: ['plugins.install'] })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'body.granted' }] },
    })
  })

  test('S3-040 S9-115 S9-116 S9-117 S9-118 availability is kept by weekday and shift; a whole day has no other', async () => {
    const availability = {
      1: {
        morning: { start: '08:00', end: '12:00' },
        afternoon: { start: '13:00', end: '18:00' },
        evening: { start: '19:00', end: '22:00' },
      },
      6: { full_day: { start: '00:00', end: '24:00' } },
    }
    expect((await ana!.call('PUT', `/users/${rig.a.user.id}/availability`, { availability })).body).toMatchObject({
      availability,
    })
    for (const wrong of [
      { 1: { full_day: { start: '08:00', end: '18:00' }, morning: { start: '08:00', end: '12:00' } } },
      { 7: {} },
      { 1: { night: { start: '08:00', end: '12:00' } } },
      { 1: { morning: { start: '12:00', end: '08:00' } } },
      { 1: { morning: { start: '8:00', end: '12:00' } } },
    ]) {
      expect(
        await ana!.call('PUT', `/users/${rig.a.user.id}/availability`, { availability: wrong }),
        JSON.stringify(wrong),
      ).toMatchObject({ status: 422 })
    }
    for (const client of [ugo!, sofia!])
      expect(await client.call('PUT', `/users/${rig.a.user.id}/availability`, { availability })).toMatchObject({
        status: 403,
      })
    expect((await sofia!.call('GET', `/users/${rig.a.user.id}`)).body).toMatchObject({ availability })
  })

  test('S3-063 login hours are kept with their mode', async () => {
    const hours = { 2: { morning: { start: '08:00', end: '12:00' } } }
    expect(
      (await ana!.call('PUT', `/users/${rig.a.colleague.id}/login-hours`, { mode: 'scheduled', hours })).body,
    ).toMatchObject({ loginMode: 'scheduled', loginHours: hours })
    expect(
      (await ana!.call('PUT', `/users/${rig.a.colleague.id}/login-hours`, { mode: 'any', hours: null })).body,
    ).toMatchObject({ loginMode: 'any', loginHours: null })
    expect(await ugo!.call('PUT', `/users/${rig.a.user.id}/login-hours`, { mode: 'any', hours: null })).toMatchObject({
      status: 403,
    })
  })
})

describe('administrators', () => {
  test('S5-025 S8-101 cannot be deactivated', async () => {
    const other = await made({ profile: 'admin' })
    expect(await ana!.call('PUT', `/users/${other.id}`, { isActive: false })).toMatchObject({
      status: 409,
      body: { error: 'ERR_ADMIN_DEACTIVATE' },
    })
    expect(await ana!.call('PUT', `/users/${rig.a.admin.id}`, { isActive: false })).toMatchObject({
      body: { error: 'ERR_ADMIN_DEACTIVATE' },
    })
    expect(await ana!.call('PUT', `/users/${other.id}`, { profile: 'user', isActive: false })).toMatchObject({
      status: 200,
    })
  })

  test('the last one keeps the profile and is not deleted', async () => {
    const tenant = await rig.newTenant('Solo')
    const admin = await rig.signedIn(tenant.admin)
    expect(await admin.call('PUT', `/users/${tenant.admin.id}`, { profile: 'user' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_LAST_ADMIN' },
    })
    await rig.database
      .owner`update core.user_account set profile = 'admin', is_active = false where id = ${tenant.colleague.id}`
    expect((await admin.call('PUT', `/users/${tenant.admin.id}`, { profile: 'super' })).body.error).toBe(
      'ERR_LAST_ADMIN',
    )
  })

  test('two who demote each other at once leave one', async () => {
    const tenant = await rig.newTenant('Dupla')
    await rig.database.owner`update core.user_account set profile = 'admin' where id = ${tenant.colleague.id}`
    const [one, two] = [await rig.signedIn(tenant.admin), await rig.signedIn(tenant.colleague)]
    const answers = await Promise.all([
      one.call('PUT', `/users/${tenant.admin.id}`, { profile: 'user' }),
      two.call('PUT', `/users/${tenant.colleague.id}`, { profile: 'user' }),
    ])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409])
    const [left] = await rig.database.owner`
      select count(*)::int as admins
        from core.user_account
       where tenant_id = ${tenant.id} and profile = 'admin' and is_active`
    expect(left).toEqual({ admins: 1 })
  })
})

describe('pictures', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const upload = async (client: Client, id: string, bytes: Uint8Array<ArrayBuffer>, name = 'rosto.png') => {
    const form = new FormData()
    form.set('file', new Blob([bytes]), name)
    const answer = await fetch(`${rig.base}/users/${id}/image`, {
      method: 'PUT',
      body: form,
      headers: { authorization: `Bearer ${client.token}`, sessionid: client.sessionId! },
    })
    return { status: answer.status, body: (await answer.json()) as UserRecord & { error?: string } }
  }

  test('everybody sets their own, shown by a signed path; only images, and no colleague’s', async () => {
    const done = await upload(ugo!, rig.a.user.id, png)
    expect(done.body.image).toMatch(
      new RegExp(`^/media/${rig.a.id}/[0-9a-f-]{36}/rosto.png\\?e=|^/media/${rig.a.id}/[0-9a-f-]{36}/file\\?e=`),
    )
    expect((await ugo!.call('GET', '/auth/session')).body['image']).toMatch(/^\/media\//)
    expect(
      await upload(
        ugo!,
        rig.a.user.id,
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
        'rosto.svg',
      ),
    ).toMatchObject({ status: 422, body: { error: 'ERR_FILE_TYPE' } })
    expect(await upload(ugo!, rig.a.user.id, Buffer.concat([png, Buffer.alloc(5_000_001)]))).toMatchObject({
      status: 413,
      body: { error: 'ERR_FILE_TOO_LARGE' },
    })
    expect(await upload(ugo!, rig.a.colleague.id, png)).toMatchObject({ status: 403 })
    expect(await upload(bia!, rig.a.colleague.id, png)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_USER_FOUND' },
    })
    // A picture that is not used any more is deleted.
    const kept = async () =>
      (await rig.database.owner`select 1 from core.media where tenant_id = ${rig.a.id} and mime = 'image/webp'`).length
    const before = await kept()
    expect((await upload(ugo!, rig.a.user.id, png)).status).toBe(200)
    expect(await kept()).toBe(before)
    expect((await ugo!.call('DELETE', `/users/${rig.a.user.id}/image`)).body).toMatchObject({ image: null })
    expect(await kept()).toBe(before - 1)
  })
})
