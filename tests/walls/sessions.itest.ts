import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { socketEvents } from '@recado/contracts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessTokenSeconds, AccessTokens } from '../../core/src/access/access-token.ts'
import { postLogin } from '../../core/src/access/captcha/solve.rig.ts'
import { newId } from '../../core/src/base/ids.ts'
import { MovableClock } from '../conversation/acts.rig.ts'
import { eventually, password, Person, testApp, type TestApp } from '../harness/app.ts'
import type { TestUser } from '../harness/tenants.ts'

/*
 * What a session can be tricked with: copied credentials, forged tokens, foreign cookies, foreign pages, and being
 * over.
 */

let world: TestApp
const clock = new MovableClock()
beforeAll(async () => {
  world = await testApp({ channel: 'webchat', app: { clock } })
})
afterAll(() => world.close())

/** A browser that is signed in: its person, and its cookie. */
interface Browser {
  readonly person: Person
  cookie: string
}
interface Answer {
  readonly status: number
  readonly error: string | undefined
  readonly token: string | undefined
  readonly cookie: string | undefined
}

async function post(path: string, headers: Record<string, string>, body: object = {}): Promise<Answer> {
  const response = await fetch(world.base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { error?: string; token?: string }
  const set = response.headers.getSetCookie().find((line) => line.startsWith('jrt='))
  return {
    status: response.status,
    error: answer.error,
    token: answer.token,
    cookie: set && /^jrt=([^;]*)/.exec(set)?.[1],
  }
}

async function browser(user: TestUser): Promise<Browser> {
  const response = await postLogin(world.base, { email: user.email, password })
  const cookie = /^jrt=([^;]*)/.exec(response.headers.getSetCookie().find((line) => line.startsWith('jrt='))!)![1]!
  return { person: new Person(world.base, (await response.json()) as Person['login']), cookie }
}

const refresh = (cookie: string, body: object = {}, headers: Record<string, string> = {}) =>
  post('/auth/refresh_token', { cookie: `jrt=${cookie}`, ...headers }, body)
const ended = '401 ERR_SESSION_ENDED'
const said = ({ status, error }: Pick<Answer, 'status' | 'error'>): string => `${status} ${error ?? ''}`.trim()
const works = async (person: Pick<Person, 'call'>) => {
  const { status, body } = await person.call<{ error?: string }>('GET', '/auth/session')
  return said({ status, error: body.error })
}
/** As if the last refresh had been longer ago than tabs and lost answers need. */
const graceOver = (sessionId: string) =>
  world.database.owner`update core.session set rotated_at = rotated_at - interval '11 seconds' where id = ${sessionId}`
const replays = async (sessionId: string) =>
  (await world.database.owner`select 1 from core.audit_log where action = 'session.replay' and subject = ${sessionId}`)
    .length

describe('a refresh credential that was copied', () => {
  test('S7-008 twenty tabs at once get one successor, and none of them ends the session', async () => {
    const { person, cookie } = await browser(world.a.user)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(cookie)))
    expect(new Set(answers.map(said))).toEqual(new Set(['200']))
    expect(new Set(answers.map((answer) => answer.cookie)).size).toBe(1)
    expect(await works(person)).toBe('200')
    expect(await replays(person.login.sessionId)).toBe(0)
  })

  test('used late, after its owner went on, ends the session for both, on every transport, and is written down', async () => {
    const { person, cookie } = await browser(world.a.user)
    const { socket } = await person.listen()
    const next = await refresh(cookie)
    await graceOver(person.login.sessionId)
    const closed = new Promise((resolve) => socket.once('disconnect', resolve))
    const began = performance.now()
    expect(said(await refresh(cookie))).toBe(ended)
    await closed
    expect(performance.now() - began).toBeLessThan(1_000)
    expect(said(await refresh(next.cookie!))).toBe(ended)
    expect(await works(person)).toBe(ended)
    expect(await replays(person.login.sessionId)).toBe(1)
  })

  test('used first by the thief, is noticed when its owner comes', async () => {
    const { person, cookie } = await browser(world.a.user)
    const stolen = await refresh(cookie)
    const again = await refresh(stolen.cookie!)
    expect(said(again)).toBe('200')
    expect(said(await refresh(cookie)), 'two refreshes ago is no lost answer').toBe(ended)
    expect(said(await refresh(again.cookie!))).toBe(ended)
    expect(await works(person)).toBe(ended)
  })

  test('however many use it at once, there is one line of successors', async () => {
    const { person, cookie } = await browser(world.a.user)
    const first = await Promise.all(Array.from({ length: 5 }, () => refresh(cookie)))
    const second = await Promise.all(first.map((answer) => refresh(answer.cookie!)))
    expect(new Set(second.map((answer) => answer.cookie)).size).toBe(1)
    const [row] = await world.database.owner<
      { live: number }[]
    >`select count(*)::int as live from core.session where user_id = ${world.a.user.id} and ended_at is null`
    expect(row!.live).toBe(1)
    expect(await works(person)).toBe('200')
  })

  test('of another company opens nothing with the ids of this one', async () => {
    const mine = await browser(world.a.user)
    const theirs = await browser(world.b.user)
    expect(said(await refresh(theirs.cookie, { userId: mine.person.login.userId }))).toBe(ended)
    const [sessionId, secret, seal] = theirs.cookie.split('.')
    for (const forged of [
      `${mine.person.login.sessionId}.${secret}.${seal}`,
      `${sessionId}.${secret}`,
      `${sessionId}.${secret}.${'A'.repeat(22)}`,
      `${sessionId}.${randomBytes(32).toString('base64url')}.${seal}`,
    ])
      expect(said(await refresh(forged))).toBe(ended)
    expect([await works(mine.person), await works(theirs.person)]).toEqual(['200', '200'])
  })
})

describe('an access token', () => {
  const base64 = (value: object | string | Buffer): string =>
    Buffer.from(typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value)).toString(
      'base64url',
    )
  const keyOf = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', world.database.secret, '', purpose, 32))
  const write = (header: object, claims: object, key: Buffer | null, hash = 'sha256'): string => {
    const text = `${base64(header)}.${base64(claims)}`
    return `${text}.${key === null ? '' : base64(createHmac(hash, key).update(text).digest())}`
  }
  const now = () => Math.floor(clock.now().getTime() / 1_000)

  /** What may be wrong with a token, with what it says otherwise right. */
  const forgeries = (
    { userId, tenantId, sessionId }: Person['login'],
    other: Person['login'],
  ): Record<string, string> => {
    const claims = { sub: userId, tid: tenantId, sid: sessionId, iat: now(), exp: now() + 600 }
    const header = { alg: 'HS256', typ: 'JWT' }
    const key = keyOf('recado access token')
    return {
      'no algorithm': write({ alg: 'none', typ: 'JWT' }, claims, null),
      'no algorithm, capitals': write({ alg: 'None', typ: 'JWT' }, claims, null),
      'no algorithm but a signature': write({ alg: 'none', typ: 'JWT' }, claims, key),
      'another key': write(header, claims, randomBytes(32)),
      'an empty key': write(header, claims, Buffer.alloc(0)),
      'the key of the cookies': write(header, claims, keyOf('recado refresh credential')),
      'the secret itself': write(header, claims, Buffer.from(world.database.secret)),
      'another algorithm with the right key': write({ alg: 'HS512', typ: 'JWT' }, claims, key, 'sha512'),
      'an algorithm that it is not': write({ alg: 'RS256', typ: 'JWT' }, claims, key),
      'another type': write({ alg: 'HS256', typ: 'at+jwt' }, claims, key),
      'a key of its own': write({ ...header, jwk: { kty: 'oct', k: base64('mine') } }, claims, Buffer.from('mine')),
      'a key by address': write(
        { ...header, jku: 'https://evil.test/keys', kid: '../../dev/null' },
        claims,
        Buffer.alloc(0),
      ),
      'an unknown critical header': write({ ...header, crit: ['b64'], b64: false }, claims, key),
      'no end': write(header, { ...claims, exp: undefined }, key),
      'an end in words': write(header, { ...claims, exp: 'never' }, key),
      'the company of another': write(header, { ...claims, tid: other.tenantId }, key),
      'the user of another': write(header, { ...claims, sub: other.userId }, key),
      'the session of another': write(header, { ...claims, sid: other.sessionId }, key),
      'no session': write(header, { ...claims, sid: undefined }, key),
      'not yet valid': write(header, { ...claims, nbf: now() + 600 }, key),
      nothing: '',
      'three dots': '..',
      'four parts': `${write(header, claims, key)}.x`,
      'a signature cut off': write(header, claims, key).slice(0, -4),
      'a claim changed': write(header, claims, key).replace(
        /\.(.*)\./,
        `.${base64({ ...claims, tid: other.tenantId })}.`,
      ),
    }
  }
  const onSocket = (token: string, sessionid: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = io(world.base, {
        auth: { token, sessionid },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      })
      socket.once('connect', () => {
        resolve('connected')
        socket.disconnect()
      })
      socket.once('connect_error', (error) => {
        resolve(error.message)
        socket.disconnect()
      })
    })
  const onHttp = async (token: string, sessionid: string): Promise<string> => {
    const response = await fetch(`${world.base}/tickets?status[]=open`, {
      headers: { authorization: `Bearer ${token}`, sessionid },
    })
    return said({ status: response.status, error: ((await response.json()) as { error?: string }).error })
  }

  test('S7-004 S7-005 that is forged in any way opens nothing, on no transport', async () => {
    const [mine, theirs] = [(await browser(world.a.user)).person.login, (await browser(world.b.user)).person.login]
    for (const [what, token] of Object.entries(forgeries(mine, theirs))) {
      expect(await onHttp(token, mine.sessionId), what).toBe(ended)
      expect(await onHttp(token, theirs.sessionId), `${what}, with the other session`).toBe(ended)
      expect(await onSocket(token, mine.sessionId), what).toBe('ERR_SESSION_ENDED')
    }
    expect([
      await onHttp(mine.token, theirs.sessionId),
      await onSocket(mine.token, theirs.sessionId),
      await onHttp(theirs.token, mine.sessionId),
      await onSocket(theirs.token, mine.sessionId),
    ]).toEqual([ended, 'ERR_SESSION_ENDED', ended, 'ERR_SESSION_ENDED'])
    expect([await onHttp(mine.token, mine.sessionId), await onSocket(mine.token, mine.sessionId)]).toEqual([
      '200',
      'connected',
    ])
  })

  test('S8-018 is good to its last second and expired one later, on every transport', async () => {
    const { person, cookie } = await browser(world.a.user)
    const { userId, tenantId, sessionId } = person.login
    const token = await new AccessTokens(world.database.secret, {
      now: () => new Date(clock.now().getTime() - (accessTokenSeconds - 20) * 1_000),
    }).sign({ userId, tenantId, sessionId })
    expect(await onHttp(token, sessionId)).toBe('200')
    clock.advance(21_000)
    expect([await onHttp(token, sessionId), await onSocket(token, sessionId)]).toEqual([
      '403 ERR_SESSION_EXPIRED',
      'ERR_SESSION_EXPIRED',
    ])
    clock.reset()
    expect(said(await refresh(cookie))).toBe('200')
  })

  test('outlives its session on no transport: within a second of any end', async () => {
    const ends: Record<string, (of: Browser) => Promise<unknown>> = {
      'signing out': ({ person, cookie }) => post('/auth/logout', { cookie: `jrt=${cookie}`, ...person.credentials }),
      'signing in elsewhere': () => browser(world.a.user),
    }
    for (const [what, end] of Object.entries(ends)) {
      const one = await browser(world.a.user)
      const { socket } = await one.person.listen()
      const told: string[] = []
      socket.on(socketEvents(world.a.id).session, ({ code }: { code: string }) => told.push(code))
      await end(one)
      const since = performance.now()
      expect(await works(one.person), what).toMatch(/^401 ERR_SESSION_(ENDED|OTHER_DEVICE)$/)
      await eventually(() => socket.disconnected)
      expect(performance.now() - since, what).toBeLessThan(1_000)
      expect(told, what).toHaveLength(1)
      expect(said(await refresh(one.cookie)), what).toMatch(/^401/)
    }
  })

  test('is found out within a second when the session or the account ended behind the node’s back', async () => {
    const { owner } = world.database
    for (const [end, undo] of [
      [owner`update core.session set ended_at = now() where user_id = ${world.a.user.id} and ended_at is null`, null],
      [
        owner`update core.user_account set is_active = false where id = ${world.a.user.id}`,
        owner`update core.user_account set is_active = true where id = ${world.a.user.id}`,
      ],
      [
        owner`update core.tenant set status = 'inactive' where id = ${world.a.id}`,
        owner`update core.tenant set status = 'active' where id = ${world.a.id}`,
      ],
    ] as const) {
      const { person } = await browser(world.a.user)
      expect(await works(person)).toBe('200')
      await end
      const since = performance.now()
      await eventually(
        () => works(person),
        (outcome) => outcome.startsWith('401'),
      )
      expect(performance.now() - since).toBeLessThan(1_500)
      await undo
    }
  })
})

describe('the cookie', () => {
  test('is worth nothing twice: one that a neighbouring host put beside it decides nothing', async () => {
    const mine = await browser(world.a.user)
    const theirs = await browser(world.b.user)
    for (const cookie of [
      `jrt=${theirs.cookie}; jrt=${mine.cookie}`,
      `jrt=${mine.cookie}; jrt=${theirs.cookie}`,
      `jrt=; jrt=${mine.cookie}`,
    ])
      expect(said(await post('/auth/refresh_token', { cookie }))).toBe(ended)
    expect([await works(mine.person), await works(theirs.person)]).toEqual(['200', '200'])
    expect(said(await post('/auth/refresh_token', { cookie: `jrt=${mine.cookie}; jrt=${mine.cookie}; other=1` }))).toBe(
      '200',
    )
  })

  test('alone opens no route but those of signing in and out', async () => {
    const { cookie } = await browser(world.a.user)
    for (const path of ['/auth/session', '/tickets?status[]=open', '/api/shell/manifest', '/users'])
      expect((await fetch(world.base + path, { headers: { cookie: `jrt=${cookie}` } })).status, path).toBe(401)
    expect((await fetch(`${world.base}/auth/refresh_token`, { headers: { cookie: `jrt=${cookie}` } })).status).toBe(404)
  })

  test('serves pages of this installation only, whatever a foreign page says of itself', async () => {
    const sites = [undefined, 'same-origin', 'same-site', 'cross-site', 'none', 'SAME-ORIGIN', ''] as const
    const origins = [
      undefined,
      'own',
      'null',
      'https://evil.test',
      `${world.base}.evil.test`,
      `${world.base.replace('127.0.0.1', '127.0.0.1.evil.test')}`,
      'http://127.0.0.1:1',
      'javascript:1',
      '',
    ] as const
    for (const path of ['/auth/refresh_token', '/auth/logout', '/auth/login/']) {
      for (const site of sites) {
        for (const origin of origins) {
          const headers = {
            ...(site !== undefined && { 'sec-fetch-site': site }),
            ...(origin !== undefined && { origin: origin === 'own' ? world.base : origin }),
          }
          const own = site === undefined ? origin === undefined || origin === 'own' : site === 'same-origin'
          // A cookie that this installation never gave: what is asked here is only whether the request gets that far.
          const answer = await post(
            path,
            { cookie: `jrt=${newId()}.${'A'.repeat(43)}.${'A'.repeat(22)}`, ...headers },
            path === '/auth/login/' ? { email: 'nobody@nowhere.test', password: 'x' } : {},
          )
          const outcome = `${path} from ${site ?? 'an old browser'}, ${origin ?? 'no origin'}: ${said(answer)}`
          if (own) expect(outcome).not.toContain('ERR_NO_PERMISSION')
          else expect(outcome).toMatch(/: 403 ERR_NO_PERMISSION$/)
        }
      }
    }
  })

  test('of a foreign page does not even end the session', async () => {
    const { person, cookie } = await browser(world.a.user)
    expect(said(await post('/auth/logout', { cookie: `jrt=${cookie}`, 'sec-fetch-site': 'cross-site' }))).toBe(
      '403 ERR_NO_PERMISSION',
    )
    expect(await works(person)).toBe('200')
  })
})
