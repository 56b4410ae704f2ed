import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorBody, LoginResult, SessionInfo } from '@recado/contracts'
import { handshakesPerMinute } from '../../core/src/realtime/limits.ts'
import { hookWorld, type HookChannel, type HookWorld } from '../conversation/far-side.ts'
import { password, Person } from '../harness/app.ts'
import type { TestUser } from '../harness/tenants.ts'

/* The edge of a node behind a proxy: who calls, by which address, with which cookie, and how often. */

const publicUrl = 'https://desk.example'
let world: HookWorld
beforeAll(async () => {
  world = await hookWorld({ publicUrl })
}, 60_000)
afterAll(() => world.close())

/** What the proxy appends to a header that the client began. */
const through = (client: string, forged?: string): Record<string, string> => ({
  'x-forwarded-for': forged === undefined ? client : `${forged}, ${client}`,
})
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(world.base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function enter(user: TestUser, headers: Record<string, string>): Promise<Person> {
  const answer = await post('/auth/login/', { email: user.email, password }, headers)
  expect(answer.status).toBe(200)
  return new Person(world.base, (await answer.json()) as LoginResult)
}
const addressOf = async (person: Person): Promise<string | null | undefined> =>
  (await person.ok<SessionInfo[]>('GET', '/auth/sessions')).find(({ current }) => current)?.ip

describe('the address of a caller', () => {
  test.each([
    ['a public one', '198.51.100.7', '198.51.100.7'],
    ['a private one', '10.0.0.5', '10.0.0.5'],
    ['one of a network of containers', '172.18.0.9', '172.18.0.9'],
    ['one with a port', '198.51.100.8:4711', '198.51.100.8'],
    ['one of IPv6', '2001:db8::7', '2001:db8::7'],
    ['IPv4 in IPv6', '::ffff:198.51.100.9', '198.51.100.9'],
  ])('is what the proxy appended, whatever the client sends: %s', async (_, client, seen) => {
    for (const [n, forged] of [
      undefined,
      '203.0.113.9',
      '127.0.0.1, ::1',
      'unknown, 8.8.8.8',
      ', ,',
      'a'.repeat(2_000),
    ].entries()) {
      expect(
        await addressOf(await enter(n % 2 === 0 ? world.a.user : world.b.user, through(client, forged))),
        forged?.slice(0, 30),
      ).toBe(seen)
    }
  })

  test('is the same in several lines of the header, and no other header says it', async () => {
    const headers = {
      'content-type': 'application/json',
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
      'cf-connecting-ip': '203.0.113.9',
      'true-client-ip': '203.0.113.9',
      'x-client-ip': '203.0.113.9',
    }
    const login = await new Promise<LoginResult>((resolve, reject) => {
      const sent = request(
        `${world.base}/auth/login/`,
        { method: 'POST', headers: { ...headers, 'x-forwarded-for': ['203.0.113.9', '192.168.0.1', '198.51.100.17'] } },
        (answer) => {
          const pieces: Buffer[] = []
          answer
            .on('data', (piece: Buffer) => pieces.push(piece))
            .on('end', () => resolve(JSON.parse(Buffer.concat(pieces).toString()) as LoginResult))
        },
      )
      sent.on('error', reject).end(JSON.stringify({ email: world.a.user.email, password }))
    })
    expect(await addressOf(new Person(world.base, login))).toBe('198.51.100.17')
  })

  test('is not changed to begin guessing anew, and nobody else pays for it', async () => {
    const guess = async (n: number, client: string, forged?: string) =>
      (
        (await (
          await post(
            '/auth/login/',
            { email: `nobody${n}@nowhere.test`, password: 'Errada123' },
            through(client, forged),
          )
        ).json()) as ErrorBody
      ).error
    const outcomes: string[] = []
    for (let n = 0; n < 6; n++) outcomes.push(await guess(n, '10.77.0.1', `203.0.113.${n}, 10.0.0.${n}`))
    expect(outcomes).toEqual([...Array(3).fill('ERR_INVALID_CREDENTIALS'), ...Array(3).fill('ERR_CAPTCHA_REQUIRED')])
    expect(await guess(9, '10.77.0.2')).toBe('ERR_INVALID_CREDENTIALS')
    expect(await addressOf(await enter(world.b.admin, through('10.77.0.3', '10.77.0.1')))).toBe('10.77.0.3')
  })
})

describe('webhooks that nobody knows', () => {
  const call = async (url: string, client: string, method: 'GET' | 'POST' = 'POST') => {
    const answer = await fetch(url, { method, headers: through(client), ...(method === 'POST' && { body: '{}' }) })
    return {
      status: answer.status,
      error: (JSON.parse((await answer.text()) || '{}') as Partial<ErrorBody>).error,
      wait: answer.headers.get('retry-after'),
    }
  }
  const wrongIn = ({ url, connectionId }: HookChannel): string[] => [
    url.replace(connectionId, randomUUID()),
    url.replace(connectionId, 'x'),
    url.replace(/[^/]+$/, randomUUID()),
    url.replace(/.$/, ''),
    url.replace('/hooks/hook/', '/hooks/other/'),
    `${url}x`,
  ]

  test('are 404 and after some dozens 429; calls that know their secret are always taken', async () => {
    const wrong = [world.channel, world.otherChannel].flatMap(wrongIn)
    const outcomes: string[] = []
    for (let n = 0; n < 72; n++) {
      const { status, error, wait } = await call(
        wrong[n % wrong.length]!,
        '198.51.100.66',
        n % 5 === 0 ? 'GET' : 'POST',
      )
      outcomes.push(`${status} ${error}`)
      if (status === 429) expect(Number(wait)).toBeGreaterThan(0)
    }
    expect(new Set(outcomes.slice(0, 60))).toEqual(new Set(['404 ERR_NOT_FOUND']))
    expect(new Set(outcomes.slice(60))).toEqual(new Set(['429 ERR_TOO_MANY_REQUESTS']))
    // From the same egress addresses of the provider as the mistakes: both companies' events go on.
    for (const [channel, name] of [
      [world.channel, 'a'],
      [world.otherChannel, 'b'],
    ] as const) {
      const event = {
        type: 'message',
        id: randomUUID(),
        chat: name,
        from: { id: name, name },
        text: 'Oi',
        at: new Date().toISOString(),
      }
      expect(await channel.post([event], { headers: through('198.51.100.66') })).toBe(200)
      expect(
        await channel.post([event], { headers: through('198.51.100.66'), secret: 'not the signing secret' }),
        'known by its secret, though not signed',
      ).toBe(401)
    }
    expect(await call(wrong[0]!, '198.51.100.67')).toMatchObject({ status: 404 })
  })

  test('do not spend the budget by calling a connection that is switched off', async () => {
    const off = await world.connect(world.b)
    await (await world.signIn(world.b.admin)).ok('DELETE', `/whatsappsession/${off.connectionId}`)
    const statuses: number[] = []
    for (let n = 0; n < 70; n++) statuses.push((await call(off.url, '198.51.100.68')).status)
    expect(new Set(statuses)).toEqual(new Set([404]))
  })
})

describe('sockets', () => {
  const open = async (client: string, forged?: string): Promise<number> => {
    const answer = await fetch(`${world.base}/socket.io/?EIO=4&transport=polling`, { headers: through(client, forged) })
    await answer.arrayBuffer()
    return answer.status
  }

  test('of one network are opened so many times in a minute; another one’s are let in', async () => {
    const statuses: number[] = []
    for (let n = 0; n < handshakesPerMinute + 40; n += 40)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 40 }, (_, each) => open('10.88.0.1', `203.0.113.${each}`)))),
      )
    expect(statuses.filter((status) => status === 200).length).toBe(handshakesPerMinute)
    expect(new Set(statuses.slice(handshakesPerMinute))).toEqual(new Set([403]))
    expect(await open('10.88.0.2')).toBe(200)
    expect((await fetch(`${world.base}/readyz`)).status).toBe(200)
  }, 60_000)
})

describe('cookies under https', () => {
  const cookiesOf = (answer: Response): Record<string, string> =>
    Object.fromEntries(
      answer.headers
        .getSetCookie()
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
  const enterWithCookie = async (user: TestUser, client: string) => {
    const answer = await post('/auth/login/', { email: user.email, password }, through(client))
    return { login: (await answer.json()) as LoginResult, cookies: cookiesOf(answer) }
  }
  const refresh = (cookie: string) => post('/auth/refresh_token', {}, { cookie })
  const valueOf = (cookie: string | undefined): string => cookie!.split(';', 1)[0]!

  test('have a prefix that browsers hold them to, and take the name of before away', async () => {
    for (const user of [world.a.user, world.b.user]) {
      const { cookies } = await enterWithCookie(user, '198.51.100.20')
      expect(cookies).toEqual({
        '__Secure-jrt': expect.stringMatching(
          /^[^;]+; Path=\/auth; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
        ),
        jrt: '; Path=/auth; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
      })
    }
  })

  test('of before the prefix still sign in, and are moved', async () => {
    const { login, cookies } = await enterWithCookie(world.a.user, '198.51.100.21')
    const moved = await refresh(`jrt=${valueOf(cookies['__Secure-jrt'])}`)
    expect(moved.status).toBe(200)
    const { token } = (await moved.json()) as { token: string }
    expect(await new Person(world.base, { ...login, token }).ok('GET', '/auth/session')).toMatchObject({
      userId: world.a.user.id,
    })
    expect(Object.keys(cookiesOf(moved))).toEqual(['__Secure-jrt', 'jrt'])
    expect((await refresh(`__Secure-jrt=${valueOf(cookiesOf(moved)['__Secure-jrt'])}`)).status).toBe(200)
  })

  test('that a neighbour in plain http put beside them decide nothing', async () => {
    const me = await enterWithCookie(world.a.user, '198.51.100.22')
    const mine = valueOf(me.cookies['__Secure-jrt'])
    const planted = valueOf((await enterWithCookie(world.b.user, '198.51.100.23')).cookies['__Secure-jrt'])
    const answer = await refresh(`jrt=${planted}; __Secure-jrt=${mine}; jrt=x`)
    expect(answer.status).toBe(200)
    const { token } = (await answer.json()) as { token: string }
    expect(await new Person(world.base, { ...me.login, token }).ok('GET', '/auth/session')).toMatchObject({
      userId: world.a.user.id,
    })
    expect((await refresh(`__Secure-jrt=${planted}; __Secure-jrt=${mine}`)).status, 'two of the name are none').toBe(
      401,
    )
    expect((await refresh(`__Host-jrt=${planted}`)).status).toBe(401)
  })

  test('are given, taken and read for pages of this installation only, on every route that does', async () => {
    const response = { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' }
    const answered = { id: 'x', rawId: 'x', type: 'public-key', response }
    const calls: Readonly<Record<string, object>> = {
      '/auth/login/': { email: 'nobody@nowhere.test', password: 'x' },
      '/auth/refresh_token': {},
      '/auth/logout': {},
      '/auth/sso/start': { email: 'nobody@nowhere.test' },
      '/auth/sso/finish': { code: 'x' },
      '/passkey/auth/verify': { challengeKey: 'x', response: answered },
    }
    const foreign: readonly Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://other.desk.example' },
      { origin: 'https://desk.example.evil.test' },
      { origin: 'http://desk.example' },
      { origin: 'null' },
    ]
    for (const [path, body] of Object.entries(calls)) {
      for (const headers of foreign) {
        const answer = await post(path, body, headers)
        const { error } = (await answer.json()) as ErrorBody
        expect(`${answer.status} ${error}`, `${path} ${JSON.stringify(headers)}`).toBe('403 ERR_NO_PERMISSION')
        expect(answer.headers.getSetCookie()).toEqual([])
      }
      const own = await post(path, body, { 'sec-fetch-site': 'same-origin', origin: publicUrl })
      expect(own.status, path).not.toBe(403)
    }
  })
})
