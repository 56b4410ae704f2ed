import { randomUUID } from 'node:crypto'
import type { LoginResult } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postLogin } from '../../core/src/access/captcha/solve.rig.ts'
import { Passwords } from '../../core/src/credentials/passwords.ts'
import { HookChannel, signingSecret } from '../conversation/far-side.ts'
import { FaultNode } from '../faults/node.ts'
import { pause } from '../faults/observer.ts'
import { Provider } from '../faults/provider.ts'
import { Testimonies } from '../faults/testimonies.ts'
import { eventually, password, Person } from '../harness/app.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { natsForTests } from '../harness/nats.ts'
import { createTenant } from '../harness/tenants.ts'
import { balancer, hasBalancers, type Balancer } from '../operations/balancers.ts'

/* Two nodes behind HAProxy, as its page configures it, restarted one after the other while people work. */

const nats = await natsForTests()
/** HAProxy leaves a node out when two checks have failed, one second apart. */
const drainSeconds = 4
/** Between the answer to a request and the next one. */
const everyMs = { webhook: 25, read: 25, job: 200 }
const jobMs = 1_000
const startMs = 120_000

describe.runIf(process.platform === 'linux' && nats !== undefined && hasBalancers())('a rolling restart', () => {
  let database: TestDatabase
  let provider: Provider
  let testimonies: Testimonies
  let nodes: readonly [FaultNode, FaultNode]
  let front: Balancer
  let base: string
  let login: LoginResult
  let channel: HookChannel

  beforeAll(async () => {
    // The certificate of the balancer is made by the test.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    ;[database, provider, testimonies] = await Promise.all([testDatabase(), Provider.start(), Testimonies.start()])
    const options = { databaseUrl: database.ownerUrl, secret: database.secret, natsUrl: nats!.url, drainSeconds }
    nodes = [await FaultNode.start(options), await FaultNode.start(options)]
    const [one, two] = nodes.map((node) => Number(new URL(node.base).port))
    front = await balancer('haproxy', [one!, two!])
    base = `https://localhost:${front.https}`
    const tenant = await createTenant(database.owner, 'Aurora', { passwordHash: await new Passwords().hash(password) })
    login = (await (await postLogin(nodes[0].base, { email: tenant.admin.email, password })).json()) as LoginResult
    const admin = new Person(nodes[0].base, login)
    await admin.ok('PUT', '/api/plugins/hook', { enabled: true })
    await admin.ok('PUT', '/api/plugins/witness', { enabled: true, settings: { target: testimonies.url } })
    const config = { target: provider.target(0), signingSecret }
    const { id } = await admin.ok<{ id: never }>('POST', '/whatsapp', { name: 'Hook', type: 'hook', config })
    const [row] = await database.owner<{ path: string }[]>`
      select '/hooks/hook/' || id || '/' || hook_secret as path from core.connection where id = ${id}`
    channel = new HookChannel(id, base + row!.path)
    await eventually(async () => (await channel.say('ana', 'Oi')) === 200)
  }, startMs)
  afterAll(async () => {
    await front[Symbol.asyncDispose]()
    await Promise.all(nodes.map((node) => node.stop()))
    await Promise.all([provider, testimonies].map((each) => each.close()))
    await database.drop()
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  }, startMs)

  it(
    'loses no request, begins no job twice, and every message is there once',
    async () => {
      const failed: string[] = []
      const said: string[] = []
      const jobs: string[] = []
      const admin = new Person(base, login)
      let over = false
      let answered = 0
      const keepOn = async (what: keyof typeof everyMs, ask: () => Promise<number>): Promise<void> => {
        while (!over) {
          const began = performance.now()
          const status = await ask().catch((error: Error) => `${error.message}: ${String(error.cause)}`)
          if (status === 200 || status === 202) answered++
          else failed.push(`${what}: ${status} after ${Math.round(performance.now() - began)} ms`)
          await pause(everyMs[what])
        }
      }
      const say = (): Promise<number> => {
        const text = randomUUID()
        said.push(text)
        return channel.say(`cliente-${said.length % 20}`, text)
      }
      const read = async (): Promise<number> => (await admin.call('GET', '/tickets/?limit=20')).status
      const work = async (): Promise<number> => {
        const id = randomUUID()
        jobs.push(id)
        return (await admin.call('POST', '/p/witness/work', { id, ms: jobMs })).status
      }
      const working = [
        ...[say, say].map((ask) => keepOn('webhook', ask)),
        ...[read, read].map((ask) => keepOn('read', ask)),
        keepOn('job', work),
      ]
      for (const [index, node] of nodes.entries()) {
        expect(await node.end('SIGTERM')).toMatchObject({ code: 0, signal: null })
        await node.start()
        // The other one may go when HAProxy has this one again.
        await eventually(() => front.said().includes(`Server recado/node${index + 1} is UP`), Boolean, 20_000)
      }
      over = true
      await Promise.all(working)

      expect(failed).toEqual([])
      expect(answered).toBeGreaterThan(100)
      const ended = () => testimonies.all.filter(({ about }) => about === 'ended').length
      await eventually(ended, (count) => count >= jobs.length, 20_000)
      const begun = testimonies.all.flatMap((testimony) => (testimony.about === 'begun' ? [testimony.job] : []))
      expect(begun.toSorted()).toEqual(jobs.toSorted())
      const kept = await database.owner<{ body: string }[]>`select body from core.message where body = any (${said})`
      expect(kept.map(({ body }) => body).toSorted()).toEqual(said.toSorted())
    },
    startMs,
  )
})
