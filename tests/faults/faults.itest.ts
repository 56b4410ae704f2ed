import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TicketPage } from '@recado/contracts'
import { eventually } from '../harness/app.ts'
import { busServer } from './bus-server.ts'
import { Load } from './load.ts'
import { faultScene, isLong, pause, rounds, type FaultScene } from './scene.ts'
import { Screen, type Shown } from './screen.ts'

/** How soon after the database is back every node has to accept again. */
const healWithinMs = 5_000
/** How soon after a fault is over every screen has to show what is stored. */
const equalWithinMs = 5_000

const bus = await busServer()
let scene: FaultScene
beforeAll(async () => { scene = await faultScene(bus?.url) }, 120_000)
afterAll(async () => {
  await scene.stop()
  await bus?.stop()
}, 60_000)

interface Fault { readonly name: string; readonly happen: () => Promise<void>; /** Takes too long for every run of the suite. */ readonly long?: boolean }
const ofThisRun = (faults: readonly Fault[]): readonly Fault[] => faults.filter((fault) => isLong || fault.long !== true)

const databaseFaults: readonly Fault[] = [
  { name: 'restarts in order', happen: () => scene.cluster.restart('fast'), long: true },
  { name: 'restarts at once', happen: () => scene.cluster.restart('immediate') },
  { name: 'crashes', happen: () => scene.cluster.restart('crash'), long: true },
  { name: 'is away for ten seconds', happen: () => scene.cluster.away(10_000), long: true },
  { name: 'says nothing for fifteen seconds', happen: () => scene.cluster.silent(15_000) },
]

describe('the database', () => {
  it.each(ofThisRun(databaseFaults))('$name: no node ends, each accepts again within 5 s, nothing accepted is lost or doubled', async ({ happen }) => {
    for (let round = 0; round < rounds; round++) {
      const load = new Load(scene.nodes.map((node) => node.base), scene.hook, { chats: 16, perSecond: 80 })
      await pause(1_000)
      await happen()
      const back = performance.now()
      const healed = new Map<string, number>()
      while (healed.size < scene.nodes.length && performance.now() - back < 60_000) {
        const sinceMs = performance.now() - back
        for (const { base } of scene.nodes) if (!healed.has(base) && load.silenceOf(base) < sinceMs) healed.set(base, sinceMs)
        await pause(20)
      }
      await pause(500)
      const { accepted } = await load.stop()
      expect(scene.nodes.flatMap((node) => node.deaths)).toEqual([])
      for (const { base } of scene.nodes) expect(healed.get(base)).toBeLessThan(healWithinMs)
      const kept = await scene.stored()
      expect(new Set(kept).size).toBe(kept.length)
      expect(accepted.filter((id) => !kept.includes(id))).toEqual([])
    }
  }, 60_000 * rounds)
})

it('the database restarts while agents send: every send ends as sent, once', async () => {
  const agent = await scene.signIn('admin', scene.nodes[0]!.base)
  const opening = new Load([scene.nodes[0]!.base], scene.hook, { chats: 6, perSecond: 60 })
  await pause(500)
  await opening.stop()
  const { tickets } = await agent.ok<TicketPage>('GET', '/tickets/?status[]=pending&limit=6')
  for (const { id } of tickets) await agent.ok('PUT', `/tickets/${id}`, { status: 'open' })
  for (let round = 0; round < rounds; round++) {
    const stored: string[] = []
    let over = false
    const writing = tickets.map(async ({ id }) => {
      while (!over) {
        const idFront = randomUUID()
        const answer = await agent.call('POST', `/messages/${id}`, { body: 'Olá', idFront }).catch(() => undefined)
        if (answer !== undefined && answer.status < 300) stored.push(idFront)
        else await pause(50)
      }
    })
    await pause(500)
    await scene.cluster.restart('immediate')
    await pause(1_500)
    over = true
    await Promise.all(writing)
    const states = async (): Promise<Record<string, number>> => {
      const rows = await scene.cluster.owner<{ status: string; count: number }[]>`
        select status, count(*)::integer as count from core.message where id_front = any (${stored}::text[]) group by status`
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    }
    expect(stored.length).toBeGreaterThan(20)
    expect(await eventually(states, (seen) => seen['sent'] === stored.length)).toEqual({ sent: stored.length })
    const keys = scene.far.delivered.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  }
}, 60_000 * rounds)

describe.runIf(bus !== undefined)('screens on two nodes', () => {
  let screens: Screen[] = []
  beforeAll(async () => {
    const [first, second] = scene.nodes
    screens = [
      new Screen(first!.base, scene.tenant.id, await scene.signIn('admin', first!.base)),
      new Screen(second!.base, scene.tenant.id, await scene.signIn('supervisor', second!.base)),
    ]
  }, 120_000)
  afterAll(() => { for (const screen of screens) screen.close() })

  /** Milliseconds until each screen shows what a new one would; the difference where it never does. */
  async function equal(withinMs: number): Promise<number> {
    const began = performance.now()
    for (;;) {
      const differing = (await Promise.all(screens.map(async (screen) => difference(await screen.fresh(), screen.shown)))).flat()
      const ms = performance.now() - began
      if (differing.length === 0) return ms
      if (ms > withinMs) throw new Error(`after ${Math.round(ms)} ms: ${JSON.stringify(differing.slice(0, 3))}`)
      await pause(50)
    }
  }

  const faults: readonly Fault[] = [
    {
      name: 'the bus is killed and comes back',
      async happen() {
        await bus!.kill()
        await pause(3_000)
        await bus!.start()
      },
    },
    {
      name: 'the bus says nothing for five seconds', long: true,
      async happen() {
        bus!.freeze(true)
        await pause(5_000)
        bus!.freeze(false)
      },
    },
    { name: 'the database restarts', happen: () => scene.cluster.restart('fast') },
  ]

  it.each(ofThisRun(faults))('$name: within 5 s every screen shows what is stored', async ({ happen }) => {
    for (let round = 0; round < rounds; round++) {
      const load = new Load(scene.nodes.map((node) => node.base), scene.hook, { chats: 8, perSecond: 40 })
      await pause(1_000)
      await happen()
      await pause(500)
      await load.stop()
      expect(await equal(equalWithinMs)).toBeLessThan(equalWithinMs)
      expect(scene.nodes.flatMap((node) => node.deaths)).toEqual([])
    }
  }, 60_000 * rounds)

  it('a node is killed: within 5 s the screens of the other one show what it had stored', async () => {
    const [first, second] = scene.nodes
    for (let round = 0; round < rounds; round++) {
      const load = new Load([second!.base], scene.hook, { chats: 8, perSecond: 80 })
      await pause(1_000)
      await second!.end('SIGKILL')
      const killed = performance.now()
      const [watching] = screens
      const left = (): Promise<Shown> => watching!.fresh()
      while (difference(await left(), watching!.shown).length > 0 && performance.now() - killed < equalWithinMs) await pause(50)
      expect(difference(await left(), watching!.shown)).toEqual([])
      // A screen may be equal by luck before the other nodes know: it has to be so when they do.
      await pause(equalWithinMs - 1_000)
      expect(difference(await left(), watching!.shown)).toEqual([])
      await second!.start()
      await load.stop()
      expect(first!.deaths).toEqual([])
    }
  }, 60_000 * rounds)
})

const difference = (stored: Shown, shown: Shown): unknown[] =>
  Object.entries(stored).filter(([id, { unread, last }]) => shown[id]?.unread !== unread || shown[id]?.last !== last)
    .map(([id, seen]) => ({ id, stored: seen, shown: shown[id] ?? null }))
