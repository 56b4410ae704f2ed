import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { busOfTest } from '../../core/src/bus/bus.rig.ts'
import type { EventBus } from '../../core/src/bus/bus.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, quiet, type Person } from '../harness/app.ts'

/*
 * How the installation stands, as a master sees it and as a scraper reads it: a consumer on a second node gives events
 * of both companies up, and is mended.
 */

interface Status {
  readonly node: string
  readonly alarms: readonly { kind: string }[]
  readonly missing: readonly string[]
  readonly nodes: readonly { name: string; draining: boolean; duties: readonly string[] }[]
  readonly network: { state: string }
  readonly bus: {
    head: number
    consumers: readonly { name: string; node: string | null; lagEvents: number; parked: number; dead: number }[]
  }
  readonly sessions: readonly { node: string | null; status: string; count: number }[]
  readonly troubled: readonly { name: string; company: string; status: string }[]
  readonly deliveries: {
    waiting: readonly { state: string; count: number }[]
    held: { count: number; oldest: string | null }
  }
  readonly pools: readonly { name: string; max: number; open: number }[]
}
interface Letter {
  readonly consumer: string
  readonly seq: string
  readonly tenantId: string
  readonly company: string
  readonly error: string
  readonly event: { readonly name: string }
}
interface Letters {
  readonly deadLetters: readonly Letter[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}
interface Done {
  readonly count: number
  readonly hasMore: boolean
  readonly asOf: string
}

const consumer = 'report'
const path = '/operations/installation/dead-letters'
let world: HookWorld
let master: Person
let admin: Person
let secondNode: EventBus
let fail = true
const handled: string[] = []

const status = () => master.ok<Status>('GET', '/operations/status')
const letters = (query = `?consumer=${consumer}`) => master.ok<Letters>('GET', `${path}${query}`)
const act = (name: 'replay' | 'discard' | 'restore', body: object) =>
  master.ok<Done>('POST', `${path}/${name}`, { consumer, ...body })

/** A series of the metrics, by its name and labels; undefined where it is absent. */
async function metric(series: string): Promise<number | undefined> {
  const text = await (await fetch(`${world.base}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}
const becomes = (series: string, value: number | undefined, withinMs = 10_000) =>
  eventually(
    () => metric(series),
    (seen) => seen === value,
    withinMs,
  )

/** A customer of each company writes. */
async function customersWrite(): Promise<void> {
  for (const channel of [world.channel, world.otherChannel]) expect(await channel.say(randomUUID(), 'Oi')).toBe(200)
}
const dead = (count: number) =>
  eventually(
    async () => (await letters()).deadLetters.length,
    (seen) => seen === count,
  )

beforeAll(async () => {
  world = await hookWorld()
  await world.database.owner`update core.user_account set is_master = true where id = ${world.a.admin.id}`
  ;[master, admin] = [await world.signIn(world.a.admin), await world.signIn(world.b.admin)]
  secondNode = await busOfTest({ db: world.database.db, log: quiet })
  await secondNode.subscribe({
    name: consumer,
    names: ['ticket.created.v1'],
    maxAttempts: 1,
    async handler({ tenantId }) {
      if (fail) throw new Error('the printer is on fire')
      handled.push(tenantId)
    },
  })
})
afterAll(async () => {
  await secondNode.close()
  await world.close()
})

describe('how the installation stands', () => {
  it('is for masters alone, and acts for who has shown lately who they are', async () => {
    const calls = [
      ['GET', '/operations/status'],
      ['GET', path],
      ['POST', `${path}/replay`],
      ['POST', `${path}/discard`],
      ['POST', `${path}/restore`],
    ] as const
    const agent = await world.signIn(world.a.user)
    for (const [method, route] of calls) {
      const body = method === 'POST' ? { consumer, asOf: new Date().toISOString() } : undefined
      expect(await admin.refused(method, route, body), route).toBe('403 ERR_NO_PERMISSION')
      expect(await agent.refused(method, route, body), route).toBe('403 ERR_NO_PERMISSION')
    }
    await world.database
      .owner`update core.session set confirmed_at = now() - interval '6 minutes' where user_id = ${world.a.admin.id}`
    await expect
      .poll(() => master.call('POST', `${path}/replay`, { consumer }), { timeout: 5_000 })
      .toMatchObject({ status: 403, body: { error: 'ERR_CONFIRMATION_REQUIRED' } })
    expect(await status()).toMatchObject({ missing: [] })
    await world.database.owner`update core.session set confirmed_at = now() where user_id = ${world.a.admin.id}`
    await expect
      .poll(async () => (await master.call('POST', `${path}/replay`, { consumer })).status, { timeout: 5_000 })
      .toBe(200)
  })

  it('names the nodes, who has what, sessions and pools', async () => {
    const seen = await eventually(
      status,
      ({ nodes, bus, sessions }) =>
        nodes.length === 2 &&
        bus.consumers.every(({ node }) => node !== null) &&
        sessions.length === 1 &&
        sessions[0]!.status === 'connected',
    )
    const other = seen.nodes.find(({ name }) => name !== seen.node)!
    expect(seen.missing).toEqual([])
    expect(seen.network).toEqual({ state: 'unused', since: null })
    expect(seen.bus.consumers.find(({ name }) => name === consumer)).toMatchObject({ node: other.name })
    expect(other.duties).toContain(`consumer:${consumer}`)
    expect(seen.sessions).toEqual([{ node: seen.node, status: 'connected', count: 2 }])
    expect(seen.pools.map(({ name }) => name)).toEqual(['queries', 'transactions', 'plugins'])
    expect(await metric('recado_nodes')).toBe(2)
    expect(await metric('recado_nats_connected')).toBeUndefined()
    expect(await metric('recado_node_sessions{state="connected"}')).toBe(2)
    expect(await metric('recado_database_connections_max{pool="queries"}')).toBe(seen.pools[0]!.max)
  })
})

describe('events that were given up', () => {
  it('are counted by consumer and listed over all companies, without what they say', async () => {
    await customersWrite()
    await dead(2)
    const { deadLetters } = await letters()
    expect(new Set(deadLetters.map(({ company }) => company))).toEqual(new Set([world.a.name, world.b.name]))
    expect(deadLetters[0]).toMatchObject({
      consumer,
      error: 'Error: the printer is on fire',
      event: { name: 'ticket.created.v1' },
    })
    expect(deadLetters[0]!.event).not.toHaveProperty('data')
    const first = await letters(`?consumer=${consumer}&limit=1`)
    const second = await letters(`?consumer=${consumer}&limit=1&cursor=${encodeURIComponent(first.nextCursor!)}`)
    expect([...first.deadLetters, ...second.deadLetters]).toEqual(deadLetters)
    await becomes(`recado_bus_dead_events{consumer="${consumer}"}`, 2)
    await eventually(status, ({ alarms }) => alarms.some(({ kind }) => kind === 'deadLetters'))
  })

  it('fail again when nothing was mended, once for each replay', async () => {
    const { asOf } = await act('replay', {})
    await eventually(
      async () => (await letters()).deadLetters.length,
      (count) => count === 2,
    )
    expect(await act('replay', { asOf })).toEqual({ count: 0, hasMore: false, asOf })
  })

  it('go when they are replayed after the mending, one or all', async () => {
    fail = false
    const [one] = (await letters()).deadLetters
    expect(await act('replay', { seq: one!.seq })).toMatchObject({ count: 1, hasMore: false })
    await eventually(
      () => handled,
      (seen) => seen.includes(one!.tenantId),
    )
    await dead(1)
    expect(await act('replay', {})).toMatchObject({ count: 1 })
    await eventually(
      () => handled.length,
      (count) => count === 2,
    )
    expect(new Set(handled)).toEqual(new Set([world.a.id, world.b.id]))
    await becomes(`recado_bus_dead_events{consumer="${consumer}"}`, 0)
    await becomes(`recado_bus_lag_events{consumer="${consumer}"}`, 0)
    expect(await master.refused('POST', `${path}/replay`, { consumer, seq: one!.seq })).toBe('404 ERR_NOT_FOUND')
  })

  it('are taken away and brought back, one or all, with a trace', async () => {
    fail = true
    await customersWrite()
    await dead(2)
    const [one] = (await letters()).deadLetters
    const single = await act('discard', { seq: one!.seq })
    expect((await letters()).deadLetters).toHaveLength(1)
    expect(await act('restore', { seq: one!.seq, asOf: single.asOf })).toMatchObject({ count: 1 })
    const all = await act('discard', {})
    expect(all).toMatchObject({ count: 2, hasMore: false })
    expect((await letters()).deadLetters).toEqual([])
    await becomes(`recado_bus_dead_events{consumer="${consumer}"}`, 0)
    expect(await act('restore', { asOf: single.asOf })).toMatchObject({ count: 0 })
    expect(await act('restore', { asOf: all.asOf })).toMatchObject({ count: 2 })
    expect((await letters()).deadLetters).toHaveLength(2)
    expect(await master.refused('POST', `${path}/discard`, { consumer, seq: '999999999' })).toBe('404 ERR_NOT_FOUND')
    const { entries } = await master.ok<{ entries: { action: string; subject: string }[] }>('GET', '/audit')
    expect(
      entries
        .filter(({ action }) => /^platform\.\w+Events$/.test(action))
        .map(({ action, subject }) => [action, subject]),
    ).toEqual(
      expect.arrayContaining([
        ['platform.restoreEvents', consumer],
        ['platform.discardEvents', consumer],
        ['platform.discardEvents', `${consumer}/${one!.seq}`],
        ['platform.replayEvents', consumer],
      ]),
    )
    await act('discard', {})
  })
})

describe('what waits to be sent', () => {
  it('is counted while its provider refuses it, and not any more when it was sent', async () => {
    const who = randomUUID()
    await world.channel.say(who, 'Oi')
    const { tickets } = await master.ok<{ tickets: { id: string; name: string }[] }>(
      'GET',
      '/tickets/?status[]=pending&limit=200',
    )
    const ticket = tickets.find(({ name }) => name === `Cliente ${who}`)!
    await master.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    // So often that a reading, which is kept for three seconds, falls between two tries.
    world.far.replies.push(429, 429, 429, 429)
    await master.ok('POST', `/messages/${ticket.id}`, { body: 'Olá' })
    await becomes('recado_deliveries_waiting{state="retry"}', 1)
    expect(await status()).toMatchObject({
      deliveries: { waiting: [{ state: 'retry', count: 1 }], held: { count: 1 } },
    })
    await becomes('recado_deliveries_waiting{state="retry"}', undefined, 40_000)
    expect(await metric('recado_deliveries_held_oldest_seconds')).toBe(0)
  }, 60_000)
})

describe('sessions in trouble', () => {
  it('are named with their company, until somebody switches them off', async () => {
    await eventually(status, ({ troubled }) => troubled.length === 0)
    const target = new URL('/closed', world.far.url).href
    const { id } = await admin.ok<{ id: string }>('POST', '/whatsapp', {
      name: 'Fechado',
      type: 'hook',
      config: { target, signingSecret: 'a secret of tests' },
    })
    const { troubled } = await eventually(status, (seen) =>
      seen.troubled.some(({ status: state }) => state === 'disconnected'),
    )
    expect(troubled).toEqual([expect.objectContaining({ name: 'Fechado', company: world.b.name, type: 'hook' })])
    await becomes('recado_sessions{state="disconnected"}', 1)
    await admin.ok('DELETE', `/whatsappsession/${id}`)
    await eventually(status, (seen) => seen.troubled.length === 0)
    await becomes('recado_sessions{state="disconnected"}', undefined)
  })
})
