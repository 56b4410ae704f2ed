import { socketEvents, type SessionEnding, type UserPush } from '@recado/contracts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestTenant, TestUser } from '../../../tests/harness/tenants.ts'
import { accessRig, password, type AccessRig, type Client } from '../access/access.rig.ts'
import { tenantChangedTopic } from '../topics/tenants.ts'
import type { Realtime } from './realtime.ts'
import { createRealtime } from './socket-server.ts'

let rig: AccessRig
let realtime: Realtime
const sockets: Socket[] = []
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

beforeAll(async () => {
  rig = await accessRig()
  realtime = createRealtime({
    server: rig.listener.server,
    bus: rig.bus,
    log,
    visibilityOf: (tenantId) => rig.settings.visibility(tenantId),
    authenticate: (token, sessionId) => rig.sockets.authenticate(token, sessionId),
    review: (ids) => rig.sockets.review(ids),
  })
  rig.presence(realtime)
})
afterAll(async () => {
  await realtime.close()
  await rig.close()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})

interface Page {
  readonly socket: Socket
  readonly client: Client
  readonly ended: string[]
  readonly endings: SessionEnding[]
  readonly users: UserPush[]
}

function open(tenant: TestTenant, client: Client): Page {
  const socket = io(rig.base, {
    auth: { token: client.token, sessionid: client.sessionId },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  sockets.push(socket)
  const page: Page = { socket, client, ended: [], endings: [], users: [] }
  const names = socketEvents(tenant.id)
  socket.on(names.session, ({ code }: { code: string }) => page.ended.push(code))
  socket.on(names.ending, (ending: SessionEnding) => page.endings.push(ending))
  socket.on(names.user, (push: UserPush) => page.users.push(push))
  return page
}
async function greeted(tenant: TestTenant, client: Client): Promise<Page> {
  const page = open(tenant, client)
  await new Promise<void>((resolve, reject) => {
    page.socket.once('connect_error', reject)
    page.socket.once(socketEvents('').hello, () => resolve())
  })
  return page
}
const refusal = (page: Page) =>
  new Promise<string>((resolve) => page.socket.once('connect_error', (error) => resolve(error.message)))
const pageOf = async (tenant: TestTenant, user: TestUser): Promise<Page> => greeted(tenant, await rig.signedIn(user))
const sql = () => rig.database.owner
const userChanged = (tenant: TestTenant, user: TestUser) =>
  rig.access.sessions.announceChange({ tenantId: tenant.id, userId: user.id })
const publish = (version: number | null) =>
  rig.globals.change(
    { tenantId: rig.a.id, userId: rig.a.admin.id },
    { privacyNotice: version && { version, text: { en: `Words ${version}.` } } },
  )

describe('the sockets of a session are closed within a second of what ends it', () => {
  const reasons: [what: string, code: string, act: (tenant: TestTenant, client: Client) => Promise<unknown>][] = [
    ['another sign-in', 'ERR_SESSION_OTHER_DEVICE', (tenant) => rig.signedIn(tenant.user)],
    ['signing out', 'ERR_SESSION_ENDED', (_, client) => client.call('POST', '/auth/logout')],
    [
      'being revoked by its owner',
      'ERR_SESSION_ENDED',
      (_, client) => client.call('DELETE', `/auth/sessions/${client.sessionId}`),
    ],
    [
      'being revoked by an administrator',
      'ERR_SESSION_ENDED',
      async (tenant) => (await rig.signedIn(tenant.admin)).call('DELETE', `/users/${tenant.user.id}/sessions`),
    ],
    [
      'the account being switched off',
      'ERR_USER_INACTIVE',
      async (tenant) => {
        await sql()`update core.user_account set is_active = false where id = ${tenant.user.id}`
        userChanged(tenant, tenant.user)
      },
    ],
    [
      'the account being deleted',
      'ERR_USER_DELETED',
      async (tenant) => {
        await sql()`update core.user_account set deleted_at = now() where id = ${tenant.user.id}`
        userChanged(tenant, tenant.user)
      },
    ],
    [
      'the company being switched off',
      'ERR_USER_INACTIVE',
      async (tenant) => {
        await sql()`update core.tenant set status = 'inactive' where id = ${tenant.id}`
        rig.bus.emit(tenantChangedTopic, { tenantId: tenant.id, licence: false })
      },
    ],
    [
      'the licence being blocked',
      'ERR_LICENSE_BLOCKED',
      async (tenant) => {
        await sql()`update core.tenant set blocked_at = now() where id = ${tenant.id}`
        rig.bus.emit(tenantChangedTopic, { tenantId: tenant.id, licence: false })
      },
    ],
    [
      'the end of the user’s hours',
      'ERR_LOGIN_HOURS_RESTRICTED',
      async (tenant) => {
        await sql()`
          update core.user_account set login_mode = 'scheduled', login_hours = '{}' where id = ${tenant.user.id}`
        userChanged(tenant, tenant.user)
      },
    ],
    ['a new privacy notice', 'ERR_LGPD_CONSENT', () => publish(1)],
    [
      'rejecting the privacy notice',
      'ERR_USER_INACTIVE',
      (_, client) => client.call('POST', '/auth/privacy-notice', { version: 1, accepted: false }),
    ],
  ]
  test.each(reasons)('%s', async (what, code, act) => {
    const tenant = await rig.newTenant('Socket')
    const client = await rig.signedIn(tenant.user)
    if (what === 'rejecting the privacy notice') await publish(1)
    const other = await pageOf(tenant, tenant.colleague).catch(() => undefined)
    const page =
      what === 'rejecting the privacy notice'
        ? await refusedUntilAccepted(tenant, client)
        : await greeted(tenant, client)
    const begun = performance.now()
    await act(tenant, client)
    await expect.poll(() => page.socket.connected, { interval: 10 }).toBe(false)
    expect(performance.now() - begun).toBeLessThan(1_500)
    expect(page.ended).toEqual([code])
    // A colleague stays, unless the whole company is meant, or everybody.
    if (other && !/company|licence|notice/.test(what)) expect(other.socket.connected).toBe(true)
    await publish(null)
  })

  /** S4-125: no push reaches who has not answered; with the answer they come. */
  async function refusedUntilAccepted(tenant: TestTenant, client: Client): Promise<Page> {
    expect(await refusal(open(tenant, client))).toBe('ERR_LGPD_CONSENT')
    expect((await client.call('POST', '/auth/privacy-notice', { version: 1, accepted: true })).status).toBe(200)
    return greeted(tenant, client)
  }
})

test('S6-031 who is signed in is told five minutes before the hours end, once', async () => {
  const tenant = await rig.newTenant('Aviso')
  const soon = new Date(Math.ceil((Date.now() + 3 * 60_000) / 60_000) * 60_000)
  // Hours that begin at midnight every day and end soon; in a zone where that is not around midnight.
  const hoursBehind = [23, 0].includes(soon.getUTCHours()) ? 6 : 0
  const end = new Date(soon.getTime() - hoursBehind * 3_600_000).toISOString().slice(11, 16)
  const hours = Object.fromEntries(
    ['0', '1', '2', '3', '4', '5', '6'].map((day) => [day, { full_day: { start: '00:00', end } }]),
  )
  await sql()`update core.tenant set time_zone = ${hoursBehind ? 'Etc/GMT+6' : 'UTC'} where id = ${tenant.id}`
  await sql()`
    update core.user_account set login_mode = 'scheduled', login_hours = ${sql().json(hours)}
     where id = ${tenant.user.id}`
  const page = await pageOf(tenant, tenant.user)
  const free = await pageOf(tenant, tenant.colleague)
  for (let again = 0; again < 3; again++) userChanged(tenant, tenant.user)
  await expect.poll(() => page.endings.length, { timeout: 3_000 }).toBeGreaterThan(0)
  userChanged(tenant, tenant.user)
  await page.client.call('GET', '/auth/session')
  expect(page.endings).toEqual([{ at: soon.toISOString(), code: 'ERR_LOGIN_HOURS_RESTRICTED' }])
  expect(free.endings).toEqual([])
})

test('S8-106 an open page keeps its user among the connected, and nobody signed in', async () => {
  const tenant = await rig.newTenant('Batida')
  const page = await pageOf(tenant, tenant.user)
  await sql()`
    update core.session set last_seen_at = now() - interval '20 minutes', connected_at = now() - interval '20 minutes'
     where id = ${page.client.sessionId!}`
  await rig.access.sessions.touch([page.client.sessionId!])
  await sql()`update core.tenant set max_connected_users = 1 where id = ${tenant.id}`
  expect((await rig.client().call('POST', '/auth/login', { email: tenant.admin.email, password })).body.error).toBe(
    'ERR_CONNECTED_USERS_LIMIT',
  )
  const [row] = await sql()`
    select last_seen_at < now() - interval '19 minutes' as resting from core.session
     where id = ${page.client.sessionId!}`
  expect(row!['resting']).toBe(true)
})

describe('S4-127 online and offline', () => {
  const change = (page: Page, user: TestUser, status: unknown) =>
    page.client.call('PUT', `/users/${user.id}/status`, { status })
  const statusIn = async (page: Page, user: TestUser) =>
    (await page.client.call<{ isOnline: boolean }>('GET', `/users/${user.id}`)).body.isOnline

  test('is said by users themselves and shown to colleagues at once, in no other company', async () => {
    const [ugo, sofia, bia] = [
      await pageOf(rig.a, rig.a.user),
      await pageOf(rig.a, rig.a.supervisor),
      await pageOf(rig.b, rig.b.user),
    ]
    expect((await change(ugo, rig.a.user, 'offline')).body).toEqual({ status: 'offline' })
    await expect
      .poll(() => sofia.users)
      .toContainEqual(
        expect.objectContaining({ type: 'user:update', payload: { id: rig.a.user.id, status: 'offline' } }),
      )
    expect(await statusIn(sofia, rig.a.user)).toBe(false)
    await change(ugo, rig.a.user, 'online')
    await expect.poll(() => sofia.users.at(-1)?.payload).toEqual({ id: rig.a.user.id, status: 'online' })
    expect(JSON.stringify(bia.users)).not.toContain(rig.a.user.id)
    for (const user of [rig.a.supervisor, rig.b.user])
      expect(await change(ugo, user, 'offline')).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } })
    expect((await change(ugo, rig.a.user, 'away')).status).toBe(422)
  })

  test('follows signing in and out', async () => {
    const sofia = await pageOf(rig.a, rig.a.supervisor)
    const caio = await rig.signedIn(rig.a.colleague)
    await expect.poll(() => sofia.users.at(-1)?.payload).toEqual({ id: rig.a.colleague.id, status: 'online' })
    await caio.call('POST', '/auth/logout')
    await expect.poll(() => sofia.users.at(-1)?.payload).toEqual({ id: rig.a.colleague.id, status: 'offline' })
  })

  test('nothing is told of hidden users', async () => {
    const tenant = await rig.newTenant('Oculto')
    await sql()`update core.user_account set is_hidden = true where id = ${tenant.user.id}`
    const [hidden, sofia] = [await pageOf(tenant, tenant.user), await pageOf(tenant, tenant.supervisor)]
    await change(hidden, tenant.user, 'offline')
    await change(sofia, tenant.supervisor, 'offline')
    await expect.poll(() => sofia.users.map(({ payload }) => payload.id)).toContain(tenant.supervisor.id)
    expect(sofia.users.map(({ payload }) => payload.id)).not.toContain(tenant.user.id)
  })
})
