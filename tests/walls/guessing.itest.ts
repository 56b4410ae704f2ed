import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { solved } from '../../core/src/access/captcha/solve.rig.ts'
import { createRateLimiter, defaultBudgets } from '../../core/src/http/rate.ts'
import { password, testApp, type TestApp } from '../harness/app.ts'

/* Guessing: one account from everywhere, all accounts from one place, and what answers and their time tell. */

let world: TestApp
/** Stands still within a test: how many guesses are let through must not follow from how long they take. */
const clock = {
  at: Date.now(),
  now: (): Date => new Date(clock.at),
  advance(ms: number): void {
    clock.at += ms
  },
}
/** A new network for every test, so that none pays for another's failures. */
let network = 0
const address = (host: number): string => `203.0.${network}.${host % 256}`
beforeAll(async () => {
  // Addresses are believed behind a proxy only; budgets of single addresses are the limiter's business and wide here.
  world = await testApp({
    hasProductPasswords: true,
    channel: 'webchat',
    app: {
      clock,
      publicUrl: 'https://recado.example',
      rate: createRateLimiter({ ...defaultBudgets, auth: {}, visitor: {} }),
    },
  })
})
afterAll(() => world.close())
beforeEach(() => {
  network++
  clock.at = Date.now()
})

interface Outcome {
  readonly status: number
  readonly error: string | undefined
  readonly text: string
  readonly ms: number
}
async function ask(path: string, body: object, from: string): Promise<Outcome> {
  const began = performance.now()
  const response = await fetch(world.base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    error: (JSON.parse(text) as { error?: string }).error,
    text: text.replace(/"requestId":"[^"]*"/, ''),
    ms: performance.now() - began,
  }
}
const guess = (email: string, from: string, more: object = {}) =>
  ask('/auth/login/', { email, password: 'Errada123', ...more }, from)
/** Signs in as a person would, with the slider when it is asked for. */
const enter = async (email: string, from: string): Promise<Outcome> => {
  const first = await ask('/auth/login/', { email, password }, from)
  return first.error === 'ERR_CAPTCHA_REQUIRED'
    ? ask('/auth/login/', { email, password, captcha: await solved(world.base, 'login') }, from)
    : first
}

describe('one account from everywhere', () => {
  test('is asked for the slider after a few guesses, whoever makes them', async () => {
    const outcomes: (string | undefined)[] = []
    for (let host = 1; host <= 30; host++) outcomes.push((await guess(world.a.user.email, address(host))).error)
    expect(outcomes.slice(0, 3)).toEqual(Array(3).fill('ERR_INVALID_CREDENTIALS'))
    expect(new Set(outcomes.slice(3))).toEqual(new Set(['ERR_CAPTCHA_REQUIRED']))
    expect((await enter(world.a.user.email, address(200))).status).toBe(200)
  })

  test('never keeps its owner out where they signed in before, however many sliders are solved', async () => {
    expect((await enter(world.b.user.email, address(1))).status).toBe(200)
    const outcomes: Outcome[] = []
    for (let host = 10; host < 40; host++)
      outcomes.push(await guess(world.b.user.email, address(host), { captcha: await solved(world.base, 'login') }))
    // Twenty are free for all addresses together; from then on the account waits.
    expect(outcomes.filter(({ error }) => error === 'ERR_INVALID_CREDENTIALS').length).toBeLessThanOrEqual(21)
    expect(outcomes.at(-1)!.error).toBe('ERR_TOO_MANY_REQUESTS')
    expect((await enter(world.b.user.email, address(99))).error, 'a new address waits like the others').toBe(
      'ERR_TOO_MANY_REQUESTS',
    )
    expect((await enter(world.b.user.email, address(1))).status).toBe(200)
  }, 120_000)

  test('nor elsewhere for more than a minute', async () => {
    for (let host = 10; host < 34; host++)
      await guess(world.a.colleague.email, address(host), { captcha: await solved(world.base, 'login') })
    expect((await enter(world.a.colleague.email, address(99))).error).toBe('ERR_TOO_MANY_REQUESTS')
    clock.advance(61_000)
    expect((await enter(world.a.colleague.email, address(99))).status).toBe(200)
  }, 120_000)
})

describe('all accounts from one place', () => {
  test('ends after some dozens, and nobody elsewhere notices', async () => {
    const outcomes: (string | undefined)[] = []
    for (let account = 0; account < 40; account++)
      outcomes.push(
        (
          await guess(
            `alguem${account}@nowhere.test`,
            address(7),
            account < 3 ? {} : { captcha: await solved(world.base, 'login') },
          )
        ).error,
      )
    expect(outcomes.filter((error) => error === 'ERR_INVALID_CREDENTIALS').length).toBeLessThanOrEqual(32)
    expect(outcomes.at(-1)).toBe('ERR_TOO_MANY_REQUESTS')
    expect((await enter(world.a.supervisor.email, address(8))).status).toBe(200)
  }, 120_000)

  test('gains nothing by guessing at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => guess(world.a.admin.email, address(9))))
    expect(outcomes.filter(({ error }) => error === 'ERR_INVALID_CREDENTIALS').length).toBeLessThanOrEqual(5)
  })

  test('a name written otherwise is the same account', async () => {
    const { email } = world.b.supervisor
    for (const same of [email, email.toUpperCase(), ` ${email} `])
      expect((await guess(same, address(10))).error).toBe('ERR_INVALID_CREDENTIALS')
    expect((await guess(email, address(11))).error).toBe('ERR_CAPTCHA_REQUIRED')
  })
})

describe('answers', () => {
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
  /** Both kinds in turn, so that a busy machine is busy for both. */
  async function compare(
    known: (n: number) => Promise<Outcome>,
    unknown: (n: number) => Promise<Outcome>,
    rounds: number,
  ): Promise<{ texts: Set<string>; apart: number; usual: number }> {
    const [one, other]: [Outcome[], Outcome[]] = [[], []]
    for (let n = 0; n < rounds; n++) {
      one.push(await known(n))
      other.push(await unknown(n))
    }
    const [a, b] = [median(one.map(({ ms }) => ms)), median(other.map(({ ms }) => ms))]
    return {
      texts: new Set([...one, ...other].map(({ status, text }) => `${status} ${text}`)),
      apart: Math.abs(a - b),
      usual: Math.min(a, b),
    }
  }
  // One address each, so that no delay begins; accounts that exist wait for nothing either.
  const from = (n: number, kind: number): string => `198.${kind}.${network}.${n}`

  test('S8-019 to a login, whether the account exists or not, are the same and take as long', async () => {
    const accounts = [world.a.admin, world.b.admin, world.b.colleague].map(({ email }) => email)
    // Two guesses at each, so that none is asked for the slider.
    const { texts, apart, usual } = await compare(
      (n) => guess(accounts[n % 3]!, from(n, 18)),
      (n) => guess(`x${n % 3}@nowhere.test`, from(n, 19)),
      6,
    )
    expect([...texts].filter((text) => !text.includes('ERR_CAPTCHA_REQUIRED'))).toEqual([
      '401 {"error":"ERR_INVALID_CREDENTIALS",}',
    ])
    expect(apart).toBeLessThan(Math.max(15, usual))
  })

  test('to a forgotten password are the same and take as long', async () => {
    const captchas = await Promise.all(Array.from({ length: 16 }, () => solved(world.base, 'reset')))
    const { texts, apart, usual } = await compare(
      (n) => ask('/auth/esquecisenha', { email: world.a.admin.email, captcha: captchas[n] }, from(n, 18)),
      (n) => ask('/auth/esquecisenha', { email: `x${n}@nowhere.test`, captcha: captchas[8 + n] }, from(n, 19)),
      8,
    )
    expect([...texts]).toEqual(['200 {}'])
    expect(apart).toBeLessThan(Math.max(15, usual))
  }, 60_000)

  test('S7-033 to asking for a passkey have the same shape', async () => {
    const shapes = await Promise.all(
      [world.a.admin.email, 'x@nowhere.test'].map(async (email) => {
        const { status, text } = await ask('/passkey/auth/options', { email }, address(3))
        const body = JSON.parse(text) as { options?: { allowCredentials?: { id: string; type: string }[] } }
        return {
          status,
          keys: Object.keys(body).toSorted(),
          options: Object.keys(body.options ?? {}).toSorted(),
          credentials: (body.options?.allowCredentials ?? []).map((one) => Object.keys(one).toSorted().join()),
        }
      }),
    )
    expect(shapes[0]!.status).toBe(200)
    expect({ ...shapes[0], credentials: shapes[0]!.credentials.length > 0 }).toEqual({
      ...shapes[1],
      credentials: shapes[1]!.credentials.length > 0,
    })
  })

  test('to a token that was never given are one refusal, whatever is wrong with it', async () => {
    const tokens = ['', 'x', 'A'.repeat(43), 'A'.repeat(200)]
    const texts = await Promise.all(
      tokens.map(async (token) => {
        const { status, error } = await ask(
          '/auth/redefinirsenha',
          { token, password: 'Senha1234', confirmPassword: 'Senha1234' },
          address(4),
        )
        return `${status} ${error}`
      }),
    )
    expect(new Set(texts).size).toBe(1)
    const programs = await Promise.all(
      ['rcd_x', `Bearer`, 'eyJ', 'A'.repeat(2_000)].map(async (token) => {
        const response = await fetch(`${world.base}/tags`, { headers: { authorization: `Bearer ${token}` } })
        return response.status
      }),
    )
    expect(new Set(programs)).toEqual(new Set([401]))
  })
})
