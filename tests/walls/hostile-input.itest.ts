import fc from 'fast-check'
import type * as z from 'zod'
import { afterAll, describe, expect, test } from 'vitest'
import type { BoundRoute } from '../../core/src/http/route.ts'
import { listKeysOf, refuseUnstorable, strict } from '../../core/src/http/schemas.ts'
import { collectFields } from '../../core/src/http/fields.ts'
import { call, nameOf } from './call.ts'
import { fixtures } from './fixtures/index.ts'
import type { Sample } from './fixtures/fixture.ts'
import { hostileWords, mutationsOf } from './mutations.ts'
import { declaredHolders } from './rights.ts'
import { buildWalls } from './world.ts'

/*
 * Every route with good input changed in one place. Its own schema says whether that matters: what it refuses is
 * refused with 422 and leaves no row; nothing is ever a fault of the server.
 */

const walls = await buildWalls()
const { world } = walls
afterAll(() => walls.close())
const routes = world.app.http.routes
const holds = declaredHolders((await (await walls.person('admin'))!.ok<{ plugins: [] }>('GET', '/api/plugins')).plugins)
const runs = { numRuns: 8, seed: 20261122 }

/** The lowest of them that may call it. */
const callerOf = ({ spec }: BoundRoute) =>
  spec.access.kind !== 'session'
    ? 'nobody'
    : ((['user', 'admin', 'master'] as const).find((actor) =>
        holds(actor, spec.access.kind === 'session' ? spec.access.permission : ''),
      ) ?? 'master')

const storable = (value: unknown): boolean => {
  try {
    refuseUnstorable(value, 'body')
    return true
  } catch {
    return false
  }
}
let made = 0
const unique = (): string => `h${(made++).toString(36)}x${Date.now().toString(36)}`

async function send(route: BoundRoute, sample: Sample): Promise<{ status: number; text: string }> {
  const actor = callerOf(route)
  const seen = await call(world.base, route, sample, await walls.person(actor), 'everything')
  if (fixtures[nameOf(route)]!.endsSession) await walls.forget(actor)
  return seen
}

const withBody = routes.filter(
  (route) => route.spec.body && route.spec.encoding !== 'multipart' && route.spec.access.kind !== 'connection',
)

describe('bodies', () => {
  test.each(withBody.map((route) => [nameOf(route), route] as const))('%s', async (name, route) => {
    const fixture = fixtures[name]!
    const schema = strict(route.spec.body!)
    const good = fixture.call(walls.own, unique()).body ?? {}
    const before = await walls.sumOfOwn()
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(mutationsOf(good), async ({ what, value }) => {
        const { status, text } = await send(route, {
          ...fixture.call(walls.own, unique()),
          body: JSON.stringify(value),
        })
        const fits = storable(value) && (await schema.safeParseAsync(JSON.parse(JSON.stringify(value)))).success
        if (fits) accepted++
        expect(status, `${what}: ${text}`).toBeLessThan(500)
        if (!fits) expect([413, 422], `${what}: ${status} ${text}`).toContain(status)
      }),
      runs,
    )
    if (accepted > 0) return
    const after = await walls.sumOfOwn()
    // Sessions may be signed in anew, and messages of calls before go their way; no other table may have another row.
    const rows = (sum: string | undefined): string | undefined => sum?.split(' ')[0]
    expect(
      Object.keys(after).filter(
        (table) =>
          rows(after[table]) !== rows(before[table]) &&
          !['core.session', 'core.audit_log', 'core.delivery', 'core.delivery_lane'].includes(table),
      ),
      'a refused call left rows',
    ).toEqual([])
  })
})

describe('queries', () => {
  const withQuery = routes.filter(
    (route) =>
      Object.keys((route.spec.query as z.ZodObject | undefined)?.shape ?? {}).length > 0 &&
      route.spec.response !== 'stream',
  )
  test.each(withQuery.map((route) => [nameOf(route), route] as const))('%s', async (name, route) => {
    const fixture = fixtures[name]!
    const shape = (route.spec.query as z.ZodObject).shape
    const schema = strict(route.spec.query as z.ZodObject)
    const lists = listKeysOf(schema)
    const key = fc.constantFrom(
      ...Object.keys(shape),
      ...Object.keys(shape).map((one) => `${one}[]`),
      'tenantId',
      '__proto__',
      'constructor',
      'pageNumber[999999999]',
    )
    const word = fc.oneof(
      fc.constantFrom(
        ...hostileWords.filter((one) => one.length < 8_000),
        '-1',
        '1000000000',
        '1e9',
        'NaN',
        '%',
        '١٠',
        'open',
      ),
      fc.string({ maxLength: 20 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(key, word), { minLength: 1, maxLength: 4 }), async (pairs) => {
        const good = fixture.call(walls.own, unique())
        const query = { ...good.query }
        for (const [one, value] of pairs)
          Object.defineProperty(query, one, { value, enumerable: true, configurable: true, writable: true })
        const { status, text } = await send(route, { ...good, query })
        const fields = collectFields(
          new URLSearchParams(
            Object.entries(query).flatMap(([one, value]) =>
              [value].flat().map((single): [string, string] => [one, single as string]),
            ),
          ),
          lists,
        )
        expect(status, `${JSON.stringify(pairs).slice(0, 200)}: ${text}`).toBeLessThan(500)
        if (!storable(fields) || !(await schema.safeParseAsync(fields)).success)
          expect([404, 422, 431], `${JSON.stringify(pairs).slice(0, 200)}: ${status} ${text}`).toContain(status)
      }),
      runs,
    )
  })
})

describe('paths', () => {
  const withParams = routes.filter((route) => /:[a-zA-Z]/.test(route.path))
  const words = [
    'x',
    '..',
    '%',
    '%00',
    "'",
    ' ',
    'null',
    'undefined',
    '0',
    '-1',
    '__proto__',
    'constructor',
    '00000000-0000-0000-0000-000000000000',
    '🙂',
    'a'.repeat(3_000),
    '\u202E',
    'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF',
    '1e999',
    '99999999999999999999',
  ]
  test.each(withParams.map((route) => [nameOf(route), route] as const))('%s', async (name, route) => {
    const names = [...route.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]!)
    for (const param of names) {
      for (const word of words) {
        const good = fixtures[name]!.call(walls.own, unique())
        const { status, text } = await send(route, { ...good, params: { ...good.params, [param]: word } })
        expect(status, `${param} is ${word.slice(0, 40)}: ${text}`).toBeLessThan(500)
        // What `..` leaves of a path is the path of another route.
        if (route.spec.access.kind === 'session' && word !== '..' && !Object.values(good.params ?? {}).includes(word))
          expect(status, `${param} is ${word.slice(0, 40)}: ${text}`).toBeGreaterThanOrEqual(400)
      }
    }
  })
})

describe('headers of anybody', () => {
  test('in another language, from a proxy that is none, or for another host change nothing', async () => {
    const good = await (await walls.person('user'))!.call<{ userId: string }>('GET', '/auth/session')
    for (const headers of [
      { 'user-locale': '__proto__' },
      { 'accept-language': 'x'.repeat(4_000) },
      { 'x-forwarded-for': '127.0.0.1, ::1' },
      { forwarded: 'for=127.0.0.1;host=evil.test' },
      { 'x-original-url': '/tenants' },
      { 'x-http-method-override': 'DELETE' },
      { 'idempotency-key': 'x' },
      { range: 'bytes=0-' },
    ]) {
      const seen = await (await walls.person('user'))!.call<{ userId: string }>(
        'GET',
        '/auth/session',
        undefined,
        headers as unknown as Record<string, string>,
      )
      expect([seen.status, seen.body.userId], JSON.stringify(headers).slice(0, 80)).toEqual([
        good.status,
        good.body.userId,
      ])
    }
  })
})

test('after all of it the node is well, and nothing of the other company was touched', async () => {
  expect((await fetch(`${world.base}/readyz`)).status).toBe(200)
  const plugins = (
    await (await walls.person('admin'))!.ok<{ plugins: { id: string; status: string }[] }>('GET', '/api/plugins')
  ).plugins
  expect(plugins.filter(({ status }) => status !== 'ready')).toEqual([])
})
