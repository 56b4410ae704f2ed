import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestUser } from '../../../../tests/harness/tenants.ts'
import { accessRig, password, type AccessRig } from '../access.rig.ts'
import { solved } from '../captcha/solve.rig.ts'
import { resetSeconds } from './password-reset.service.ts'

let rig: AccessRig
beforeAll(async () => {
  rig = await accessRig()
})
afterAll(() => rig.close())

const next = 'NovaSenha9'
const forgot = async (who: object) =>
  rig.client().call('POST', '/auth/esquecisenha/', { ...who, captcha: await solved(rig.base, 'reset') })
const redeem = (token: string, secret = next, confirmPassword = secret) =>
  rig.client().call('POST', '/auth/redefinirsenha/', { token, password: secret, confirmPassword })
const expired = { status: 410, body: { error: 'ERR_RESET_TOKEN_EXPIRED' } }

/** Asks and takes the token out of the letter. */
async function linkFor(user: Pick<TestUser, 'email'>): Promise<string> {
  rig.letters.length = 0
  expect(await forgot({ email: user.email })).toMatchObject({ status: 200, body: {} })
  await rig.settled()
  expect(rig.letters).toHaveLength(1)
  return new URL(rig.letters[0]!.link.replace('/#', '')).searchParams.get('token')!
}

describe('S7-010 S2-006 asking for a link', () => {
  test('reaches the account by e-mail and by phone, in its language, at the configured address', async () => {
    const { colleague } = await rig.newTenant('Ipe')
    await rig.database.owner`
      update core.user_account set phone_number = '5521987650001', configs = '{"locale":"es"}'
       where id = ${colleague.id}`
    rig.letters.length = 0
    for (const who of [
      { email: ` ${colleague.email.toUpperCase()} ` },
      { phoneNumber: '+55 (21) 98765-0001' },
      { phoneNumber: '21 98765-0001' },
    ])
      expect((await forgot(who)).status, JSON.stringify(who)).toBe(200)
    await rig.settled()
    expect(rig.letters).toHaveLength(3)
    for (const letter of rig.letters)
      expect(letter).toMatchObject({
        kind: 'passwordReset',
        to: colleague.email,
        name: colleague.name,
        locale: 'es',
        link: expect.stringMatching(/^https:\/\/recado\.test\/#\/redefining\?token=[\w-]{43}$/),
      })
  })

  test('answers alike for accounts that are there, switched off, deleted or unknown; mail goes to the first alone', async () => {
    const { user, colleague, supervisor } = await rig.newTenant('Jequitiba')
    await rig.database.owner`update core.user_account set is_active = false where id = ${colleague.id}`
    await rig.database.owner`update core.user_account set deleted_at = now() where id = ${supervisor.id}`
    rig.letters.length = 0
    const answers = []
    for (const email of [user.email, colleague.email, supervisor.email, 'nobody@nowhere.test']) {
      const { status, body, headers } = await forgot({ email })
      answers.push({ status, body, names: [...headers.keys()].toSorted() })
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await rig.settled()
    expect(rig.letters.map(({ to }) => to)).toEqual([user.email])
  })

  test('takes no longer for accounts that are there', async () => {
    const [known, unknown]: number[][] = [[], []]
    const { user } = await rig.newTenant('Kiwi')
    const fields = await Promise.all(Array.from({ length: 16 }, () => solved(rig.base, 'reset')))
    for (const [round, captcha] of fields.entries()) {
      await rig.settled()
      const begun = performance.now()
      await rig.client().call('POST', '/auth/esquecisenha', {
        email: round % 2 === 0 ? user.email : `nobody${round}@nowhere.test`,
        captcha,
      })
      ;(round % 2 === 0 ? known : unknown)!.push(performance.now() - begun)
    }
    const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
    // Looking the account up and writing the link takes several statements; none of them is waited for.
    expect(Math.abs(median(known!) - median(unknown!)), `${known} | ${unknown}`).toBeLessThan(
      Math.max(5, median(unknown!) * 0.5),
    )
  })

  test('three links an hour and no more, and nobody is told', async () => {
    const { user } = await rig.newTenant('Lirio')
    rig.letters.length = 0
    const answers = await Promise.all(Array.from({ length: 5 }, () => forgot({ email: user.email })))
    await rig.settled()
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(rig.letters).toHaveLength(3)
    expect(
      await rig.database.owner`
        select count(*)::integer as open from core.password_reset where user_id = ${user.id} and ended_at is null`,
    ).toEqual([{ open: 1 }])
  })

  test('S5-015 without an e-mail or phone number it says so', async () => {
    for (const who of [{}, { email: 'x@' }, { phoneNumber: '12' }])
      expect(await forgot(who), JSON.stringify(who)).toMatchObject({
        status: 422,
        body: { error: 'ERR_EMAIL_OR_PHONE_REQUIRED' },
      })
  })
})

describe('S7-011 S2-011 setting a new password', () => {
  test('the link sets it, ends every session, and works once', async () => {
    const { user, colleague } = await rig.newTenant('Manaca')
    const [client, other] = [await rig.signedIn(user), await rig.signedIn(colleague)]
    const token = await linkFor(user)
    expect(await redeem(token)).toMatchObject({ status: 200, body: {} })
    expect(await client.call('GET', '/auth/session')).toMatchObject({
      status: 401,
      body: { error: 'ERR_SESSION_ENDED' },
    })
    expect((await client.refresh()).status).toBe(401)
    expect((await other.call('GET', '/auth/session')).status).toBe(200)
    expect((await rig.client().login(user)).body.error).toBe('ERR_INVALID_CREDENTIALS')
    expect((await rig.client().login(user, next)).status).toBe(200)
    expect(await redeem(token, 'Outra1234')).toMatchObject(expired)
    expect(
      await rig.database
        .owner`select action from core.audit_log where subject = ${user.id} and action like 'password.%' order by at`,
    ).toEqual([{ action: 'password.resetRequested' }, { action: 'password.reset' }])
  })

  test('of two uses at the same moment one wins', async () => {
    const { user } = await rig.newTenant('Nogueira')
    const token = await linkFor(user)
    const secrets = ['Primeira1', 'Segunda22']
    const outcomes = await Promise.all(secrets.map((secret) => redeem(token, secret)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const winner = secrets[outcomes.findIndex(({ status }) => status === 200)]!
    expect((await rig.client().login(user, winner)).status).toBe(200)
  })

  test('S5-022 S9-001 S8-109 it is worth nothing after five minutes, after a newer one, and when it was never given out', async () => {
    const { user } = await rig.newTenant('Oiti')
    const first = await linkFor(user)
    const second = await linkFor(user)
    expect(await redeem(first)).toMatchObject(expired)
    rig.pass(resetSeconds)
    expect(await redeem(second)).toMatchObject(expired)
    for (const token of ['', 'x', second.slice(1), createHash('sha256').update(second).digest('base64url')])
      expect(await redeem(token)).toMatchObject(expired)
    expect((await rig.client().login(user)).status).toBe(200)
  })

  test('S5-001 S5-002 S5-003 S5-004 S5-005 S5-006 S5-007 what does not fit is refused by name and leaves the link alone', async () => {
    const { user } = await rig.newTenant('Pequi')
    const token = await linkFor(user)
    const issuesOf = async (secret: string, confirm = secret) =>
      ((await redeem(token, secret, confirm)).body['issues'] as { path: string; message: string }[]).map(
        ({ path, message }) => `${path}: ${message}`,
      )
    expect(await issuesOf('curta')).toEqual(['body.password: length', 'body.password: upper', 'body.password: digit'])
    expect(await issuesOf('SEM MINUSCULA')).toEqual([
      'body.password: lower',
      'body.password: digit',
      'body.password: characters',
    ])
    expect(await issuesOf(next, 'NovaSenha8')).toEqual(['body.confirmPassword: same'])
    expect((await issuesOf(next, '')).some((issue) => issue.startsWith('body.confirmPassword'))).toBe(true)
    expect((await redeem(token)).status).toBe(200)
  })

  test('the database knows hashes alone, and no company sees another’s', async () => {
    const { user } = await rig.newTenant('Quaresmeira')
    const token = await linkFor(user)
    const [row] = await rig.database
      .owner`select r::text as text, token_hash from core.password_reset r where user_id = ${user.id}`
    expect(row!.text).not.toContain(token)
    expect(row!.token_hash).toEqual(createHash('sha256').update(token).digest())
    const { db } = rig.database
    expect(await db.raw`select 1 from core.password_reset`).toEqual([])
    expect(await db.read(rig.b.id, (sql) => [sql`select 1 from core.password_reset`])).toEqual([[]])
  })

  test('an account that was switched off stays so', async () => {
    const { user } = await rig.newTenant('Roseira')
    const token = await linkFor(user)
    await rig.database.owner`update core.user_account set is_active = false where id = ${user.id}`
    expect((await redeem(token)).status).toBe(200)
    expect((await rig.client().login(user, next)).body.error).toBe('ERR_USER_INACTIVE')
    expect(password).not.toBe(next)
  })

  test('what was asked for is forgotten after a day', async () => {
    const { user } = await rig.newTenant('Sibipiruna')
    await linkFor(user)
    await rig.database
      .owner`update core.password_reset set created_at = now() - interval '25 hours' where user_id = ${user.id}`
    await rig.database.db.raw`select core.forget_sign_in_traces(1000)`
    expect(await rig.database.owner`select 1 from core.password_reset where user_id = ${user.id}`).toEqual([])
  })
})
