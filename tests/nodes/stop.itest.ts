import { randomUUID } from 'node:crypto'
import type { LoginResult, TicketPage } from '@recado/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { postLogin } from '../../core/src/access/captcha/solve.rig.ts'
import { Passwords } from '../../core/src/credentials/passwords.ts'
import { HookChannel, signingSecret } from '../conversation/far-side.ts'
import { FaultNode } from '../faults/node.ts'
import { heldWord, Provider } from '../faults/provider.ts'
import { Testimonies } from '../faults/testimonies.ts'
import { eventually, password, Person } from '../harness/app.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { databaseProxy, type FaultProxy } from '../harness/fault-proxy.ts'
import { natsForTests } from '../harness/nats.ts'
import { createTenant } from '../harness/tenants.ts'

/* The product's own processes, stopped by signals. One database, which each node reaches through a proxy that fails. */

/** From the end of the grace on, with what a busy machine takes to notice it. */
const stopWithinMs = 10_000 + 1_000
const graceMs = 1_000
/** Exit codes: everything was given back, and not all of it. */
const complete = 0
const incomplete = 75
const startMs = 120_000

const nats = await natsForTests()
let database: TestDatabase
let proxies: readonly [FaultProxy, FaultProxy]
let provider: Provider
let testimonies: Testimonies
let first: FaultNode
let second: FaultNode
let login: LoginResult
let channel: HookChannel
let ticketId: string

const admin = (base = first.base): Person => new Person(base, login)
const status = (node: FaultNode, path: string): Promise<number> =>
  fetch(node.base + path).then(
    (response) => response.status,
    () => 0,
  )
const running = (...nodes: readonly FaultNode[]): Promise<unknown> =>
  Promise.all(nodes.map((node) => node.isRunning || node.start()))

/** Sends a message and resolves when the provider has it. */
async function send(text: string): Promise<void> {
  await admin().ok('POST', `/messages/${ticketId}`, { body: text })
  await eventually(() => provider.delivered.some((delivery) => delivery.text === text))
}
const statusOf = async (text: string): Promise<string> =>
  (await database.owner<{ status: string }[]>`select status from core.message where body = ${text}`)[0]!.status
const members = async (): Promise<readonly string[]> =>
  (await database.owner<{ name: string }[]>`select name from platform.node`).map(({ name }) => name)

/** Gives a node a job that takes its time, and resolves when it has begun. */
async function work(base: string): Promise<string> {
  const id = randomUUID()
  await admin(base).ok('POST', '/p/witness/work', { id, ms: 1_000 })
  await eventually(() => testimonies.all.some((said) => said.about === 'begun' && said.job === id))
  return id
}
const begunAndEnded = (job: string): string[] =>
  testimonies.all.filter((said) => said.about !== 'event' && said.job === job).map(({ about }) => about)

beforeAll(async () => {
  ;[database, provider, testimonies] = await Promise.all([testDatabase(), Provider.start(), Testimonies.start()])
  const [one, other] = [await databaseProxy(database.ownerUrl), await databaseProxy(database.ownerUrl)]
  proxies = [one.proxy, other.proxy]
  const optionsBehind = (databaseUrl: string) => ({
    databaseUrl,
    secret: database.secret,
    natsUrl: nats?.url,
    drainSeconds: graceMs / 1_000,
  })
  first = await FaultNode.start(optionsBehind(one.url))
  second = await FaultNode.prepare(optionsBehind(other.url))
  const tenant = await createTenant(database.owner, 'Aurora', { passwordHash: await new Passwords().hash(password) })
  login = (await (await postLogin(first.base, { email: tenant.admin.email, password })).json()) as LoginResult
  await admin().ok('PUT', '/api/plugins/hook', { enabled: true })
  await admin().ok('PUT', '/api/plugins/witness', { enabled: true, settings: { target: testimonies.url } })
  const config = { target: provider.target(0), signingSecret }
  const { id } = await admin().ok<{ id: never }>('POST', '/whatsapp', { name: 'Hook', type: 'hook', config })
  const [row] = await database.owner<{ path: string }[]>`
    select '/hooks/hook/' || id || '/' || hook_secret as path from core.connection where id = ${id}`
  channel = new HookChannel(id, row!.path)
  const arriving = new HookChannel(id, first.base + channel.url)
  await eventually(async () => (await arriving.say('ana', 'Oi')) === 200)
  const { tickets } = await admin().ok<TicketPage>('GET', '/tickets/?status[]=pending&limit=20')
  ticketId = tickets[0]!.id
  await admin().ok('PUT', `/tickets/${ticketId}`, { status: 'open' })
}, startMs)
afterEach(() => {
  for (const proxy of proxies) {
    proxy.freeze(false)
    proxy.refuse(false)
  }
})
afterAll(async () => {
  await Promise.all([first, second].map((node) => node.stop()))
  await Promise.all([...proxies, provider, testimonies].map((each) => each.close()))
  await database.drop()
}, startMs)

describe('a node that is told to stop', () => {
  it(
    'says 503 and serves on for its grace, then lets a slow provider and a job end, once',
    async () => {
      const text = `${heldWord} ${randomUUID()}`
      await send(text)
      const job = await work(first.base)
      const ending = first.end('SIGTERM')
      await eventually(
        () => status(first, '/readyz'),
        (seen) => seen === 503,
      )
      // Not a probe alone: what arrives is taken, and who reads is answered.
      expect(await new HookChannel(channel.connectionId, first.base + channel.url).say('ana', 'ainda aí?')).toBe(200)
      expect((await admin().call('GET', '/tickets/?limit=20')).status).toBe(200)
      await eventually(
        () => status(first, '/livez'),
        (seen) => seen === 0,
      )
      provider.release()
      const { ms, code } = await ending
      expect(code).toBe(complete)
      expect(ms).toBeGreaterThan(graceMs)
      expect(await statusOf(text)).toBe('sent')
      expect(begunAndEnded(job)).toEqual(['begun', 'ended'])
      expect(await members()).toEqual([])
    },
    startMs,
  )

  it(
    'is not cut short by more signals, and writes down what a provider that says nothing has left open',
    async () => {
      await running(first)
      const text = `${heldWord} ${randomUUID()}`
      await send(text)
      const ending = first.end('SIGTERM')
      await eventually(
        () => status(first, '/livez'),
        (seen) => seen === 0,
      )
      const again = setInterval(() => {
        first.signal('SIGTERM')
        first.signal('SIGINT')
      }, 500)
      const { ms, code } = await ending.finally(() => clearInterval(again))
      expect(code).toBe(complete)
      expect(ms).toBeGreaterThan(graceMs + 4_000)
      expect(ms).toBeLessThan(graceMs + stopWithinMs)
      expect(await statusOf(text)).toBe('unknown')
      provider.release()
    },
    startMs,
  )

  it(
    'ends when the database goes away meanwhile, and when it was away before',
    async () => {
      await running(first)
      const [proxy] = proxies
      const text = `${heldWord} ${randomUUID()}`
      await send(text)
      const ending = first.end('SIGTERM')
      await eventually(
        () => status(first, '/livez'),
        (seen) => seen === 0,
      )
      proxy.refuse(true)
      proxy.reset()
      provider.release()
      const goneMeanwhile = await ending
      expect(goneMeanwhile.code).toBe(incomplete)
      expect(goneMeanwhile.ms).toBeLessThan(graceMs + stopWithinMs)
      proxy.refuse(false)

      await running(first)
      proxy.refuse(true)
      proxy.reset()
      const goneBefore = await first.end('SIGTERM')
      expect(goneBefore.code).toBe(incomplete)
      expect(goneBefore.ms).toBeLessThan(graceMs + stopWithinMs)
      proxy.refuse(false)
      // What could not be given back is taken over by the next start: the provider may have had it.
      await running(first)
      await eventually(
        () => statusOf(text),
        (seen) => seen === 'unknown',
      )
    },
    startMs * 2,
  )

  it(
    'ends when the database says nothing, also in the middle of a start',
    async () => {
      await running(first)
      for (const proxy of proxies) proxy.freeze(true)
      const starting = second.start()
      await eventually(() => proxies[1].connections > 0, Boolean, startMs)
      const [stopped, interrupted] = await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')])
      await starting
      expect(stopped.code).toBe(incomplete)
      expect(stopped.ms).toBeLessThan(graceMs + stopWithinMs)
      expect(interrupted.code).toBe(incomplete)
      expect(interrupted.ms).toBeLessThan(stopWithinMs)
    },
    startMs,
  )

  it(
    'gives up its start, and leaves nothing behind',
    async () => {
      const before = await members()
      const entered = async (): Promise<number> => (await members()).filter((name) => !before.includes(name)).length
      const starting = second.start()
      await eventually(entered, (count) => count === 1, startMs)
      const { ms, code } = await second.end('SIGTERM')
      await starting
      expect(code).toBe(complete)
      expect(ms).toBeLessThan(stopWithinMs)
      expect(await entered()).toBe(0)
    },
    startMs,
  )
})
