import { randomBytes, randomUUID } from 'node:crypto'
import { masterPermissions, type PluginInfo } from '@recado/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import type { BoundRoute } from '../../core/src/http/route.ts'
import { call, nameOf, type Seen } from './call.ts'
import { fixtures } from './fixtures/index.ts'
import type { Fixture } from './fixtures/fixture.ts'
import { actors, declaredHolders, type Actor } from './rights.ts'
import { stockKeys, type Stock, type StockKey } from './stock.ts'
import { buildWalls, expectClean } from './world.ts'

/*
 * Every mounted route with every kind of caller, and with ids of the other company and of other people in every place
 * that takes one. What is expected follows from what routes and permissions declare.
 */

const walls = await buildWalls()
const { world } = walls
afterAll(() => walls.close())
const routes = [...world.app.http.routes].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
const holds = declaredHolders(
  (await (await walls.person('admin'))!.ok<{ plugins: PluginInfo[] }>('GET', '/api/plugins')).plugins,
)
/** People listen while all of it happens. */
const listening = await Promise.all(walls.watchers.map((watcher) => watcher.listen()))
const before = await walls.sumOfOther()

const unique = (): string => `n${randomBytes(6).toString('hex')}`
/** Something that reads like it and is nowhere. */
const absentLike = (value: string): string =>
  /^[0-9a-f-]{36}$/.test(value)
    ? randomUUID()
    : /^\d+$/.test(value)
      ? String(Number(value) + 7)
      : value.length === 43
        ? randomBytes(32).toString('base64url')
        : `${value}x`
const absent = Object.fromEntries(stockKeys.map((key) => [key, absentLike(walls.own[key])])) as Stock

/** Rows that belong to somebody within the company. */
const personal: readonly StockKey[] = [
  'self',
  'ticket',
  'message',
  'contactMessage',
  'personalQuickMessage',
  'note',
  'deletedNote',
  'session',
  'passkey',
  'bellEntry',
]

const permissionOf = ({ spec }: BoundRoute): string | undefined =>
  spec.access.kind === 'session' ? spec.access.permission : undefined
/** Over the whole installation: to a master no company is foreign there. */
const isMasters = (route: BoundRoute): boolean =>
  (masterPermissions as readonly string[]).includes(permissionOf(route) ?? '') ||
  fixtures[nameOf(route)]?.mastersReach === true
function may(actor: Actor, route: BoundRoute): boolean {
  const permission = permissionOf(route)
  const only = fixtures[nameOf(route)]?.only
  return (permission === undefined || holds(actor, permission)) && (only === undefined || only.includes(actor))
}

/** The keys that a fixture asks for. */
function keysOf({ call: describeCall }: Fixture): StockKey[] {
  const asked = new Set<StockKey>()
  describeCall(
    new Proxy(absent, {
      get: (stock, key) => {
        asked.add(key as StockKey)
        return stock[key as StockKey]
      },
    }),
    unique(),
  )
  return [...asked]
}

async function ask(route: BoundRoute, actor: Actor, stock: Stock, name = unique()): Promise<Seen> {
  const self = walls.userOf(actor)?.id
  const fixture = fixtures[nameOf(route)]!
  const seen = await call(
    world.base,
    route,
    fixture.call(
      stock === absent || self === undefined || stock.self !== walls.own.self ? stock : { ...stock, self },
      name,
    ),
    await walls.person(actor),
    actor === 'master' && isMasters(route) ? 'everything' : 'own',
  )
  if (fixture.endsSession) await walls.forget(actor)
  return seen
}

/**
 * An answer without what differs from one call to the next: ids and names that were given or made, instants,
 * signatures, tokens.
 */
const alike = (seen: Seen, given: readonly string[]): string =>
  `${seen.status} ${given
    .reduce((text, value) => text.replaceAll(value, '<given>'), seen.text)
    .replaceAll(/"(id|requestId)":"[0-9a-f-]{36}"/g, '')
    .replaceAll(/"[a-zA-Z]*At":"[^"]*"/g, '')
    .replaceAll(/([?&]s=|"token":"|"secret":"whsec_)[A-Za-z0-9_+/-]+/g, '')}`

/** What is answered to the same call with ids of `others` and with ids that are nowhere. */
async function both(...call: Parameters<typeof askBoth>): Promise<readonly string[]> {
  const answers = await askBoth(...call)
  // A file holds the second in which it was made, which may have passed between them.
  return answers[0] === answers[1] ? answers : askBoth(...call)
}

async function askBoth(
  route: BoundRoute,
  actor: Actor,
  mixed: (stock: Stock) => Stock,
  others: Stock,
): Promise<readonly string[]> {
  const answers: string[] = []
  for (const stock of [others, absent]) {
    const name = unique()
    const seen = await ask(route, actor, mixed(stock), name)
    expect(seen.status, `${actor} is told ${seen.text}`).toBeLessThan(500)
    answers.push(alike(seen, [...Object.values(stock), name]))
  }
  return answers
}

test('every mounted route has a fixture, and every fixture a route', () => {
  const mounted = routes.map(nameOf)
  expect(
    mounted.filter((route) => !fixtures[route]),
    'say in tests/walls/fixtures how these routes are called',
  ).toEqual([])
  expect(
    Object.keys(fixtures).filter((route) => !mounted.includes(route)),
    'these are no routes any more',
  ).toEqual([])
})

describe.each(routes.filter((route) => fixtures[nameOf(route)]).map((route) => [nameOf(route), route] as const))(
  '%s',
  (name, route) => {
    const fixture = fixtures[name]!
    const keys = keysOf(fixture)
    const permitted = actors.filter((actor) => may(actor, route))

    test('lets in exactly those who hold its permission', async () => {
      // Masters alone may name a company here; whoever else does is refused for that.
      for (const actor of actors) {
        const stock = fixture.mastersReach
          ? { ...absent, tenant: actor === 'reseller' ? walls.reseller.id : walls.own.tenant }
          : absent
        const { status, error } = await ask(route, actor, stock)
        const outcome = `${actor}: ${status} ${error ?? ''}`.trim()
        if (!may(actor, route))
          expect(outcome).toBe(actor === 'nobody' ? 'nobody: 401 ERR_SESSION_ENDED' : `${actor}: 403 ERR_NO_PERMISSION`)
        else {
          expect(status, outcome).toBeLessThan(500)
          if (route.spec.access.kind === 'session') expect(outcome).not.toMatch(/ 401 | ERR_NO_PERMISSION/)
        }
      }
    })

    test('answers a good call as its fixture says', async () => {
      const stock = route.spec.method === 'GET' ? walls.own : await walls.restock()
      const actor = (['user', 'super', 'admin', 'master', 'nobody'] as const).find((one) => may(one, route))!
      const { status, error, text } = await ask(route, actor, stock)
      if (fixture.refused) expect(error, text).toBe(fixture.refused)
      else expect(status, text).toBeLessThan(400)
    })

    const foreignKeys = keys.filter((key) => !fixture.open?.includes(key))
    test.each(foreignKeys)('takes a %s of another company for one that is nowhere', async (key) => {
      for (const actor of permitted.filter(
        (one) => one !== 'reseller' && one !== 'program' && !(one === 'master' && isMasters(route)),
      )) {
        const [theirs, nowhere] = await both(
          route,
          actor,
          (stock) => ({ ...walls.own, [key]: stock[key] }),
          walls.foreign,
        )
        expect(theirs, actor).toBe(nowhere)
      }
    })

    test.each(permitted.filter((one) => one === 'reseller' && foreignKeys.length > 0))(
      'takes what a %s does not look after for nothing',
      async (actor) => {
        const [theirs, nowhere] = await both(
          route,
          actor,
          (stock) => ({ ...absent, ...Object.fromEntries(foreignKeys.map((key) => [key, stock[key]])) }),
          walls.foreign,
        )
        expect(theirs).toBe(nowhere)
      },
    )

    const hiddenKeys =
      route.spec.access.kind === 'session' && permitted.includes('user')
        ? foreignKeys.filter((key) => personal.includes(key))
        : []
    test.each(hiddenKeys)('takes a %s that a colleague alone may see for nothing', async (key) => {
      const [theirs, nowhere] = await both(
        route,
        'user',
        (stock) => ({ ...walls.own, [key]: stock[key] }),
        walls.hidden,
      )
      expect(theirs).toBe(nowhere)
    })
  },
)

describe('after all of it', () => {
  test('nothing of the other company has changed', async () => {
    expect(await walls.sumOfOther()).toEqual(before)
  })

  test('no socket was told anything of it', () => {
    for (const { received } of listening) expectClean('a push', JSON.stringify(received))
  })
})
