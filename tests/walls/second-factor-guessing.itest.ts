import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { solved } from '../../core/src/access/captcha/solve.rig.ts'
import { freeGuesses, longestDelaySeconds } from '../../core/src/credentials/guess-delay.ts'
import { Passwords } from '../../core/src/credentials/passwords.ts'
import { password, testApp, type Person, type TestApp } from '../harness/app.ts'
import { createTenant, type TestTenant, type TestUser } from '../harness/tenants.ts'

/* Guesses at a second factor, by who knows the password, and at the password, by who holds a session. */

let world: TestApp
let company: TestTenant
let hash: string
const clock = {
  at: Date.now(),
  now: (): Date => new Date(clock.at),
  advance(seconds: number): void {
    clock.at += seconds * 1_000
  },
}
beforeAll(async () => {
  world = await testApp({ pluginFolders: [], app: { publicUrl: 'https://desk.duna.test', clock } })
  hash = await new Passwords().hash(password)
})
afterAll(() => world.close())
beforeEach(async () => {
  clock.at = Date.now()
  company = await createTenant(world.database.owner, 'Duna', { passwordHash: hash })
})

/** Every call from another network, as who guesses from everywhere does. */
let network = 0
const elsewhere = () => ({ 'x-forwarded-for': `198.${18 + Math.floor(++network / 250)}.${network % 250}.1` })
const post = async (
  path: string,
  body: object,
): Promise<{ status: number; error: string | undefined; retryAfterSeconds: number | undefined }> => {
  const response = await fetch(world.base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...elsewhere() },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { error?: string; retryAfterSeconds?: number }
  return { status: response.status, error: answer.error, retryAfterSeconds: answer.retryAfterSeconds }
}
const login = async ({ email }: TestUser, code?: string, secret = password) =>
  post('/auth/login', {
    email,
    password: secret,
    captcha: await solved(world.base, 'login'),
    ...(code !== undefined && { code }),
  })
const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.at })
const wrong = (secret: string): string => String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0')

async function setUp(user: TestUser): Promise<{ person: Person; secret: string; codes: string[] }> {
  const person = await world.signIn(user)
  const { secret } = await person.ok<{ secret: string }>('POST', '/auth/second-factor/begin')
  const { recoveryCodes } = await person.ok<{ recoveryCodes: string[] }>('POST', '/auth/second-factor/confirm', {
    code: codeOf(secret),
  })
  clock.advance(30)
  return { person, secret, codes: recoveryCodes }
}
const exhaust = async (user: TestUser, secret: string): Promise<void> => {
  for (let guess = 0; guess < freeGuesses; guess++)
    expect((await login(user, wrong(secret))).error).toBe('ERR_SECOND_FACTOR_INVALID')
}

describe('guessing at a second factor', () => {
  test('waits longer after every guess, from whatever address it comes, up to a bound', async () => {
    const { secret } = await setUp(company.user)
    await exhaust(company.user, secret)
    const waits: number[] = []
    for (let round = 0; round < 14; round++) {
      const { error, retryAfterSeconds } = await login(company.user, wrong(secret))
      expect(error).toBe('ERR_TOO_MANY_REQUESTS')
      waits.push(retryAfterSeconds!)
      clock.advance(retryAfterSeconds!)
      expect((await login(company.user, wrong(secret))).error).toBe('ERR_SECOND_FACTOR_INVALID')
    }
    expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8])
    expect(waits.at(-1)).toBe(longestDelaySeconds)
    expect((await login(company.user, codeOf(secret))).error, 'the right code waits too').toBe('ERR_TOO_MANY_REQUESTS')
    clock.advance(longestDelaySeconds)
    expect((await login(company.user, codeOf(secret))).status, 'and is never locked out').toBe(200)
  }, 120_000)

  test('is forgiven by a completed sign-in and by nothing else', async () => {
    const { person, secret, codes } = await setUp(company.user)
    await exhaust(company.user, secret)
    const { email } = company.user
    // What a right password buys beside signing in.
    expect((await post('/auth/limit', { email, password })).status).toBe(200)
    expect((await login(company.user)).error).toBe('ERR_SECOND_FACTOR_REQUIRED')
    await person.ok('POST', '/auth/confirm', { password })
    expect((await login(company.user, wrong(secret))).error).toBe('ERR_TOO_MANY_REQUESTS')
    // Nor does a restart, nor another password.
    await world.restart()
    const another = 'três tigres tristes'
    await (await world.signIn(company.admin)).ok('PUT', `/users/${company.user.id}`, { password: another })
    expect((await login(company.user, wrong(secret), another)).error).toBe('ERR_TOO_MANY_REQUESTS')
    expect((await login(company.user, codes[0], another)).error, 'recovery codes count too').toBe(
      'ERR_TOO_MANY_REQUESTS',
    )
    clock.advance(60)
    expect((await login(company.user, codes[0], another)).status).toBe(200)
    for (let guess = 0; guess < freeGuesses; guess++) {
      expect((await login(company.user, wrong(secret), another)).error).toBe('ERR_SECOND_FACTOR_INVALID')
    }
    expect((await login(company.user, wrong(secret), another)).error).toBe('ERR_TOO_MANY_REQUESTS')
  }, 120_000)

  test('at once gains nothing, and switching it off shares the count', async () => {
    const { person, secret } = await setUp(company.user)
    const errors = (await Promise.all(Array.from({ length: 12 }, () => login(company.user, wrong(secret))))).map(
      ({ error }) => error,
    )
    expect(errors.filter((error) => error === 'ERR_SECOND_FACTOR_INVALID').length).toBeLessThanOrEqual(freeGuesses)
    expect(await person.refused('POST', '/auth/second-factor/disable', { code: wrong(secret) })).toBe(
      '429 ERR_TOO_MANY_REQUESTS',
    )
  }, 60_000)

  test('takes the password: a stranger makes nobody wait, and a company nobody of another', async () => {
    const { secret } = await setUp(company.user)
    const other = await createTenant(world.database.owner, 'Ilha', { passwordHash: hash })
    const theirs = await setUp(other.user)
    for (let guess = 0; guess < 12; guess++)
      expect((await login(company.user, wrong(secret), 'Errada123')).error).toMatch(
        /ERR_INVALID_CREDENTIALS|ERR_TOO_MANY_REQUESTS/,
      )
    const [counted] = await world.database
      .owner`select count(*)::integer as n from core.guess_count where user_id = ${company.user.id}`
    expect(counted!['n']).toBe(0)
    await exhaust(company.user, secret)
    expect((await login(company.user, wrong(secret))).error).toBe('ERR_TOO_MANY_REQUESTS')
    expect((await login(other.user, codeOf(theirs.secret))).status).toBe(200)
  }, 60_000)
})

describe('guessing at the password of an open session', () => {
  test('waits by its user, in every session of theirs, and is not forgiven by a right one', async () => {
    const confirm = async (by: Person, secret: string): Promise<string> => {
      const { status, body } = await by.call<{ error?: string }>(
        'POST',
        '/auth/confirm',
        { password: secret },
        elsewhere(),
      )
      return body.error ?? String(status)
    }
    const person = await world.signIn(company.user)
    for (let guess = 0; guess < freeGuesses; guess++)
      expect(await confirm(person, `Errada${guess}`)).toBe('ERR_WRONG_PASSWORD')
    expect(await confirm(person, 'Errada9')).toBe('ERR_TOO_MANY_REQUESTS')
    clock.advance(1)
    expect(await confirm(person, password), 'the right one, after its wait').toBe('200')
    expect(await confirm(person, 'Errada9')).toBe('ERR_WRONG_PASSWORD')
    expect(await confirm(person, password), 'counted on').toBe('ERR_TOO_MANY_REQUESTS')
    const fresh = await world.signIn(company.user)
    expect(await confirm(fresh, 'Errada9'), 'forgiven by signing in').toBe('ERR_WRONG_PASSWORD')
    expect(await confirm(fresh, password)).toBe('200')
  })
})
