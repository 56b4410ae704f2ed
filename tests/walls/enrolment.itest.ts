import type { PluginInfo, SecondFactorState } from '@recado/contracts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, describe, expect, test } from 'vitest'
import { io } from 'socket.io-client'
import { eventually, type Person } from '../harness/app.ts'
import { call, nameOf } from './call.ts'
import { fixtures } from './fixtures/index.ts'
import { declaredHolders, type Actor } from './rights.ts'
import { buildWalls } from './world.ts'

/*
 * A company that requires a second factor, and people of it who have none: over all mounted routes, over sockets and by
 * tokens of programs nothing is open to them but what enrolling takes. The neighbour requires nothing and notices
 * nothing.
 */

const walls = await buildWalls()
const { world } = walls
afterAll(() => walls.close())

/**
 * What enrolling takes: who one is, the notice, showing anew who one is, the authenticator app, a passkey. Signing out
 * is public.
 */
const open = [
  'GET /auth/session',
  'GET /auth/privacy-notice',
  'POST /auth/privacy-notice',
  'POST /auth/confirm',
  'POST /auth/confirm/passkey/options',
  'POST /auth/confirm/passkey/verify',
  'GET /auth/second-factor',
  'POST /auth/second-factor/begin',
  'POST /auth/second-factor/confirm',
  'GET /passkey/list',
  'POST /passkey/register/options',
  'POST /passkey/register/verify',
]
const refusal = 'ERR_SECOND_FACTOR_ENROLMENT'
const routes = world.app.http.routes
  .filter(({ spec }) => spec.access.kind === 'session')
  .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
const holds = declaredHolders(
  (await (await walls.person('admin'))!.ok<{ plugins: PluginInfo[] }>('GET', '/api/plugins')).plugins,
)

const users: readonly Actor[] = ['user', 'admin', 'master']
const people = new Map<Actor, Person>()
for (const actor of [...users, 'program'] as const) people.set(actor, (await walls.person(actor))!)
const [user, admin, program] = [people.get('user')!, people.get('admin')!, people.get('program')!]
const watching = await user.listen()

test('is open to everybody before the company asks for it', async () => {
  expect((await user.call('GET', '/tags')).status).toBe(200)
  expect((await program.call('GET', '/tags')).status).toBe(200)
  expect(await user.ok<SecondFactorState>('GET', '/auth/second-factor')).toMatchObject({ isMissing: false })
})

describe('once the company requires a second factor', () => {
  test('sessions, sockets and programs that are open already are closed at once', async () => {
    await admin.ok('PUT', '/settings/requireSecondFactor', { value: 'enabled' })
    for (const one of [user, admin, people.get('master')!])
      expect(await one.refused('GET', '/tags')).toBe(`403 ${refusal}`)
    expect(await program.refused('GET', '/tags'), 'the program of somebody who has none').toBe(`403 ${refusal}`)
    await eventually(
      () => watching.socket.connected,
      (connected) => !connected,
    )
    expect(await user.ok<SecondFactorState>('GET', '/auth/second-factor')).toMatchObject({ isMissing: true })
  })

  test.each(routes.map((route) => [nameOf(route), route] as const))('%s', async (name, route) => {
    const { access } = route.spec
    const permission = access.kind === 'session' ? access.permission : ''
    for (const actor of users) {
      const seen = await call(
        world.base,
        route,
        fixtures[name]!.call(walls.own, `e${actor}`),
        people.get(actor),
        'everything',
      )
      if (!holds(actor, permission)) expect(`${seen.status} ${seen.error}`, actor).toBe('403 ERR_NO_PERMISSION')
      else if (open.includes(name)) {
        expect(seen.status, seen.text).toBeLessThan(500)
        expect(seen.error, actor).not.toBe(refusal)
      } else expect(`${seen.status} ${seen.error}`, `${actor}: ${seen.text}`).toBe(`403 ${refusal}`)
    }
  })

  test('no socket opens', async () => {
    const socket = io(world.base, {
      auth: { token: user.login.token, sessionid: user.login.sessionId },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    const outcome = await new Promise<string>((resolve) => {
      socket.once('connect', () => resolve('connected'))
      socket.once('connect_error', ({ message }) => resolve(message))
    })
    socket.disconnect()
    expect(outcome).toBe(refusal)
  })

  test('a new sign-in by the password opens no more', async () => {
    const again = await world.signIn(world.a.supervisor)
    expect(await again.refused('GET', '/tickets')).toBe(`403 ${refusal}`)
    expect(await again.refused('PUT', `/users/${again.login.userId}`, { password: 'Outra1234x' })).toBe(
      `403 ${refusal}`,
    )
    expect(await again.refused('DELETE', `/auth/sessions/${again.login.sessionId}`)).toBe(`403 ${refusal}`)
  })

  test('the neighbour goes on', async () => {
    for (const one of Object.values(walls.neighbours)) expect((await one.call('GET', '/tags')).status).toBe(200)
  })

  test('everything is open from the moment of enrolling on, also to the programs of who enrolled, and to nobody else', async () => {
    const { secret } = await admin.ok<{ secret: string }>('POST', '/auth/second-factor/begin')
    expect(await admin.refused('GET', '/tags'), 'begun is not enrolled').toBe(`403 ${refusal}`)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await admin.ok('POST', '/auth/second-factor/confirm', { code })
    expect((await admin.call('GET', '/tags')).status).toBe(200)
    expect((await program.call('GET', '/tags')).status).toBe(200)
    expect(await user.refused('GET', '/tags')).toBe(`403 ${refusal}`)
    await admin.ok('PUT', '/settings/requireSecondFactor', { value: 'disabled' })
    expect((await user.call('GET', '/tags')).status).toBe(200)
    expect((await user.listen()).socket.connected).toBe(true)
  })
})
