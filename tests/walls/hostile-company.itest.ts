import { randomUUID } from 'node:crypto'
import { masterPermissions } from '@recado/contracts'
import type * as z from 'zod'
import { afterAll, describe, expect, test } from 'vitest'
import type { BoundRoute } from '../../core/src/http/route.ts'
import type { Person } from '../harness/app.ts'
import { call, nameOf } from './call.ts'
import { fixtures } from './fixtures/index.ts'
import type { Sample } from './fixtures/fixture.ts'
import { stockUp } from './stock.ts'
import { buildWalls, canary, expectClean } from './world.ts'

/*
 * A company that means harm and knows everything about its neighbour: ids, cursors, keys, secrets that are not its own.
 */

const walls = await buildWalls()
const { world } = walls
afterAll(() => walls.close())
const { owner } = world.database
// A second row of everything, so that the neighbour's lists have a next page.
await stockUp(owner, { tenant: world.b, user: world.b.user, queue: world.b.sales, word: canary })
const before = await walls.sumOfOther()
const routes = world.app.http.routes
const route = (name: string): BoundRoute => routes.find((one) => nameOf(one) === name)!

/** An administrator of the neighbour, who reads what the canary stands in. */
const neighbour = walls.neighbours.admin
const me = async (): Promise<Person> => (await walls.person('admin'))!

describe('naming the neighbour', () => {
  const b = world.b.id
  const inQuery: readonly Record<string, string | readonly string[]>[] = [
    { tenantId: b },
    { 'tenantId[]': [b, world.a.id] },
    { tenant_id: b },
    { 'filter[tenantId]': b },
    { where: JSON.stringify({ tenantId: b }) },
    { 'viewer[tenantId]': b },
  ]
  const inBody: readonly object[] = [
    { tenantId: b },
    { tenantId: [b] },
    { tenant_id: b },
    { where: { tenantId: b } },
    { viewer: { tenantId: b } },
    { $or: [{ tenantId: b }] },
    { constructor: { prototype: { tenantId: b } } },
  ]

  test.each(
    routes
      .filter((one) => one.spec.access.kind === 'session' && one.spec.response !== 'bytes')
      .map((one) => [nameOf(one), one] as const),
  )('in what is sent to %s is refused or means nothing', async (name, target) => {
    const fixture = fixtures[name]!
    const good = (): Sample => fixture.call(walls.own, `n${randomUUID().slice(0, 8)}`)
    const asked: Sample[] = inQuery.map((more) => ({ ...good(), query: { ...good().query, ...more } }))
    const { body } = good()
    if (typeof body === 'object' && body !== null && !(body instanceof FormData))
      asked.push(...inBody.map((more) => ({ ...good(), body: { ...body, ...more } })))
    for (const sample of asked) {
      const { status, text } = await call(world.base, target, sample, {
        credentials: { ...(await me()).credentials, 'x-tenant-id': b, 'x-forwarded-host': `${b}.test` },
      })
      if (fixture.endsSession) await walls.forget('admin')
      expect(status, text).toBeLessThan(500)
    }
  })
})

describe('the neighbour’s places in lists', () => {
  // Masters look after all companies: to them there is no neighbour.
  const isMasters = (permission: string): boolean => (masterPermissions as readonly string[]).includes(permission)
  // What cannot be called well here has no list to lead into.
  const paged = routes
    .filter((one) => fixtures[nameOf(one)]?.refused === undefined)
    .filter(
      ({ spec }) =>
        spec.method === 'GET' &&
        spec.access.kind === 'session' &&
        !isMasters(spec.access.permission) &&
        Object.hasOwn((spec.query as z.ZodObject | undefined)?.shape ?? {}, 'cursor'),
    )

  /** Lists that answer nothing without being told of what. */
  const needsItsQuery = (name: string): boolean =>
    ['GET /ticket-board/tickets', 'GET /messages/search'].includes(name) || name.startsWith('GET /p/reports/')

  test('are there to be stolen', () => {
    expect(paged.length).toBeGreaterThan(5)
  })

  test.each(paged.map((one) => [nameOf(one), one] as const))(
    'of %s lead to nothing of the neighbour',
    async (name, target) => {
      const theirs = fixtures[name]!.call(walls.foreign, 'n')
      const limited = Object.hasOwn((target.spec.query as z.ZodObject).shape, 'limit')
      const path = target.path.replaceAll(/:([A-Za-z]+)/g, (_, param: string) => theirs.params![param]!)
      const page = await neighbour.call<Record<string, unknown>>(
        'GET',
        `${path}?${new URLSearchParams({
          ...(limited && { limit: '1' }),
          ...(name === 'GET /tickets' && { 'status[]': 'open' }),
          ...(needsItsQuery(name) && (theirs.query as Record<string, string>)),
        })}`,
      )
      expect(page.status).toBe(200)
      const cursor =
        typeof page.body?.['nextCursor'] === 'string'
          ? page.body['nextCursor']
          : Buffer.from(`2999-01-01T00:00:00.000Z~${walls.foreign.ticket}`).toString('base64url')
      for (const text of [
        cursor,
        `${cursor}x`,
        cursor.slice(0, -3),
        Buffer.from(`2999-01-01T00:00:00.000000Z~${walls.foreign.ticket}`).toString('base64url'),
        Buffer.from(JSON.stringify(['a', walls.foreign.ticket])).toString('base64url'),
        "' or 1=1 --",
      ]) {
        const mine = fixtures[name]!.call(walls.own, 'n')
        const { status } = await call(
          world.base,
          target,
          { ...mine, query: { ...mine.query, cursor: text } },
          await me(),
        )
        expect([200, 404, 422]).toContain(status)
      }
    },
  )
})

describe('files', () => {
  test('of the neighbour do not open with one’s own signature, whatever of the path is changed', async () => {
    const mine = await (await walls.person('admin'))!.ok<{ id: string }>('POST', '/p/quick-messages/fastreply', {
      key: `k${randomUUID().slice(0, 8)}`,
      message: 'Olá',
    })
    const form = new FormData()
    form.set('file', new File(['abc'], 'nota.txt', { type: 'text/plain' }))
    const { file } = await (
      await me()
    )
      .call<{ file: { url: string } }>('PUT', `/p/quick-messages/fastreply/${mine.id}/file`, form)
      .then(({ body }) => body)
    const url = new URL(file.url, world.base)
    expect((await fetch(url)).status).toBe(200)
    const [, , tenant, media, name] = url.pathname.split('/') as [string, string, string, string, string]
    const e = url.searchParams.get('e')!
    const s = url.searchParams.get('s')!
    for (const path of [
      `/media/${world.b.id}/${media}/${name}?e=${e}&s=${s}`,
      `/media/${tenant}/${walls.foreign.media}/${name}?e=${e}&s=${s}`,
      `/media/${world.b.id}/${walls.foreign.media}/${name}?e=${e}&s=${s}`,
      `/media/${tenant}/${media}/x${name}?e=${e}&s=${s}`,
      `/media/${tenant}/${media}/${name}?e=${Number(e) + 1}&s=${s}`,
      `/media/${tenant}/${media}/${name}?e=${e}&s=${s.slice(0, -1)}`,
      `/media/${tenant}/${media}/${name}?e=${e}`,
      `/media/${tenant}/${media}/${name}?e=&s=`,
      `/media/${tenant}/..%2f${world.b.id}%2f${media}/${name}?e=${e}&s=${s}`,
      `/media/${tenant}/${media}/..%2f..%2f..%2fetc%2fpasswd?e=${e}&s=${s}`,
      `/media/${tenant}%00/${media}/${name}?e=${e}&s=${s}`,
    ]) {
      const answer = await fetch(world.base + path)
      const text = await answer.text()
      expect([404, 422], path).toContain(answer.status)
      expectClean(path, text)
    }
  })
})

describe('keys and secrets', () => {
  test('an Idempotency-Key of the neighbour repeats nothing of theirs', async () => {
    const key = randomUUID()
    const name = `Fila ${key}`
    const theirs = await neighbour.call<{ id: string }>(
      'POST',
      '/queue',
      { queue: name, color: '#112233' },
      { 'idempotency-key': key },
    )
    const mine = await (
      await me()
    ).call<{ id: string }>('POST', '/queue', { queue: name, color: '#112233' }, { 'idempotency-key': key })
    const colleague = await (await walls.person('master'))!.call<{ id: string }>(
      'POST',
      '/queue',
      { queue: `${name} 2`, color: '#112233' },
      { 'idempotency-key': key },
    )
    expect([theirs.status, mine.status, colleague.status]).toEqual([200, 200, 200])
    expect(new Set([theirs.body.id, mine.body.id, colleague.body.id]).size).toBe(3)
    expect([mine.headers.get('idempotency-replayed'), colleague.headers.get('idempotency-replayed')]).toEqual([
      null,
      null,
    ])
    await owner`delete from core.queue where id = ${theirs.body.id}`
    await owner`delete from core.idempotency where tenant_id = ${world.b.id} and key = ${key}`
  })

  test('a webhook of the neighbour does not open with one’s own secret, nor through another plugin', async () => {
    await owner`update core.connection set is_active = true where id in (${walls.own.waba}, ${walls.foreign.waba})`
    const secretOf = async (id: string): Promise<string> =>
      (await owner<{ hook_secret: string }[]>`select hook_secret from core.connection where id = ${id}`)[0]!.hook_secret
    const [mine, theirs] = [await secretOf(walls.own.waba), await secretOf(walls.foreign.waba)]
    const hook = route('POST /hooks/:plugin/:connectionId/:secret')
    const outcome = async (plugin: string, connectionId: string, secret: string): Promise<string> => {
      const { status, text } = await call(world.base, hook, {
        params: { plugin, connectionId, secret },
        body: { object: 'whatsapp_business_account', entry: [] },
      })
      return `${status} ${text.replace(/"requestId":"[^"]*"/, '')}`
    }
    const nothing = await outcome('waba', randomUUID(), mine)
    expect(nothing).toMatch(/^404 /)
    for (const [plugin, connection, secret] of [
      ['waba', walls.foreign.waba, mine],
      ['waba', walls.foreign.waba, ''],
      ['waba', walls.foreign.waba, theirs.slice(0, -1)],
      ['waba', walls.foreign.waba, `${theirs}x`],
      ['sms', walls.foreign.waba, theirs],
      ['core', walls.foreign.waba, theirs],
      ['waba', walls.foreign.connection, theirs],
      ['waba', walls.own.waba, theirs],
    ] as const) {
      expect(await outcome(plugin, connection, secret || '-'), `${plugin} ${connection}`).toBe(nothing)
    }
    // The right secret is only the first door: what is not signed is refused all the same, and nothing is stored.
    expect(await outcome('waba', walls.foreign.waba, theirs)).toMatch(/^401 /)
    await owner`update core.connection set is_active = false where id in (${walls.own.waba}, ${walls.foreign.waba})`
  })

  test('a widget of the neighbour does not know one’s own visitors', async () => {
    const history = route('GET /p/webchat/c/:connectionId/history')
    const ask = (connectionId: string, token: string) =>
      call(world.base, history, {
        params: { connectionId },
        query: { before: '1' },
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await ask(walls.own.connection, walls.own.visitorToken)).status).toBe(200)
    for (const [connection, token] of [
      [walls.foreign.connection, walls.own.visitorToken],
      [walls.own.connection, walls.foreign.visitorToken],
      [walls.own.spareConnection, walls.own.visitorToken],
    ] as const)
      expect((await ask(connection, token)).error).toBe('ERR_SESSION_ENDED')
  })
})

test('after all of it nothing of the neighbour has changed', async () => {
  const changed = Object.entries(await walls.sumOfOther())
    .filter(([table, sum]) => before[table] !== sum)
    .map(([table]) => table)
  // They signed in and made and lost a queue themselves.
  expect(
    changed.filter(
      (table) => !['core.audit_log', 'core.session', 'core.user_account', 'core.connection'].includes(table),
    ),
  ).toEqual([])
})
