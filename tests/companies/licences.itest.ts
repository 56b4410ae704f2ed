import { randomUUID } from 'node:crypto'
import {
  tiers,
  tierOfPath,
  type LicenceDetail,
  type PluginInfo,
  type ShellManifest,
  type Tier,
} from '@recado/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LicenceIssuer } from '../../core/src/tenants/licence-token.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'

let world: TestApp
let master: Person
let admin: Person
let offset = 0
beforeAll(async () => {
  world = await testApp({ app: { clock: { now: () => new Date(Date.now() + offset) } } })
  await world.database.owner`update core.user_account set is_master = true where id = ${world.b.admin.id}`
  master = await world.signIn(world.b.admin)
  admin = await world.signIn(world.a.admin)
})
afterAll(() => world.close())
beforeEach(async () => {
  await admin.ok('DELETE', '/license-detail')
})

const order = (parts: object = {}) => ({ tier: 'plus', ...parts })
const issue = async (parts: object = {}, tenantId: string = world.a.id) =>
  (await master.ok<{ token: string }>('POST', `/tenants/${tenantId}/licence`, order(parts))).token
const enter = (token: string, person = admin) =>
  person.call<{ data: LicenceDetail; error?: string }>('PUT', '/license-detail', { token })
const detail = async (person = admin) => (await person.ok<{ data: LicenceDetail }>('GET', '/license-detail/')).data
const type = async (person = admin) => (await person.ok<{ type: Tier }>('GET', '/auth/license-info')).type
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('the licence of a company', () => {
  it('S7-029 S7-030 license-info answers the tier and may be kept for five minutes; S7-031 license-detail answers data; as installed everything is included', async () => {
    const info = await admin.call<{ type: Tier }>('GET', '/auth/license-info')
    expect(info.body).toEqual({ type: 'premium' })
    expect(info.headers.get('cache-control')).toBe('private, max-age=300')
    expect(await detail()).toMatchObject({
      type: 'premium',
      status: 'active',
      state: 'none',
      plan: null,
      trialEndsAt: null,
      domain: null,
      expiresAt: null,
      limits: { users: null, connectedUsers: null, connections: null, contacts: null },
      use: { users: 4, activeQueues: 2, activeConnections: 1 },
    })
    expect(JSON.stringify(await admin.ok('GET', '/license-detail'))).not.toContain('token')
  })

  it('S6-033 S1-052 is entered by its administrator and counts at once, with the limits it names', async () => {
    const token = await issue({ limits: { users: 9 }, domain: 'localhost', expiresAt: inAnHour() })
    const { body } = await enter(token)
    expect(body.data).toMatchObject({
      type: 'plus',
      state: 'valid',
      domain: 'localhost',
      limits: { users: 9, contacts: null },
    })
    expect(await type()).toBe('plus')
    expect(await type(master)).toBe('premium')
    await admin.ok('DELETE', '/license-detail')
    expect(await detail()).toMatchObject({ type: 'premium', state: 'none' })
  })

  it('S6-018 is not entered by anybody else', async () => {
    const agent = await world.signIn(world.a.supervisor)
    expect(await agent.refused('PUT', '/license-detail', { token: 'x' })).toBe('403 ERR_NO_PERMISSION')
    expect(await agent.refused('DELETE', '/license-detail')).toBe('403 ERR_NO_PERMISSION')
    expect((await detail(agent)).type).toBe('premium')
  })

  it('asks for having shown who one is', async () => {
    offset = 6 * 60_000
    expect(await admin.refused('DELETE', '/license-detail')).toBe('403 ERR_CONFIRMATION_REQUIRED')
    expect(await master.refused('POST', `/tenants/${world.a.id}/licence`, order())).toBe(
      '403 ERR_CONFIRMATION_REQUIRED',
    )
    offset = 0
  })

  it('S8-089 is refused when it is somebody else’s, changed, or of an unknown issuer; nothing changes then', async () => {
    const own = await issue()
    const foreign = await new LicenceIssuer('some other installation’s secret!!').sign({
      jti: randomUUID(),
      sub: world.a.id,
      tier: 'premium',
      limits: {},
    })
    for (const token of [await issue({}, world.b.id), `${own.slice(0, -8)}AAAAAAAA`, foreign, 'no token'])
      expect(await enter(token)).toMatchObject({ status: 422, body: { error: 'ERR_LICENSE_INVALID' } })
    expect(await detail()).toMatchObject({ state: 'none', type: 'premium' })
  })

  it('S8-090 S8-092 S8-093 is refused when it has expired, is for another domain, or its code was taken back', async () => {
    expect((await enter(await issue({ expiresAt: '2020-01-01T00:00:00Z' }))).body.error).toBe('ERR_LICENSE_EXPIRED')
    expect((await enter(await issue({ domain: 'desk.example.com' }))).body.error).toBe('ERR_LICENSE_INVALID_DOMAIN')
    const unknown = await new LicenceIssuer(world.database.secret).sign({
      jti: randomUUID(),
      sub: world.a.id,
      tier: 'plus',
      limits: {},
    })
    expect((await enter(unknown)).body.error).toBe('ERR_LICENSE_INVALID_CODE')
  })

  it('of another issuer counts once that issuer is listed', async () => {
    const issuer = new LicenceIssuer('some other installation’s secret!!')
    const token = await issuer.sign({ jti: 'their-own-code', sub: '*', tier: 'basic', limits: {} })
    await world.database.owner`
      insert into platform.global_setting (key, value)
      values ('licenceIssuers', ${world.database.owner.json([issuer.publicKey])})`
    await world.restart()
    expect((await enter(token)).status).toBe(200)
    expect(await detail()).toMatchObject({ state: 'valid', type: 'basic' })
    await world.database.owner`delete from platform.global_setting where key = 'licenceIssuers'`
  })

  it('S4-129 S4-133 is judged anew when a node starts: one whose code was taken back leaves the free tier', async () => {
    await enter(await issue())
    await world.database.owner`update platform.issued_licence set revoked_at = now()`
    await world.restart()
    expect(await eventually(detail, ({ state }) => state === 'invalidCode')).toMatchObject({
      type: 'free',
      state: 'invalidCode',
    })
    await world.database.owner`update core.licence set token = 'torn'`
    await world.restart()
    expect(await eventually(detail, ({ state }) => state === 'invalid')).toMatchObject({
      type: 'free',
      state: 'invalid',
    })
  })

  it('S4-130 S4-132 expires by itself, and is none at another address', async () => {
    await enter(await issue({ expiresAt: inAnHour() }))
    await world.database.owner`update core.licence set expires_at = now() - interval '1 second'`
    expect(await detail()).toMatchObject({ type: 'free' })
    await world.database
      .owner`update core.queue set is_active = false where tenant_id = ${world.a.id} and id = ${world.a.support}`
    await world.database.owner`update core.user_account set is_active = false where id = ${world.a.colleague.id}`
    expect(await detail()).toMatchObject({ state: 'expired' })
    await world.database.owner`update core.licence set state = 'invalidDomain'`
    expect(await detail()).toMatchObject({ type: 'free', state: 'invalidDomain' })
    await world.database.owner`update core.queue set is_active = true where tenant_id = ${world.a.id}`
    await world.database.owner`update core.user_account set is_active = true where id = ${world.a.colleague.id}`
  })

  it('another tier is pushed to the company’s own sockets alone, the same tier is not', async () => {
    const mine = await admin.listen()
    const theirs = await master.listen()
    await enter(await issue({ tier: 'premium' }))
    await enter(await issue({ tier: 'basic' }))
    await mine.next(`${world.a.id}:licence`)
    expect(mine.received.filter((push) => push.event.endsWith(':licence'))).toHaveLength(1)
    expect(theirs.received.some((push) => push.event.endsWith(':licence'))).toBe(false)
  })

  it('the public key is the master’s to see', async () => {
    expect(
      Buffer.from((await master.ok<{ publicKey: string }>('GET', '/license-issuer')).publicKey, 'base64url'),
    ).toHaveLength(32)
    expect(await admin.refused('GET', '/license-issuer')).toBe('403 ERR_NO_PERMISSION')
  })
})

describe('S5-031 S6-033 what asks for a tier', () => {
  it('S9-090 templates: below PLUS no call that manages them, no command, and a page that says what it needs; sending approved ones goes on', async () => {
    const manifest = () => admin.ok<ShellManifest>('GET', '/api/shell/manifest')
    const of = ({ plugins }: ShellManifest) => plugins.find((plugin) => plugin.id === 'waba')!
    expect(of(await manifest()).commands.map((command) => command.path)).toContain('/configuracoes/templates')
    await enter(await issue({ tier: 'basic' }))
    const below = of(await manifest())
    expect(below.commands).toEqual([])
    const [templates, ...others] = below.pages.toSorted((one, other) => Number(!one.tier) - Number(!other.tier))
    expect(templates).toMatchObject({ path: '/configuracoes/templates', tier: 'plus' })
    // The sign-up of numbers is no part of them.
    expect(others.map(({ path }) => path)).toEqual(['/configuracoes/whatsapp-oficial'])
    for (const [method, path] of [
      ['POST', '/templates'],
      ['GET', '/p/waba/templates/syncs'],
      ['DELETE', `/templates/${randomUUID()}`],
    ] as const)
      expect(await admin.refused(method, path, method === 'POST' ? {} : undefined), path).toBe('403 ERR_TIER_REQUIRED')
    expect((await admin.call('GET', '/templates')).status).toBe(200)
    await enter(await issue({ tier: 'plus' }))
    expect(await admin.refused('DELETE', `/templates/${randomUUID()}`)).toMatch(/^404/)
  })

  it('every page at one of the product’s paths asks for at least what the table says, and so does every call that changes something there', async () => {
    const { plugins } = await admin.ok<ShellManifest>('GET', '/api/shell/manifest')
    const tierOf = new Map(
      (await admin.ok<{ plugins: PluginInfo[] }>('GET', '/api/plugins')).plugins.map((plugin) => [
        plugin.id,
        plugin.tier,
      ]),
    )
    const rank = (tier: Tier) => tiers.indexOf(tier)
    const asks = (own: Tier | undefined, owner: string): Tier =>
      rank(own ?? 'free') > rank(tierOf.get(owner) ?? 'free') ? own! : (tierOf.get(owner) ?? 'free')
    const pages = plugins.flatMap((plugin) =>
      plugin.pages.map((page) => ({ what: page.path, asks: asks(page.tier, plugin.id) })),
    )
    const calls = world.app.http.routes
      .filter(
        (route) =>
          route.spec.access.kind === 'session' && route.spec.method !== 'GET' && !route.path.includes('/media'),
      )
      .map((route) => ({ what: route.path.replace(/^\/api\//, '/'), asks: asks(route.spec.tier, route.owner) }))
    const loose = [...pages, ...calls].filter(({ what, asks: asked }) => rank(asked) < rank(tierOfPath(what)))
    expect(loose).toEqual([])
    expect(pages.map((page) => page.what)).toContain('/configuracoes/templates')
  })
})
