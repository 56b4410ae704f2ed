import { randomUUID } from 'node:crypto'
import type { TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../core/src/observability/log.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { faultProxy, type FaultProxy } from '../harness/fault-proxy.ts'
import { natsForTests } from '../harness/nats.ts'

const nats = await natsForTests()

interface Line {
  readonly message: string
  readonly requestId?: string
  readonly tenantId?: string
  readonly work?: string
  readonly status?: number
}

describe.runIf(nats !== undefined && !nats.shared)('a node whose NATS goes away', () => {
  let world: HookWorld
  let admin: Person
  let proxy: FaultProxy
  const lines: Line[] = []
  beforeAll(async () => {
    const address = new URL(nats!.url)
    proxy = await faultProxy({ host: address.hostname, port: Number(address.port) })
    const log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line) as Line) })
    world = await hookWorld({ natsUrl: `nats://127.0.0.1:${proxy.port}`, log })
    await world.database.owner`update core.user_account set is_master = true where id = ${world.a.admin.id}`
    admin = await world.signIn(world.a.admin)
    await eventually(() => lines.some(({ message }) => message === 'connected to NATS'))
  })
  afterAll(async () => {
    await world.close()
    await proxy.close()
  })

  async function metric(name: string): Promise<number> {
    const text = await (await fetch(`${world.base}/metrics`)).text()
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
  }

  /** Lines of one kind that are written from now on. */
  const next = (fits: (line: Line) => boolean): (() => Promise<Line>) => {
    const from = lines.length
    return async () => (await eventually(() => lines.slice(from).find(fits)))!
  }

  it('logs what a request does under the request', async () => {
    const answered = next(({ message, status }) => message === 'request' && status === 200)
    await admin.call('GET', '/load-config', undefined, { 'x-request-id': 'asked-by-somebody' })
    expect(await answered()).toMatchObject({ requestId: 'asked-by-somebody' })
  })

  it('shows that NATS is there', async () => {
    expect(await metric('recado_nats_connected')).toBe(1)
    expect(await (await fetch(`${world.base}/readyz`)).json()).toMatchObject({
      status: 'ready',
      information: { nats: 'up' },
    })
  })

  it('logs under no request that a publish fails later', async () => {
    const failed = next(
      ({ message, work }) => message.startsWith('recurring work failed') && work === 'publishing to NATS',
    )
    const disconnected = next(({ message }) => message.startsWith('NATS is away'))
    proxy.freeze(true)
    expect(await world.channel.say(randomUUID(), 'Oi', {})).toBe(200)
    expect(await failed()).not.toHaveProperty('requestId')
    expect(await disconnected()).not.toHaveProperty('requestId')
  })

  it('stays ready, shows it to scrapers and warns whoever runs it', async () => {
    expect(await metric('recado_nats_connected')).toBe(0)
    expect(await metric('recado_nats_away_seconds')).toBeGreaterThan(0)
    expect(await (await fetch(`${world.base}/readyz`)).json()).toMatchObject({
      status: 'ready',
      information: { nats: 'down' },
    })
    const seen = await eventually(
      () => admin.ok<{ alarms: { kind: string }[] }>('GET', '/operations/status'),
      ({ alarms }) => alarms.some(({ kind }) => kind === 'natsAway'),
    )
    expect(seen).toMatchObject({ network: { state: 'down' } })
    proxy.freeze(false)
    await eventually(
      () => metric('recado_nats_connected'),
      (value) => value === 1,
    )
    expect(await metric('recado_nats_away_seconds')).toBe(0)
  })

  it('logs under the company and no request that a send fails', async () => {
    const who = randomUUID()
    await world.channel.say(who, 'Oi')
    const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending&limit=200')
    const ticket = tickets.find(({ name }) => name === `Cliente ${who}`)!
    await admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    world.far.replies.push(503)
    const failed = next(({ message }) => message === 'delivery failed')
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'Olá' })
    const line = await failed()
    expect(line).toMatchObject({ tenantId: world.a.id })
    expect(line).not.toHaveProperty('requestId')
  })
})
