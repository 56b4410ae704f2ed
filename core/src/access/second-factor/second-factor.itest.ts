import type { SecondFactorState } from '@recado/contracts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { password, testApp, type Person, type TestApp } from '../../../../tests/harness/app.ts'
import { createTenant, type TestTenant, type TestUser } from '../../../../tests/harness/tenants.ts'
import { Passwords } from '../../credentials/passwords.ts'

let world: TestApp
let company: TestTenant
let hash: string
let offset = 0
beforeAll(async () => {
  world = await testApp({
    pluginFolders: [],
    app: { publicUrl: 'https://desk.duna.test', clock: { now: () => new Date(Date.now() + offset) } },
  })
  hash = await new Passwords().hash(password)
})
afterAll(() => world.close())
beforeEach(async () => {
  company = await createTenant(world.database.owner, 'Duna', { passwordHash: hash })
})

/** The next time step: its code has not been used yet. */
const nextStep = () => {
  offset += 30_000
}
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset })
/** Every attempt from another address, as from homes and phones. */
let address = 0
const login = async (user: TestUser, code?: string, secret = password) => {
  const response = await fetch(`${world.base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${++address % 250}` },
    body: JSON.stringify({ email: user.email, password: secret, ...(code !== undefined && { code }) }),
  })
  return { status: response.status, body: (await response.json()) as { error?: string; token?: string } }
}

async function setUp(user: TestUser): Promise<{ person: Person; secret: string; codes: string[] }> {
  const person = await world.signIn(user)
  const { secret } = await person.ok<{ secret: string }>('POST', '/auth/second-factor/begin')
  const { recoveryCodes } = await person.ok<{ recoveryCodes: string[] }>('POST', '/auth/second-factor/confirm', {
    code: codeOf(secret),
  })
  nextStep()
  return { person, secret, codes: recoveryCodes }
}

describe('setting it up', () => {
  test('takes a code of the app and gives ten recovery codes once; the secret lies in no table in the open', async () => {
    const person = await world.signIn(company.user)
    const begun = await person.ok<{ secret: string; address: string }>('POST', '/auth/second-factor/begin')
    expect(decodeURIComponent(begun.address)).toContain(`otpauth://totp/Recado:${company.user.email}?`)
    expect((await login(company.user)).status, 'begun is not active').toBe(200)
    const again = await world.signIn(company.user)
    expect(await again.refused('POST', '/auth/second-factor/confirm', { code: '000000' })).toBe(
      '422 ERR_SECOND_FACTOR_INVALID',
    )
    const { recoveryCodes } = await again.ok<{ recoveryCodes: string[] }>('POST', '/auth/second-factor/confirm', {
      code: codeOf(begun.secret),
    })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await again.ok<SecondFactorState>('GET', '/auth/second-factor')).toEqual({
      isActive: true,
      confirmedAt: expect.any(String),
      recoveryCodesLeft: 10,
      isMissing: false,
    })
    expect(await again.refused('POST', '/auth/second-factor/begin')).toBe('409 ERR_SECOND_FACTOR_ACTIVE')
    expect(await again.refused('POST', '/auth/second-factor/confirm', { code: codeOf(begun.secret) })).toBe(
      '409 ERR_SECOND_FACTOR_ACTIVE',
    )
    const stored = await world.database.owner`
      select s::text as text
        from core.secret s
       where tenant_id = ${company.id}
      union all select c::text
        from core.recovery_code c
       where tenant_id = ${company.id}
      union all select a::text
        from core.audit_log a
       where tenant_id = ${company.id}`
    expect(stored.length).toBeGreaterThan(10)
    for (const secret of [begun.secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      for (const row of stored) expect(row['text']).not.toContain(secret)
  })

  test('asks for having shown who one is', async () => {
    const person = await world.signIn(company.user)
    await world.database
      .owner`update core.session set confirmed_at = now() - interval '10 minutes' where id = ${person.login.sessionId}`
    await expect
      .poll(() => person.refused('POST', '/auth/second-factor/begin').catch(() => ''), { timeout: 5_000 })
      .toBe('403 ERR_CONFIRMATION_REQUIRED')
    expect(await person.refused('POST', '/auth/second-factor/disable', { code: '123456' })).toBe(
      '403 ERR_CONFIRMATION_REQUIRED',
    )
  })
})

describe('signing in with it', () => {
  test('asks for the code only after the password was right, and for no code of before', async () => {
    const { secret } = await setUp(company.user)
    expect((await login(company.user, undefined, 'Errada123')).body.error).toBe('ERR_INVALID_CREDENTIALS')
    expect((await login(company.user, codeOf(secret), 'Errada123')).body.error).toBe('ERR_INVALID_CREDENTIALS')
    for (const none of [undefined, '', '  '])
      expect(await login(company.user, none)).toMatchObject({
        status: 403,
        body: { error: 'ERR_SECOND_FACTOR_REQUIRED' },
      })
    const code = codeOf(secret)
    expect((await login(company.user, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
    expect(await login(company.user, code), 'used').toMatchObject({
      status: 422,
      body: { error: 'ERR_SECOND_FACTOR_INVALID' },
    })
    nextStep()
    expect((await login(company.user, codeOf(secret))).status).toBe(200)
    expect((await login(company.colleague)).status, 'nobody else is asked').toBe(200)
  })

  test('of the same code twice at once one signs in', async () => {
    const { secret } = await setUp(company.user)
    const code = codeOf(secret)
    expect(
      (await Promise.all([login(company.user, code), login(company.user, code), login(company.user, code)]))
        .map((one) => one.status)
        .toSorted(),
    ).toEqual([200, 422, 422])
  })

  test('a recovery code works once, at two doors at once too, and for its user alone', async () => {
    const { codes } = await setUp(company.user)
    const other = await setUp(company.colleague)
    expect((await login(company.user, other.codes[0])).status).toBe(422)
    expect(
      (
        await Promise.all([
          login(company.user, codes[0]),
          login(company.user, codes[0]!.toLowerCase().replace('-', ' ')),
        ])
      )
        .map((one) => one.status)
        .toSorted(),
    ).toEqual([200, 422])
    expect((await login(company.user, codes[0])).status).toBe(422)
    const [left] = await world.database
      .owner`select count(*)::integer as n from core.recovery_code where user_id = ${company.user.id}`
    expect(left!['n']).toBe(9)
  })

  test('a wrong code counts as a failed sign-in, a missing one does not', async () => {
    await setUp(company.user)
    for (let attempt = 0; attempt < 8; attempt++) expect((await login(company.user)).status).toBe(403)
    for (let attempt = 0; attempt < 3; attempt++) expect((await login(company.user, '000000')).status).toBe(422)
    expect(await login(company.user, '000000')).toMatchObject({ status: 403, body: { error: 'ERR_CAPTCHA_REQUIRED' } })
    expect((await login(company.user)).body.error, 'the right password alone buys no new guesses').toBe(
      'ERR_CAPTCHA_REQUIRED',
    )
  })
})

describe('taking it away', () => {
  test('takes a code; afterwards the password does', async () => {
    const { person, secret } = await setUp(company.user)
    expect(await person.refused('POST', '/auth/second-factor/disable', { code: '000000' })).toBe(
      '422 ERR_SECOND_FACTOR_INVALID',
    )
    await person.ok('POST', '/auth/second-factor/disable', { code: codeOf(secret) })
    expect(await person.ok<SecondFactorState>('GET', '/auth/second-factor')).toMatchObject({
      isActive: false,
      recoveryCodesLeft: 0,
    })
    expect(await person.refused('POST', '/auth/second-factor/disable', { code: codeOf(secret) })).toBe(
      '409 ERR_SECOND_FACTOR_INACTIVE',
    )
    expect((await login(company.user)).status).toBe(200)
  })

  test('an administrator of the company takes it away for who lost it, and nobody else', async () => {
    await setUp(company.user)
    const path = `/users/${company.user.id}/second-factor`
    expect(await (await world.signIn(company.supervisor)).refused('DELETE', path)).toBe('403 ERR_NO_PERMISSION')
    expect(await (await world.signIn(world.b.admin)).refused('DELETE', path)).toBe('409 ERR_SECOND_FACTOR_INACTIVE')
    expect((await login(company.user)).status).toBe(403)
    await (await world.signIn(company.admin)).ok('DELETE', path)
    expect((await login(company.user)).status).toBe(200)
    const [trail] = await world.database.owner`
      select user_id
        from core.audit_log
       where tenant_id = ${company.id} and action = 'secondFactor.reset' and subject = ${company.user.id}`
    expect(trail).toMatchObject({ user_id: company.admin.id })
  })
})

test('a company that asks for it says so to who has none', async () => {
  const person = await world.signIn(company.user)
  expect(await person.ok<SecondFactorState>('GET', '/auth/second-factor')).toMatchObject({ isMissing: false })
  await (await world.signIn(company.admin)).ok('PUT', '/settings/requireSecondFactor', { value: 'enabled' })
  expect(await person.ok<SecondFactorState>('GET', '/auth/second-factor')).toMatchObject({ isMissing: true })
  expect(await (await world.signIn(world.b.user)).ok<SecondFactorState>('GET', '/auth/second-factor')).toMatchObject({
    isMissing: false,
  })
  expect(await (await setUp(company.user)).person.ok<SecondFactorState>('GET', '/auth/second-factor')).toMatchObject({
    isMissing: false,
  })
})
