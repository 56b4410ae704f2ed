import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessRig, password, type AccessRig } from '../access.rig.ts'
import { captchaSeconds } from './captcha.ts'
import { askedFor, fieldOf, solutionOf, solved } from './solve.rig.ts'

let rig: AccessRig
beforeAll(async () => {
  rig = await accessRig({ hasProductCaptcha: true })
})
afterAll(() => rig.close())
// A quiet hour: earlier failures expire.
beforeEach(() => rig.pass(3_601))

/** Without the browser's habit of solving what it is asked for. */
async function post(path: string, body: object): Promise<{ status: number; error: string | undefined }> {
  const response = await fetch(rig.base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, error: ((await response.json()) as { error?: string }).error }
}
const login = (email: string, captcha?: string, secret = password) =>
  post('/auth/login', { email, password: secret, ...(captcha !== undefined && { captcha }) })
const invalid = { status: 403, error: 'ERR_CAPTCHA_INVALID' }
const required = { status: 403, error: 'ERR_CAPTCHA_REQUIRED' }

describe('S2-004 S5-016 the slider is judged by the server', () => {
  test('a solution lets in once; used again it counts for nothing', async () => {
    const captcha = await solved(rig.base, 'login')
    expect(await login(rig.a.admin.email, captcha)).toMatchObject({ status: 200 })
    expect(await login(rig.a.admin.email, captcha)).toEqual(invalid)
  })

  test('of twenty uses at the same moment one counts', async () => {
    const captcha = await solved(rig.base, 'login')
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => login(rig.b.admin.email, captcha)))
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(outcomes.filter(({ error }) => error === 'ERR_CAPTCHA_INVALID')).toHaveLength(19)
  })

  test('a slider left somewhere else is refused, and the challenge is used up', async () => {
    const solution = await solutionOf(await askedFor(rig.base, 'login'))
    expect(await login(rig.a.admin.email, fieldOf({ ...solution, position: solution.position - 1 }))).toEqual(invalid)
    expect(await login(rig.a.admin.email, fieldOf(solution))).toEqual(invalid)
  })

  test('a challenge of another purpose, an expired one and one of another installation are refused', async () => {
    expect(await login(rig.a.admin.email, await solved(rig.base, 'reset'))).toEqual(invalid)
    expect(
      await post('/auth/esquecisenha', { email: rig.a.admin.email, captcha: await solved(rig.base, 'login') }),
    ).toEqual(invalid)
    const old = await solved(rig.base, 'login')
    rig.pass(captchaSeconds)
    expect(await login(rig.a.admin.email, old)).toEqual(invalid)
  })

  test('nothing of it can be forged', async () => {
    const challenge = await askedFor(rig.base, 'login')
    const good = await solutionOf(challenge)
    const { parameters } = good.challenge
    const forged = (change: object) =>
      fieldOf({ ...good, challenge: { ...good.challenge, parameters: { ...parameters, ...change } } })
    const attempts = {
      'another target': fieldOf({
        ...good,
        position: 1,
        challenge: { ...good.challenge, parameters: { ...parameters, data: { ...parameters.data, target: 1 } } },
      }),
      'a longer life': forged({ expiresAt: parameters.expiresAt + 3_600 }),
      'a fresh nonce': forged({ nonce: 'ab'.repeat(16) }),
      'cheaper work': forged({ cost: 1 }),
      'no work': fieldOf({ ...good, solution: { counter: 0, derivedKey: '00'.repeat(32) } }),
      'no signature': fieldOf({ ...good, challenge: { parameters } }),
      'something more': fieldOf({ ...good, demanded: false }),
      'no JSON': 'x'.repeat(200),
      nothing: '',
    }
    for (const [what, captcha] of Object.entries(attempts))
      expect(await login(rig.a.admin.email, captcha), what).toEqual(invalid)
  })

  test('what it asks for is a price: a hundredth of a second would be none', async () => {
    const { challenge, target, seconds } = await askedFor(rig.base, 'register')
    expect(seconds).toBe(captchaSeconds)
    expect(challenge.parameters).toMatchObject({
      algorithm: 'PBKDF2/SHA-256',
      cost: 4_000,
      data: { purpose: 'register', target },
    })
    expect((await solutionOf({ challenge, target, seconds })).solution.counter).toBeGreaterThanOrEqual(200)
  })
})

describe('when it is asked for', () => {
  test('at signing in after three failures of the account, also of one that does not exist, and a good sign-in forgives', async () => {
    for (const email of ['nobody@nowhere.test', rig.a.user.email]) {
      rig.pass(3_601)
      for (let failure = 0; failure < 3; failure++)
        expect(await login(email, undefined, 'Errada123')).toMatchObject({ status: 401 })
      expect(await login(email)).toEqual(required)
    }
    expect(await login(rig.a.user.email, await solved(rig.base, 'login'))).toMatchObject({ status: 200 })
  })

  test('after three failures from an address it is asked of everybody there, for an hour', async () => {
    for (const who of [1, 2, 3]) await login(`guess${who}@nowhere.test`, undefined, 'Errada123')
    expect(await login(rig.b.user.email)).toEqual(required)
    await rig.database.owner`update core.tenant set max_connected_users = 7 where id = ${rig.b.id}`
    const outlook = () => rig.client().call('POST', '/auth/limit', { email: rig.b.user.email, password })
    expect((await outlook()).body, 'guessing is no cheaper where one only asks').toEqual({
      limit: null,
      canLogin: true,
    })
    rig.pass(3_601)
    expect((await outlook()).body).toEqual({ limit: 7, canLogin: true })
    expect(await login(rig.b.user.email)).toMatchObject({ status: 200 })
  })

  test('a wrong or missing solution is no failed password and slows nobody down', async () => {
    for (let attempt = 0; attempt < 12; attempt++) expect(await login(rig.a.colleague.email, 'wrong')).toEqual(invalid)
    expect(await login(rig.a.colleague.email)).toMatchObject({ status: 200 })
  })

  test('for every sign-in where the installation says so', async () => {
    await rig.globals.change({ tenantId: rig.a.id, userId: rig.a.admin.id }, { captchaMode: 'always' })
    expect(await login(rig.a.supervisor.email)).toEqual(required)
    expect(await login(rig.a.supervisor.email, await solved(rig.base, 'login'))).toMatchObject({ status: 200 })
    await rig.globals.change({ tenantId: rig.a.id, userId: rig.a.admin.id }, { captchaMode: 'suspicious' })
  })

  test('always for a forgotten password', async () => {
    expect(await post('/auth/esquecisenha', { email: rig.a.user.email })).toEqual(required)
  })
})

test('answered challenges are forgotten once they have expired', async () => {
  const { owner, db } = rig.database
  await owner`
    insert into platform.answered_captcha (nonce, expires_at)
    values ('old', now() - interval '1 second'), ('young', now() + interval '1 minute')`
  await db.raw`select core.forget_sign_in_traces(1000)`
  expect(await owner`select nonce from platform.answered_captcha where nonce in ('old', 'young')`).toEqual([
    { nonce: 'young' },
  ])
})
