import type { LoginResult, ManagedPasskeyPage, Passkey, PasskeyTenant } from '@recado/contracts'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { password, Person, testApp, type TestApp } from '../../../../tests/harness/app.ts'
import { createTenant, type TestTenant, type TestUser } from '../../../../tests/harness/tenants.ts'
import { postLogin } from '../captcha/solve.rig.ts'
import { newId } from '../../base/ids.ts'
import { Passwords } from '../../credentials/passwords.ts'
import { flags, SoftwareAuthenticator, type Forgery, type SoftwarePasskey } from './software-authenticator.rig.ts'

const origin = 'https://desk.aurora.test'
const rpId = 'desk.aurora.test'

interface Challenge {
  readonly challengeKey: string
  readonly options: {
    challenge: string
    rpId?: string
    rp: { id?: string }
    user: { id: string }
    allowCredentials: { id: string; type: string; transports: string[] }[]
    userVerification: string
  }
}
interface Refused {
  readonly error?: string
}

let world: TestApp
let company: TestTenant
let hash: string
beforeAll(async () => {
  world = await testApp({ pluginFolders: [], app: { publicUrl: origin } })
  hash = await new Passwords().hash(password)
})
afterAll(() => world.close())
beforeEach(async () => {
  company = await createTenant(world.database.owner, 'Cerrado', { passwordHash: hash })
})

const post = async <T>(
  path: string,
  body: object,
): Promise<{ status: number; body: T & Refused; headers: Headers }> => {
  const response = await fetch(world.base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as T & Refused, headers: response.headers }
}
const authenticator = new SoftwareAuthenticator(origin)
const begin = async (user: Pick<TestUser, 'email'>) =>
  (await post<Challenge>('/passkey/auth/options', { email: user.email })).body
const finish = (challengeKey: string, response: object) =>
  post<LoginResult>('/passkey/auth/verify', { challengeKey, response })

async function register(
  person: Person,
  body: object = {},
  made = authenticator,
  forged?: Forgery,
): Promise<{ passkey: SoftwarePasskey; kept: Passkey }> {
  const { options, challengeKey } = await person.ok<Challenge>('POST', '/passkey/register/options', {})
  const { passkey, response } = made.create(options, forged)
  return {
    passkey,
    kept: await person.ok<Passkey>('POST', '/passkey/register/verify', { challengeKey, response, ...body }),
  }
}
async function signInBy(user: TestUser, passkey: SoftwarePasskey, forged?: Forgery, made = authenticator) {
  const { options, challengeKey } = await begin(user)
  return finish(challengeKey, made.get(passkey, options, forged))
}
const byPassword = async (user: TestUser, secret = password) => {
  const response = await postLogin(world.base, { email: user.email, password: secret })
  return { status: response.status, body: (await response.json()) as Refused }
}
/** Dates the user's confirmed identity back. */
/** A page in a frame of another site, as browsers say so. */
const framed: Record<string, Forgery> = {
  'frame of another site': { crossOrigin: true },
  'frame of a site that is named': { crossOrigin: true, topOrigin: 'https://evil.test' },
  'outermost page of another site': { topOrigin: 'https://evil.test' },
  'words for yes': { crossOrigin: 'true' },
  'a list of sites': { topOrigin: [`${origin}`] },
}

const forgetConfirmation = async (person: Person) => {
  await world.database
    .owner`update core.session set confirmed_at = now() - interval '6 minutes' where id = ${person.login.sessionId}`
  // Sessions are kept for a second.
  await expect
    .poll(() => person.refused('POST', '/passkey/register/options', {}).catch(() => ''), { timeout: 5_000 })
    .toBe('403 ERR_CONFIRMATION_REQUIRED')
}

describe('registering', () => {
  test('S7-035 S7-036 S7-037 S7-038 S3-075 a passkey is made, named by default, and listed with its fields', async () => {
    const ana = await world.signIn(company.admin)
    const { options } = await ana.ok<
      Challenge & { options: { authenticatorSelection: object; excludeCredentials: unknown[] } }
    >('POST', '/passkey/register/options', { authenticatorType: 'cross-platform' })
    expect(options).toMatchObject({
      rp: { id: rpId, name: 'Recado' },
      authenticatorSelection: { userVerification: 'required', authenticatorAttachment: 'cross-platform' },
      excludeCredentials: [],
    })
    const { kept, passkey } = await register(ana)
    expect(kept).toEqual({
      id: expect.any(String),
      deviceName: 'Meu dispositivo',
      authenticatorType: 'platform',
      createdAt: expect.any(String),
      lastUsedAt: null,
      isActive: true,
      isSynced: false,
    })
    expect(
      (await register(ana, { deviceName: ' Chave azul ', authenticatorType: 'cross-platform' })).kept,
    ).toMatchObject({ deviceName: 'Chave azul', authenticatorType: 'cross-platform' })
    expect((await ana.ok<Passkey[]>('GET', '/passkey/list')).map((one) => one.deviceName)).toEqual([
      'Meu dispositivo',
      'Chave azul',
    ])
    const again = await ana.ok<{ options: { excludeCredentials: { id: string }[] } }>(
      'POST',
      '/passkey/register/options',
      {},
    )
    expect(again.options.excludeCredentials.map((one) => one.id)).toContain(passkey.id)
    expect(await (await world.signIn(company.user)).ok('GET', '/passkey/list')).toEqual([])
  })

  test('S5-020 without challenge or credential nothing is registered', async () => {
    const ana = await world.signIn(company.admin)
    const { options, challengeKey } = await ana.ok<Challenge>('POST', '/passkey/register/options', {})
    const { response } = authenticator.create(options)
    expect(await ana.refused('POST', '/passkey/register/verify', { challengeKey })).toBe('422 ERR_VALIDATION')
    expect(await ana.refused('POST', '/passkey/register/verify', { response })).toBe('422 ERR_VALIDATION')
    expect(
      await ana.refused('POST', '/passkey/register/verify', {
        response,
        challengeKey: randomBytes(32).toString('base64url'),
      }),
    ).toBe('422 ERR_PASSKEY_REFUSED')
  })

  test('every forged field of a registration is refused', async () => {
    const ana = await world.signIn(company.admin)
    const forgeries: Record<string, Forgery> = {
      challenge: { challenge: 'A'.repeat(43) },
      origin: { origin: 'https://desk.aurora.test.evil.test' },
      'origin without https': { origin: 'http://desk.aurora.test' },
      site: { rpId: 'aurora.test' },
      type: { type: 'webauthn.get' },
      'user not present': { flags: flags.userVerified },
      'user not verified': { flags: flags.userPresent },
      ...framed,
    }
    for (const [field, forged] of Object.entries(forgeries)) {
      const { options, challengeKey } = await ana.ok<Challenge>('POST', '/passkey/register/options', {})
      expect(
        await ana.refused('POST', '/passkey/register/verify', {
          challengeKey,
          response: authenticator.create(options, forged).response,
        }),
        field,
      ).toBe('422 ERR_PASSKEY_REFUSED')
    }
    expect(await ana.ok('GET', '/passkey/list')).toEqual([])
  })

  test('a challenge serves one registration of its own user, and a key is registered once', async () => {
    const [ana, ugo, bia] = [
      await world.signIn(company.admin),
      await world.signIn(company.user),
      await world.signIn(world.b.admin),
    ]
    const { options, challengeKey } = await ana.ok<Challenge>('POST', '/passkey/register/options', {})
    const { response, passkey } = authenticator.create(options)
    for (const other of [ugo, bia])
      expect(await other.refused('POST', '/passkey/register/verify', { challengeKey, response })).toBe(
        '422 ERR_PASSKEY_REFUSED',
      )
    expect(
      await ana.refused('POST', '/passkey/register/verify', { challengeKey, response }),
      'asked for by another, it is gone',
    ).toBe('422 ERR_PASSKEY_REFUSED')
    const signIn = await begin(company.admin)
    expect(
      await ana.refused('POST', '/passkey/register/verify', {
        challengeKey: signIn.challengeKey,
        response: authenticator.create({ ...options, challenge: signIn.options.challenge }).response,
      }),
      'made for signing in',
    ).toBe('422 ERR_PASSKEY_REFUSED')
    await register(ana, {}, authenticator, { id: passkey.id })
    const other = await ugo.ok<Challenge>('POST', '/passkey/register/options', {})
    expect(
      await ugo.refused('POST', '/passkey/register/verify', {
        challengeKey: other.challengeKey,
        response: authenticator.create(other.options, { id: passkey.id }).response,
      }),
    ).toBe('409 ERR_PASSKEY_IN_USE')
  })

  test('asks for having shown who one is, which a passkey does too', async () => {
    const ana = await world.signIn(company.admin)
    const { passkey } = await register(ana)
    await forgetConfirmation(ana)
    const [{ options, challengeKey }, replaced] = [
      await ana.ok<Challenge>('POST', '/auth/confirm/passkey/options'),
      await begin(company.admin),
    ]
    expect(
      await ana.refused('POST', '/auth/confirm/passkey/verify', {
        challengeKey: replaced.challengeKey,
        response: authenticator.get(passkey, replaced.options),
      }),
      'made for signing in',
    ).toBe('422 ERR_PASSKEY_REFUSED')
    expect(await (await world.signIn(company.user)).refused('POST', '/auth/confirm/passkey/options')).toBe(
      '404 ERR_NO_PASSKEY_FOUND',
    )
    await ana.ok('POST', '/auth/confirm/passkey/verify', {
      challengeKey,
      response: authenticator.get(passkey, options),
    })
    await ana.ok('POST', '/passkey/register/options', {})
    const confirmed = await ana.ok<Challenge>('POST', '/auth/confirm/passkey/options')
    expect(
      (await finish(confirmed.challengeKey, authenticator.get(passkey, confirmed.options))).body.error,
      'a confirmation signs nobody in',
    ).toBe('ERR_PASSKEY_REFUSED')
  })
})

describe('signing in', () => {
  test('S1-046 S7-033 S7-034 with a passkey, by e-mail or phone, as with the password', async () => {
    const ana = await world.signIn(company.admin)
    const { passkey, kept } = await register(ana)
    const phone = `55119${Math.floor(10_000_000 + Math.random() * 89_999_999)}`
    await world.database.owner`update core.user_account set phone_number = ${phone} where id = ${company.admin.id}`
    for (const account of [{ email: company.admin.email.toUpperCase() }, { phoneNumber: `+${phone}` }]) {
      const {
        body: { options, challengeKey },
      } = await post<Challenge>('/passkey/auth/options', account)
      expect(options).toMatchObject({
        rpId,
        userVerification: 'required',
        allowCredentials: [{ id: passkey.id, type: 'public-key', transports: ['internal'] }],
      })
      const signedIn = await finish(challengeKey, authenticator.get(passkey, options))
      expect(signedIn, JSON.stringify(signedIn.body)).toMatchObject({
        status: 200,
        body: { userId: company.admin.id, tenantId: company.id, sessionId: expect.any(String) },
      })
      const [given] = signedIn.headers.getSetCookie()
      expect(given).toMatch(/^__Secure-jrt=[^;]+; Path=\/auth; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/)
      const again = new Person(world.base, signedIn.body)
      expect((await again.ok<Passkey[]>('GET', '/passkey/list'))[0]).toMatchObject({
        id: kept.id,
        lastUsedAt: expect.any(String),
      })
    }
    const [begun] = await world.database.owner`
      select facts
        from core.audit_log
       where tenant_id = ${company.id} and action = 'session.begin'
       order by at desc limit 1`
    expect(begun!['facts']).toMatchObject({ way: 'passkey' })
  })

  test('S5-021 needs an e-mail or phone first', async () => {
    for (const body of [{}, { email: '' }, { phoneNumber: '12' }])
      expect(await post('/passkey/auth/options', body)).toMatchObject({
        status: 422,
        body: { error: 'ERR_EMAIL_OR_PHONE_REQUIRED' },
      })
  })

  test('S5-017 S8-024 the password alone is refused, and only once it was right', async () => {
    await register(await world.signIn(company.user))
    expect(await byPassword(company.user)).toMatchObject({ status: 403, body: { error: 'ERR_PASSKEY_REQUIRED' } })
    expect((await byPassword(company.user, 'Errada123')).body.error).toBe('ERR_INVALID_CREDENTIALS')
    expect((await byPassword(company.colleague)).status).toBe(200)
  })

  test('every forged field of an answer is refused, and the honest one is not', async () => {
    const ana = await world.signIn(company.admin)
    const { passkey } = await register(ana, {}, authenticator, { counter: 7 })
    const other = (await register(await world.signIn(company.user))).passkey
    const foreign = (await register(await world.signIn(world.b.user))).passkey
    const forgeries: Record<string, Forgery> = {
      challenge: { challenge: 'A'.repeat(43) },
      origin: { origin: 'https://evil.test' },
      'origin with a port': { origin: `${origin}:8443` },
      site: { rpId: 'evil.test' },
      type: { type: 'webauthn.create' },
      'user not present': { flags: flags.userVerified },
      'user not verified': { flags: flags.userPresent },
      'counter of before': { counter: 7 },
      'counter gone back': { counter: 1 },
      'counter gone to zero': { counter: 0 },
      ...framed,
      signature: { spoil: true },
      'key of a colleague': { signer: other },
      'user of a colleague': { userHandle: other.userHandle },
      'id of a colleague': { id: other.id },
      'id that does not exist': { id: randomBytes(32).toString('base64url') },
    }
    for (const [field, forged] of Object.entries(forgeries))
      expect(await signInBy(company.admin, passkey, forged), field).toMatchObject({
        status: 422,
        body: { error: 'ERR_PASSKEY_REFUSED' },
      })
    for (const stranger of [other, foreign]) {
      const { options, challengeKey } = await begin(company.admin)
      expect(
        (await finish(challengeKey, authenticator.get(stranger, options))).body.error,
        'a good key of somebody else',
      ).toBe('ERR_PASSKEY_REFUSED')
    }
    passkey.counter = 8
    expect((await signInBy(company.admin, passkey)).status).toBe(200)
    expect(
      (await signInBy(company.admin, passkey, { userHandle: null })).status,
      'keys that are not discoverable name no user',
    ).toBe(200)
  })

  test('a challenge is answered once, by two at once too, and not after its time', async () => {
    const ana = await world.signIn(company.admin)
    const { passkey } = await register(ana)
    const used = await begin(company.admin)
    const answer = authenticator.get(passkey, used.options)
    const answers = await Promise.all([
      finish(used.challengeKey, answer),
      finish(used.challengeKey, answer),
      finish(used.challengeKey, answer),
    ])
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 422, 422])
    const spent = await begin(company.admin)
    expect((await finish(spent.challengeKey, authenticator.get(passkey, spent.options, { spoil: true }))).status).toBe(
      422,
    )
    expect(
      (await finish(spent.challengeKey, authenticator.get(passkey, spent.options))).status,
      'a refused answer spends it',
    ).toBe(422)
    const late = await begin(company.admin)
    await world.database.owner`update platform.one_time_secret set expires_at = now() - interval '1 second'`
    expect((await finish(late.challengeKey, authenticator.get(passkey, late.options))).status).toBe(422)
    const [row] = await world.database.owner`
      select count(*)::integer as n from platform.one_time_secret where key_hash = ${Buffer.from(late.challengeKey)}`
    expect(row!['n'], 'the key itself is in no table').toBe(0)
  })

  test('of two answers with one counter, to different challenges, one counts', async () => {
    const ana = await world.signIn(company.admin)
    const { passkey } = await register(ana)
    const challenges = [await begin(company.admin), await begin(company.admin), await begin(company.admin)]
    const statuses = await Promise.all(
      challenges.map(({ options, challengeKey }) =>
        finish(challengeKey, authenticator.get(passkey, options, { counter: 5 })),
      ),
    )
    expect(statuses.map((one) => one.status).toSorted()).toEqual([200, 422, 422])
  })

  test('keys that are synced stay at zero and sign in again and again', async () => {
    const synced = new SoftwareAuthenticator(origin, false)
    const { passkey, kept } = await register(await world.signIn(company.admin), {}, synced, {
      flags: flags.userPresent | flags.userVerified | flags.backupEligible | flags.backedUp,
    })
    expect(kept.isSynced).toBe(true)
    for (let round = 0; round < 3; round++)
      expect(
        (
          await signInBy(
            company.admin,
            passkey,
            { flags: flags.userPresent | flags.userVerified | flags.backupEligible | flags.backedUp },
            synced,
          )
        ).status,
      ).toBe(200)
  })

  test('switched-off accounts and companies are let in by no passkey', async () => {
    const { passkey } = await register(await world.signIn(company.admin))
    const ready = await begin(company.admin)
    await world.database.owner`update core.user_account set is_active = false where id = ${company.admin.id}`
    expect((await finish(ready.challengeKey, authenticator.get(passkey, ready.options))).body.error).toBe(
      'ERR_USER_INACTIVE',
    )
    expect((await begin(company.admin)).options.allowCredentials[0]!.id, 'it is not named any more').not.toBe(
      passkey.id,
    )
    await world.database.owner`update core.user_account set is_active = true where id = ${company.admin.id}`
    const blocked = await begin(company.admin)
    await world.database.owner`update core.tenant set status = 'inactive' where id = ${company.id}`
    expect((await finish(blocked.challengeKey, authenticator.get(passkey, blocked.options))).body.error).toBe(
      'ERR_USER_INACTIVE',
    )
  })
})

describe('S8-121 S8-122 who has no account and who has no passkey is not told', () => {
  test('the options look alike, stay the same, and their answers are refused alike', async () => {
    await register(await world.signIn(company.admin))
    const unknown = { email: `nobody.${randomBytes(4).toString('hex')}@nowhere.test` }
    const accounts = [company.admin, company.colleague, unknown]
    for (const account of accounts) {
      const [one, other] = [await begin(account), await begin(account)]
      expect(Object.keys(one.options).toSorted()).toEqual([
        'allowCredentials',
        'challenge',
        'rpId',
        'timeout',
        'userVerification',
      ])
      expect(one.options.allowCredentials).toEqual(other.options.allowCredentials)
      expect(one.options.allowCredentials).toEqual([
        { id: expect.stringMatching(/^[\w-]{20,50}$/), type: 'public-key', transports: expect.any(Array) },
      ])
      const forged = authenticator.create(
        { challenge: one.options.challenge, rp: { id: rpId }, user: { id: 'x' } },
        { id: one.options.allowCredentials[0]!.id },
      )
      expect(await finish(one.challengeKey, authenticator.get(forged.passkey, one.options))).toMatchObject({
        status: 422,
        body: { error: 'ERR_PASSKEY_REFUSED' },
      })
    }
    expect(
      new Set(
        await Promise.all(accounts.map(async (account) => (await begin(account)).options.allowCredentials[0]!.id)),
      ).size,
    ).toBe(accounts.length)
  })

  test('and asking takes alike', async () => {
    await register(await world.signIn(company.admin))
    const times = { known: [] as number[], bare: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < 15; round++) {
      for (const [kind, account] of [
        ['known', company.admin],
        ['bare', company.colleague],
        ['unknown', { email: `n${round}@nowhere.test` }],
      ] as const) {
        const begun = performance.now()
        await begin(account)
        times[kind].push(performance.now() - begun)
      }
    }
    const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
    for (const kind of ['bare', 'unknown'] as const)
      expect(Math.abs(median(times.known) - median(times[kind])), kind).toBeLessThan(
        Math.max(5, median(times.known) * 0.5),
      )
  })
})

describe('one’s own passkeys', () => {
  test('S7-039 S7-040 are named and deleted by their user alone; the last one gives the password back', async () => {
    const ana = await world.signIn(company.admin)
    const { kept } = await register(ana)
    const strangers = [await world.signIn(company.user), await world.signIn(world.b.admin)]
    for (const stranger of strangers) {
      expect(await stranger.refused('PUT', `/passkey/${kept.id}/device-name`, { deviceName: 'Meu' })).toBe(
        '404 ERR_NO_PASSKEY_FOUND',
      )
      expect(await stranger.refused('DELETE', `/passkey/${kept.id}`)).toBe('404 ERR_NO_PASSKEY_FOUND')
    }
    expect(await ana.ok('PUT', `/passkey/${kept.id}/device-name`, { deviceName: 'Notebook' })).toMatchObject({
      deviceName: 'Notebook',
    })
    expect(await ana.refused('PUT', `/passkey/${kept.id}/device-name`, { deviceName: '  ' })).toBe('422 ERR_VALIDATION')
    expect((await byPassword(company.admin)).status).toBe(403)
    await ana.ok('DELETE', `/passkey/${kept.id}`)
    expect((await byPassword(company.admin)).status).toBe(200)
    const actions = await world.database
      .owner`select action from core.audit_log where tenant_id = ${company.id} and action like 'passkey.%' order by at`
    expect(actions.map((row) => row['action'])).toEqual(['passkey.register', 'passkey.rename', 'passkey.delete'])
  })

  test('at most twenty, also when two come at once', async () => {
    const ana = await world.signIn(company.admin)
    await register(ana)
    await world.database.owner`
      insert into core.passkey (id, tenant_id, user_id, credential_id, public_key, counter, rp_id, authenticator_type,
        is_synced, is_backed_up, aaguid, device_name)
      select gen_random_uuid(), tenant_id, user_id, 'filler' || n, public_key, 0, rp_id, 'platform', false, false,
             aaguid, 'x'
        from core.passkey, generate_series(1, 18) n
       where user_id = ${company.admin.id}`
    const two = await Promise.all([0, 1].map(() => ana.ok<Challenge>('POST', '/passkey/register/options', {})))
    const answers = await Promise.all(
      two.map(({ options, challengeKey }) =>
        ana.call<{ error?: string; limit?: number }>('POST', '/passkey/register/verify', {
          challengeKey,
          response: authenticator.create(options).response,
        }),
      ),
    )
    expect(answers.map((one) => one.status).toSorted()).toEqual([201, 409])
    expect(answers.find((one) => one.status === 409)!.body).toMatchObject({
      error: 'ERR_PASSKEY_LIMIT_REACHED',
      limit: 20,
    })
    expect(await ana.refused('POST', '/passkey/register/options', {})).toBe('409 ERR_PASSKEY_LIMIT_REACHED')
  })
})

test('a password that was reset by mail opens the door of who lost the device, until a passkey is used again', async () => {
  const { passkey } = await register(await world.signIn(company.user))
  expect((await byPassword(company.user)).body.error).toBe('ERR_PASSKEY_REQUIRED')
  const token = randomBytes(32).toString('base64url')
  await world.database.owner`
    insert into core.password_reset ${world.database.owner({
      id: newId(),
      tenant_id: company.id,
      user_id: company.user.id,
      token_hash: createHash('sha256').update(token).digest(),
      expires_at: new Date(Date.now() + 60_000),
    })}`
  expect(
    (await post('/auth/redefinirsenha', { token, password: 'Novissima1', confirmPassword: 'Novissima1' })).status,
  ).toBe(200)
  for (let time = 0; time < 2; time++) expect((await byPassword(company.user, 'Novissima1')).status).toBe(200)
  expect((await signInBy(company.user, passkey)).status).toBe(200)
  expect((await byPassword(company.user, 'Novissima1')).body.error).toBe('ERR_PASSKEY_REQUIRED')
})

describe('looking after passkeys', () => {
  test('S7-041 S7-042 S7-043 an administrator finds, switches off and deletes those of the company; the password is back at once', async () => {
    const ugo = await world.signIn(company.user)
    const { kept, passkey } = await register(ugo, { deviceName: 'Celular do Ugo' })
    await register(await world.signIn(company.colleague))
    const ana = await world.signIn(company.admin)
    const list = (query: string) => ana.ok<ManagedPasskeyPage>('GET', `/passkey/admin/list-all${query}`)
    expect((await list('')).passkeys).toHaveLength(2)
    for (const searchParam of ['celular', 'ugo cerr', company.user.email.slice(0, 8)])
      expect((await list(`?searchParam=${encodeURIComponent(searchParam)}`)).passkeys, searchParam).toEqual([
        { ...kept, user: { id: company.user.id, name: company.user.name, email: company.user.email } },
      ])
    expect((await list('?searchParam=%25')).passkeys).toEqual([])
    const first = await list('?limit=1')
    expect(first).toMatchObject({ hasMore: true, passkeys: [{ user: { id: company.colleague.id } }] })
    expect(await list(`?limit=1&cursor=${first.nextCursor}`)).toMatchObject({
      hasMore: false,
      nextCursor: null,
      passkeys: [{ id: kept.id }],
    })

    expect(await ana.ok('PUT', `/passkey/admin/${kept.id}/toggle`)).toMatchObject({ isActive: false })
    expect((await byPassword(company.user)).status).toBe(200)
    expect((await signInBy(company.user, passkey)).status).toBe(422)
    expect(await ana.ok('PUT', `/passkey/admin/${kept.id}/toggle`)).toMatchObject({ isActive: true })
    expect((await signInBy(company.user, passkey)).status).toBe(200)
    await ana.ok('DELETE', `/passkey/admin/${kept.id}`)
    expect(await ana.refused('DELETE', `/passkey/admin/${kept.id}`)).toBe('404 ERR_NO_PASSKEY_FOUND')
    const trail = await world.database.owner`
      select action, user_id, facts
        from core.audit_log
       where tenant_id = ${company.id}
         and subject = ${kept.id}
         and action in ('passkey.deactivate', 'passkey.activate', 'passkey.delete')
       order by at`
    expect(trail.map((row) => [row['action'], row['user_id'], (row['facts'] as { ofUser: string }).ofUser])).toEqual(
      ['passkey.deactivate', 'passkey.activate', 'passkey.delete'].map((action) => [
        action,
        company.admin.id,
        company.user.id,
      ]),
    )
  })

  test('S6-019 only administrators look after passkeys, and only masters after those of other companies', async () => {
    const { kept } = await register(await world.signIn(company.user))
    const supervisor = await world.signIn(company.supervisor)
    for (const [method, path] of [
      ['GET', '/passkey/admin/list-all'],
      ['PUT', `/passkey/admin/${kept.id}/toggle`],
      ['DELETE', `/passkey/admin/${kept.id}`],
      ['GET', '/passkey/admin/tenants'],
    ] as const)
      expect(await supervisor.refused(method, path), path).toBe('403 ERR_NO_PERMISSION')
    const other = await world.signIn(world.b.admin)
    expect(await other.refused('PUT', `/passkey/admin/${kept.id}/toggle`)).toBe('404 ERR_NO_PASSKEY_FOUND')
    for (const [method, path] of [
      ['GET', '/passkey/admin/list-all'],
      ['PUT', `/passkey/admin/${kept.id}/toggle`],
      ['DELETE', `/passkey/admin/${kept.id}`],
    ] as const)
      expect(await other.refused(method, `${path}?tenantId=${company.id}`)).toBe('403 ERR_NO_PERMISSION')
    expect(await other.refused('GET', '/passkey/admin/tenants')).toBe('403 ERR_NO_PERMISSION')
    expect(
      (await other.ok<ManagedPasskeyPage>('GET', '/passkey/admin/list-all')).passkeys.map((one) => one.id),
    ).not.toContain(kept.id)

    await world.database.owner`update core.user_account set is_master = true where id = ${world.a.admin.id}`
    const master = await world.signIn(world.a.admin)
    expect(
      (await master.ok<PasskeyTenant[]>('GET', '/passkey/admin/tenants')).find((one) => one.id === company.id),
    ).toEqual({ id: company.id, name: company.name, passkeys: 1 })
    expect(
      (await master.ok<ManagedPasskeyPage>('GET', `/passkey/admin/list-all?tenantId=${company.id}`)).passkeys.map(
        (one) => one.id,
      ),
    ).toEqual([kept.id])
    await master.ok('DELETE', `/passkey/admin/${kept.id}?tenantId=${company.id}`)
    const [trail] = await world.database.owner`
      select user_id, facts
        from core.audit_log
       where tenant_id = ${company.id} and subject = ${kept.id} and action = 'passkey.delete'`
    expect(trail).toMatchObject({ user_id: world.a.admin.id, facts: { byCompany: world.a.id } })
  })

  test('S7-044 the function behind the companies answers masters only, whoever calls it', async () => {
    expect(
      await world.database.db.raw`select * from core.passkey_tenants(${company.id}, ${company.admin.id})`,
    ).toHaveLength(0)
  })
})
