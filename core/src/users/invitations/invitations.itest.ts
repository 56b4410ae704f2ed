import { invitationDays, type UserRecord } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solved } from '../../access/captcha/solve.rig.ts'
import { accessRig, password, type AccessRig, type Client } from '../../access/access.rig.ts'
import { newInvitationToken } from './invitation-token.ts'
import type { TestTenant } from '../../../../tests/harness/tenants.ts'

let rig: AccessRig
let company: TestTenant
let admin: Client
let counter = 0
beforeAll(async () => {
  rig = await accessRig()
})
afterAll(() => rig.close())

/** A company of its own for each test: shares of letters and limits of users are counted by company. */
async function begin(): Promise<void> {
  company = await rig.newTenant(`Convite${++counter}`)
  admin = await rig.signedIn(company.admin)
  rig.letters.length = 0
}
const chosen = 'MinhaSenha7'
const address = () => `nina${++counter}@convite.test`
const invite = (fields: object = {}, by = admin) =>
  by.call<UserRecord>('POST', '/users/invitations', { name: 'Nina Nova', email: address(), ...fields })
async function invited(fields: object = {}): Promise<{ user: UserRecord; token: string }> {
  const answer = await invite(fields)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return { user: answer.body, token: newestToken() }
}
const newestToken = () => new URL(rig.letters.at(-1)!.link.replace('/#', '')).searchParams.get('token')!
const look = (token: string) => rig.client().call('POST', '/auth/invitation', { token })
const accept = (token: string, secret = chosen, confirmPassword = secret) =>
  rig.client().call('POST', '/auth/invitation/accept', { token, password: secret, confirmPassword })
const recordOf = async (id: string, by = admin) => (await by.call<UserRecord>('GET', `/users/${id}`)).body
const pickable = async () =>
  (await admin.call<{ users: { id: string }[] }>('GET', '/users/with-queue')).body.users.map(({ id }) => id)
const actions = async (id: string) =>
  (await rig.database.owner`select action from core.audit_log where subject = ${id} order by at, id`).map(
    (row) => row['action'] as string,
  )
const gone = (error: string) => ({ status: 410, body: { error } })

describe('an invitation', () => {
  test('leads from the letter to a password of one’s own and into the product, once', async () => {
    await begin()
    const { user, token } = await invited({
      email: ' NINA.NOVA@Convite.Test ',
      profile: 'super',
      queueIds: [company.sales],
    })
    expect(user).toMatchObject({
      name: 'Nina Nova',
      email: 'nina.nova@convite.test',
      profile: 'super',
      isActive: false,
      queues: [{ id: company.sales }],
      invitation: { expiresAt: expect.any(String) },
    })
    expect((Date.parse(user.invitation!.expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(invitationDays, 1)
    expect(rig.letters).toMatchObject([
      {
        kind: 'invitation',
        to: 'nina.nova@convite.test',
        name: 'Nina Nova',
        company: expect.stringContaining('Convite'),
        inviter: company.admin.name,
        locale: 'pt-BR',
        link: expect.stringMatching(/^https:\/\/recado\.test\/#\/convite\?token=[\w-]{64}$/),
      },
    ])
    expect(await look(token)).toMatchObject({
      status: 200,
      body: { company: rig.letters[0]!.company, name: 'Nina Nova', email: 'nina.nova@convite.test' },
    })
    // Nobody is let in or chosen before.
    expect(await pickable()).not.toContain(user.id)
    expect((await rig.client().login(user, chosen)).body.error).toBe('ERR_INVALID_CREDENTIALS')
    expect((await accept(token)).status).toBe(200)
    expect((await rig.client().login(user, chosen)).status).toBe(200)
    expect(await recordOf(user.id)).toMatchObject({ isActive: true, invitation: null, profile: 'super' })
    expect(await pickable()).toContain(user.id)
    expect(await accept(token, 'OutraSenha8')).toMatchObject(gone('ERR_INVITATION_USED'))
    expect(await look(token)).toMatchObject(gone('ERR_INVITATION_USED'))
    expect((await actions(user.id)).filter((action) => action.startsWith('users.'))).toEqual([
      'users.invite',
      'users.inviteAccepted',
    ])
  })

  test('asks for a password that keeps the rules and is not made of what is known; the link stays', async () => {
    await begin()
    const { user, token } = await invited({ name: 'Ninanova Silva' })
    const issuesOf = async (password: string, confirm = password) =>
      ((await accept(token, password, confirm)).body['issues'] as { path: string; message: string }[]).map(
        ({ path, message }) => `${path}: ${message}`,
      )
    expect(await issuesOf('curta')).toContain('body.password: length')
    expect(await issuesOf(chosen, 'MinhaSenha8')).toEqual(['body.confirmPassword: same'])
    expect(await issuesOf('Ninanova1')).toEqual(['body.password: personal'])
    expect((await recordOf(user.id)).isActive).toBe(false)
    expect((await accept(token)).status).toBe(200)
  })

  test('is sent again with another link; the former one says so', async () => {
    await begin()
    const { user, token } = await invited()
    const again = await admin.call<UserRecord>('POST', `/users/${user.id}/invitation`)
    expect([again.status, rig.letters.length]).toEqual([200, 2])
    expect(await look(token)).toMatchObject(gone('ERR_INVITATION_REPLACED'))
    expect(await accept(token)).toMatchObject(gone('ERR_INVITATION_REPLACED'))
    expect((await accept(newestToken())).status).toBe(200)
    expect(await admin.call('POST', `/users/${user.id}/invitation`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_INVITATION_FOUND' },
    })
    expect(await actions(user.id)).toContain('users.inviteAgain')
  })

  test('is withdrawn with its account; the address is free again, the link says so', async () => {
    await begin()
    const { user, token } = await invited({ queueIds: [company.sales] })
    expect((await admin.call('DELETE', `/users/${user.id}/invitation`)).status).toBe(200)
    expect(await look(token)).toMatchObject(gone('ERR_INVITATION_WITHDRAWN'))
    expect(await accept(token)).toMatchObject(gone('ERR_INVITATION_WITHDRAWN'))
    expect((await admin.call('GET', `/users/${user.id}`)).status).toBe(404)
    expect((await invite({ email: user.email })).status).toBe(200)
    expect(await actions(user.id)).toContain('users.inviteWithdrawn')
    const active = await recordOf(company.colleague.id)
    expect(await admin.call('DELETE', `/users/${active.id}/invitation`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_INVITATION_FOUND' },
    })
  })

  test('never lets in by a link that was never given out, nor twice at the same moment', async () => {
    await begin()
    for (const token of ['', 'x', newInvitationToken(company.id).token, newInvitationToken(rig.b.id).token]) {
      expect(await look(token), token).toMatchObject({ status: 404, body: { error: 'ERR_NO_INVITATION_FOUND' } })
      expect((await accept(token)).status, token).toBe(404)
    }
    const { user, token } = await invited()
    const secrets = ['Primeira1', 'Segunda22']
    const outcomes = await Promise.all(secrets.map((secret) => accept(token, secret)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const winner = secrets[outcomes.findIndex(({ status }) => status === 200)]!
    expect((await rig.client().login(user, winner)).status).toBe(200)
  })
})

describe('who is invited', () => {
  test('gets no link to reset a password, and a link of an address that was changed opens nothing', async () => {
    await begin()
    const { user, token } = await invited()
    await rig.client().call('POST', '/auth/esquecisenha/', {
      email: user.email,
      captcha: await solved(rig.base, 'reset'),
    })
    await rig.settled()
    expect(rig.letters).toHaveLength(1)
    await admin.call('POST', '/auth/confirm', { password })
    const elsewhere = address()
    expect((await admin.call('PUT', `/users/${user.id}`, { email: elsewhere })).status).toBe(200)
    expect(rig.letters.at(-1)).toMatchObject({ kind: 'invitation', to: elsewhere })
    expect(await look(token)).toMatchObject(gone('ERR_INVITATION_REPLACED'))
    expect((await look(newestToken())).body['email']).toBe(elsewhere)
  })

  test('is no longer invited once switched on by hand', async () => {
    await begin()
    const { user, token } = await invited()
    expect((await admin.call('PUT', `/users/${user.id}`, { isActive: true })).status).toBe(200)
    expect(await accept(token)).toMatchObject(gone('ERR_INVITATION_WITHDRAWN'))
    expect((await recordOf(user.id)).invitation).toBeNull()
  })

  test('is invited by who manages users alone, and by no other company', async () => {
    await begin()
    const supervisor = await rig.signedIn(company.supervisor)
    const agent = await rig.signedIn(company.user)
    const { user } = await invited()
    const other = await rig.signedIn(rig.b.admin)
    for (const by of [agent, supervisor])
      for (const [method, path] of [
        ['GET', '/users/invitations'],
        ['POST', '/users/invitations'],
        ['POST', `/users/${user.id}/invitation`],
        ['DELETE', `/users/${user.id}/invitation`],
      ] as const)
        expect(
          (await by.call(method, path, method === 'POST' ? { name: 'X', email: address() } : undefined)).status,
          path,
        ).toBe(403)
    for (const method of ['POST', 'DELETE'] as const)
      expect((await other.call(method, `/users/${user.id}/invitation`)).body.error).toBe('ERR_NO_USER_FOUND')
    expect((await invite({ isMaster: true })).body.error).toBe('ERR_VALIDATION')
    expect((await invite({ email: company.user.email })).body.error).toBe('ERR_EMAIL_REGISTERED')
    expect(rig.letters).toHaveLength(1)
    expect(
      await rig.database.db.read(rig.b.id, (sql) => [
        sql`select 1 from core.user_invitation where tenant_id = ${company.id}`,
      ]),
    ).toEqual([[]])
  })

  test('gets three letters an hour and no more', async () => {
    await begin()
    const { user } = await invited()
    const statuses = []
    for (let round = 0; round < 3; round++)
      statuses.push((await admin.call('POST', `/users/${user.id}/invitation`)).status)
    expect(statuses).toEqual([200, 200, 429])
    expect(rig.letters).toHaveLength(3)
  })

  test('is not invited where no mail can be sent, which is said', async () => {
    await begin()
    const { user } = await invited()
    expect((await admin.call('GET', '/users/invitations')).body).toEqual({ canSend: true, days: invitationDays })
    rig.setMail(false)
    try {
      expect((await admin.call('GET', '/users/invitations')).body).toEqual({ canSend: false, days: invitationDays })
      expect((await invite()).body.error).toBe('ERR_MAIL_UNSET')
      expect((await admin.call('POST', `/users/${user.id}/invitation`)).body.error).toBe('ERR_MAIL_UNSET')
    } finally {
      rig.setMail(true)
    }
  })

  test('is forgotten as an invitation a quarter after it ended, and stays while it waits', async () => {
    await begin()
    const [{ user: done, token }, { user: waits }] = [await invited(), await invited({ name: 'Outra' })]
    const [first] = rig.letters
    await accept(new URL(first!.link.replace('/#', '')).searchParams.get('token') ?? token)
    await rig.database
      .owner`update core.user_invitation set ended_at = now() - interval '91 days' where user_id = ${done.id}`
    await rig.database.db.raw`select core.forget_sign_in_traces(1000)`
    const left = await rig.database.owner`select user_id from core.user_invitation where tenant_id = ${company.id}`
    expect(left).toEqual([{ user_id: waits.id }])
  })
})

// Last, because it moves the clock of the whole rig.
describe('an invitation that nobody accepts', () => {
  test('is out of date after seven days, gives its place away, and can be sent again', async () => {
    await begin()
    const [held] = await rig.database.owner`
      select count(*)::integer as users
        from core.user_account
       where tenant_id = ${company.id} and is_active and deleted_at is null`
    await rig.database
      .owner`update core.tenant set max_users = ${(held!['users'] as number) + 1} where id = ${company.id}`
    const { user, token } = await invited()
    expect((await invite()).body.error).toBe('ERR_USER_LIMIT_REACHED')
    rig.pass(invitationDays * 86_400 + 60)
    admin = await rig.signedIn(company.admin)
    expect(await look(token)).toMatchObject(gone('ERR_INVITATION_EXPIRED'))
    expect(await accept(token)).toMatchObject(gone('ERR_INVITATION_EXPIRED'))
    const { user: second } = await invited()
    expect((await admin.call('POST', `/users/${user.id}/invitation`)).body.error).toBe('ERR_USER_LIMIT_REACHED')
    await admin.call('DELETE', `/users/${second.id}/invitation`)
    expect((await admin.call('POST', `/users/${user.id}/invitation`)).status).toBe(200)
    expect((await accept(newestToken())).status).toBe(200)
  })
})
