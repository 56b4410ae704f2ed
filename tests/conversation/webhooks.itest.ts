import { randomUUID } from 'node:crypto'
import {
  webhookEvents,
  webhookEventTypes,
  type Logger,
  type WebhookAttempt,
  type WebhookDeliveryDetail,
  type WebhookDeliveryPage,
  type WebhookEndpoint,
  type WebhookEndpointSecret,
  type WebhookEventType,
} from '@recado/contracts'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EgressOptions } from '../../core/src/security/guarded-egress.ts'
import { eventually, quiet, type Person } from '../harness/app.ts'
import { useMailServer } from '../harness/installation-settings.ts'
import { MailServer } from '../harness/mail-server.ts'
import { isSignedBy, webhookReceiver, type ReceivedWebhook, type WebhookReceiver } from '../harness/webhook-receiver.ts'
import { Desk, MovableClock } from './acts.rig.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

/*
 * An administrator names an address; what happens in the company arrives there, signed, in order, and again until it
 * was taken.
 */

const hour = 3_600_000
/** Names of this world; where `moving.test` leads changes while a test runs. */
const addresses: Record<string, string> = { 'moving.test': '127.0.0.1', 'inside.test': '10.0.0.5' }
const egress: EgressOptions = {
  allow: ['127.0.0.1/32'],
  resolve: async (name) => [addresses[name]].filter((one) => one !== undefined),
}
const clock = new MovableClock()
const warnings: string[] = []
const log = { ...quiet, warn: (_facts: unknown, text?: string) => void warnings.push(text ?? '') } as Logger
let receiver: WebhookReceiver
let world: HookWorld
let admin: Person
let agent: Person
let other: Person
let desk: Desk
beforeAll(async () => {
  receiver = await webhookReceiver()
  world = await hookWorld({ clock, egress, log })
  admin = await world.signIn(world.a.admin)
  agent = await world.signIn(world.a.user)
  other = await world.signIn(world.b.admin)
  desk = new Desk(world, agent)
})
afterAll(async () => {
  await world?.close()
  await receiver?.close()
})
const made: { person: Person; id: string }[] = []
afterEach(async () => {
  clock.reset()
  for (const { person, id } of made.splice(0)) await person.call('DELETE', `/webhooks/${id}`)
})

/** What the published library of Standard Webhooks reads in a request; undefined where it refuses the signature. */
function readByLibrary(secret: string, { headers, text }: ReceivedWebhook): unknown {
  try {
    return new Webhook(secret).verify(text, headers as Record<string, string>)
  } catch (error) {
    if (error instanceof WebhookVerificationError) return undefined
    throw error
  }
}

/** Adds an endpoint at a path of its own. */
async function endpoint(input: Partial<Record<string, unknown>> = {}, person = admin) {
  const path = `/${randomUUID().slice(0, 8)}`
  const answer = await person.ok<WebhookEndpointSecret>('POST', '/webhooks', {
    url: receiver.url(path),
    types: ['message.received.v1'],
    ...input,
  })
  made.push({ person, id: answer.endpoint.id })
  return { path, id: answer.endpoint.id, secret: answer.secret, endpoint: answer.endpoint }
}
const came = (path: string, count = 1, withinMs?: number): Promise<ReceivedWebhook[]> =>
  eventually(
    () => receiver.at(path),
    (all) => all.length >= count,
    withinMs,
  )
const words = (all: readonly ReceivedWebhook[]) =>
  all.map(({ body }) => (body.data as unknown as { message: { body: string } }).message.body)
const stateOf = async (id: string, person = admin) =>
  (await person.ok<WebhookEndpoint[]>('GET', '/webhooks')).find((one) => one.id === id)!
/** Waits until the oldest delivery of an endpoint has failed so often, and what came of it is written. */
const failed = (id: string, times: number) =>
  eventually(
    async () => (await deliveriesOf(id)).at(-1),
    (one) => one?.attempts === times && one.nextAt !== null,
  )
async function mailServer(): Promise<MailServer & AsyncDisposable> {
  const mail = new MailServer()
  await mail.listen()
  return Object.assign(mail, { [Symbol.asyncDispose]: () => mail.close() })
}
const deliveriesOf = async (id: string, only = 'all') =>
  (await admin.ok<WebhookDeliveryPage>('GET', `/webhooks/${id}/deliveries?only=${only}`)).deliveries

describe('what happens in a company', () => {
  it('reaches its endpoint as a signed request, and nobody else’s', async () => {
    const own = await endpoint()
    const foreign = await endpoint({}, other)
    const who = randomUUID()
    await world.channel.say(who, 'Vocês abrem hoje?')
    const [request] = await came(own.path)
    expect(request!.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': expect.any(String) })
    expect(isSignedBy(own.secret, request!)).toBe(true)
    expect(isSignedBy(foreign.secret, request!)).toBe(false)
    expect(Math.abs(Number(request!.headers['webhook-timestamp']) * 1_000 - Date.now())).toBeLessThan(10_000)
    expect(request!.body.type).toBe('message.received.v1')
    const data = webhookEvents['message.received.v1'].strict().parse(request!.body.data)
    expect(data).toMatchObject({
      message: { body: 'Vocês abrem hoje?', fromMe: false },
      contact: { name: `Cliente ${who}` },
      ticket: { channelId: world.channel.connectionId, status: 'pending' },
      firstOfTicket: true,
    })
    const [delivery] = await eventually(
      () => deliveriesOf(own.id),
      ([one]) => one?.state === 'sent',
    )
    expect(delivery).toMatchObject({
      id: request!.headers['webhook-id'],
      attempts: 1,
      last: { outcome: 'ok', status: 204 },
    })
    expect(receiver.at(foreign.path)).toEqual([])
  })

  it('is told by every kind that the endpoint chose, in the shape of its schema', async () => {
    const { path } = await endpoint({ types: webhookEventTypes })
    const talk = await desk.talking()
    await talk.say('Bom dia')
    await agent.ok('PUT', `/tickets/${talk.ticket.id}`, { queueId: world.a.sales })
    await admin.ok('PUT', `/contacts/${talk.ticket.contactId}`, { name: 'Dona Rosa' })
    await agent.ok('PUT', `/tickets/${talk.ticket.id}`, { status: 'closed' })
    const expected: WebhookEventType[] = [
      'contact.created.v1',
      'contact.updated.v1',
      'message.received.v1',
      'message.sent.v1',
      'message.status.v1',
      'ticket.closed.v1',
      'ticket.created.v1',
      'ticket.opened.v1',
      'ticket.transferred.v1',
    ]
    const all = await eventually(
      () => receiver.at(path),
      (seen) => expected.every((type) => seen.some(({ body }) => body.type === type)),
    )
    for (const { body } of all) webhookEvents[body.type as WebhookEventType].strict().parse(body.data)
    const transferred = all.find(({ body }) => body.type === 'ticket.transferred.v1')!.body.data
    expect(transferred).toMatchObject({ ticket: { queueId: world.a.sales }, before: { queueId: null } })
  })

  it('is filtered by connection and by queue', async () => {
    const elsewhere = await endpoint({ channelIds: [world.b.connection] })
    const queued = await endpoint({ queueIds: [world.a.sales] })
    const here = await endpoint({ channelIds: [world.channel.connectionId] })
    const talk = await desk.talking()
    await came(here.path)
    await agent.ok('PUT', `/tickets/${talk.ticket.id}`, { queueId: world.a.sales })
    await world.channel.say(talk.who, 'Agora em vendas')
    expect(words(await came(queued.path))).toEqual(['Agora em vendas'])
    expect(receiver.at(elsewhere.path)).toEqual([])
  })
})

describe('the secret', () => {
  it('is shown once, and the former one signs for a day beside its successor', async () => {
    const { id, path, secret } = await endpoint()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(JSON.stringify(await admin.ok('GET', '/webhooks'))).not.toContain(secret)
    const rotated = await admin.ok<WebhookEndpointSecret>('POST', `/webhooks/${id}/secret`)
    await world.channel.say(randomUUID(), 'Durante a troca')
    const [during] = await came(path)
    expect([isSignedBy(secret, during!), isSignedBy(rotated.secret, during!)]).toEqual([true, true])
    for (const one of [secret, rotated.secret]) expect(readByLibrary(one, during!)).toEqual(during!.body)
    expect(readByLibrary((await endpoint()).secret, during!)).toBeUndefined()
    expect(readByLibrary(secret, { ...during!, text: `${during!.text} ` })).toBeUndefined()
    clock.advance(25 * hour)
    await world.channel.say(randomUUID(), 'Depois da troca')
    const [, after] = await came(path, 2)
    expect([isSignedBy(secret, after!), isSignedBy(rotated.secret, after!)]).toEqual([false, true])
  })

  it('and all of the page are the administrators’ alone', async () => {
    const { id } = await endpoint()
    const supervisor = await world.signIn(world.a.supervisor)
    for (const person of [agent, supervisor]) {
      expect(await person.refused('GET', '/webhooks')).toBe('403 ERR_NO_PERMISSION')
      expect(await person.refused('POST', `/webhooks/${id}/secret`)).toBe('403 ERR_NO_PERMISSION')
    }
    expect(await other.refused('GET', `/webhooks/${id}/deliveries`)).toBe('404 ERR_NO_WEBHOOK_FOUND')
    expect(await other.refused('POST', `/webhooks/${id}/test`)).toBe('404 ERR_NO_WEBHOOK_FOUND')
  })
})

describe('an address', () => {
  it('inside of a network is refused when it is saved and at each attempt, and redirects are not followed', async () => {
    for (const url of [
      'http://10.0.0.5/',
      'https://inside.test/hook',
      'https://nowhere.test/',
      'ftp://127.0.0.1/',
      'http://[::1]/',
    ])
      expect(await admin.refused('POST', '/webhooks', { url, types: ['message.received.v1'] })).toBe(
        '422 ERR_WEBHOOK_ADDRESS',
      )
    const port = new URL(receiver.url('/')).port
    const moving = await endpoint({ url: `http://moving.test:${port}/moving` })
    const redirecting = await endpoint()
    receiver.answers(redirecting.path, [
      (response) => response.writeHead(307, { location: receiver.url('/followed') }).end(),
    ])
    addresses['moving.test'] = '10.0.0.5'
    await world.channel.say(randomUUID(), 'Para dentro?')
    const seen = await eventually(
      async () => [(await stateOf(moving.id)).last?.outcome, (await stateOf(redirecting.id)).last?.outcome],
      (outcomes) => outcomes.every((outcome) => outcome !== undefined),
    )
    expect(seen).toEqual(['refused', 'redirect'])
    expect([receiver.at('/moving'), receiver.at('/followed')]).toEqual([[], []])
    addresses['moving.test'] = '127.0.0.1'
  })
})

describe('a receiver that fails', () => {
  it('gets everything later, in the order of each conversation', async () => {
    const { id, path } = await endpoint()
    receiver.answers(path, [500])
    const [first, second] = [randomUUID(), randomUUID()]
    await world.channel.say(first, 'um')
    await failed(id, 1)
    await world.channel.say(first, 'dois')
    await world.channel.say(first, 'três')
    await world.channel.say(second, 'outra conversa')
    expect(words(await came(path, 2))).toEqual(['um', 'outra conversa'])
    clock.advance(10_000)
    const all = await came(path, 5)
    expect(words(all)).toEqual(['um', 'outra conversa', 'um', 'dois', 'três'])
    const [again] = [all[2]!]
    expect(again.headers['webhook-id']).toBe(all[0]!.headers['webhook-id'])
    expect(again.text).toBe(all[0]!.text)
    const { log } = await eventually(
      () => admin.ok<WebhookDeliveryDetail>('GET', `/webhooks/${id}/deliveries/${String(again.headers['webhook-id'])}`),
      ({ state }) => state === 'sent',
    )
    expect(log.map(({ number, outcome, status }) => [number, outcome, status])).toEqual([
      [2, 'ok', 204],
      [1, 'status', 500],
    ])
  })

  it('holds a conversation for its first attempts and not longer', async () => {
    const { id, path } = await endpoint()
    receiver.answers(path, [500, 500, 500])
    const who = randomUUID()
    await world.channel.say(who, 'preso')
    await failed(id, 1)
    await world.channel.say(who, 'depois')
    clock.advance(6_000)
    await failed(id, 2)
    expect(words(receiver.at(path))).toEqual(['preso', 'preso'])
    clock.advance(61_000)
    expect(words(await came(path, 4))).toEqual(['preso', 'preso', 'preso', 'depois'])
  })

  it('is left alone for as long as it asks', async () => {
    const { id, path } = await endpoint()
    receiver.answers(path, [(response) => response.writeHead(503, { 'retry-after': '3600' }).end('Sobrecarregado')])
    await world.channel.say(randomUUID(), 'Calma')
    await came(path)
    const [waiting] = await eventually(
      () => deliveriesOf(id),
      ([one]) => one?.attempts === 1 && one.last !== null,
    )
    expect(Date.parse(waiting!.nextAt!) - Date.now()).toBeGreaterThan(0.98 * hour)
    const { log } = await admin.ok<WebhookDeliveryDetail>('GET', `/webhooks/${id}/deliveries/${waiting!.id}`)
    expect(log[0]).toMatchObject({ status: 503, answer: 'Sobrecarregado' })
    clock.advance(hour + 1_000)
    await came(path, 2)
  })

  it('is disabled at once when it says that it is gone, and works again when it is activated', async () => {
    const { id, path } = await endpoint()
    const beside = await endpoint()
    receiver.answers(path, [410])
    await world.channel.say(randomUUID(), 'Ainda aí?')
    const gone = await eventually(
      () => stateOf(id),
      ({ state }) => state === 'disabled',
    )
    expect(gone).toMatchObject({ disabledReason: 'gone', last: { outcome: 'gone', status: 410 } })
    await world.channel.say(randomUUID(), 'Ninguém ouve')
    await came(beside.path, 2)
    const { url, description, types } = gone
    expect(
      await admin.ok<WebhookEndpoint>('PUT', `/webhooks/${id}`, { url, description, types, isActive: true }),
    ).toMatchObject({ state: 'active', disabledReason: null, failingSince: null })
    await world.channel.say(randomUUID(), 'De volta')
    expect(words(await came(path, 2))).toEqual(['Ainda aí?', 'De volta'])
    const trail = await world.database.owner`
      select action, facts ->> 'reason' as reason
        from core.audit_log
       where tenant_id = ${world.a.id} and subject = ${id} and action = 'webhooks.disabled'`
    expect([...trail]).toEqual([{ action: 'webhooks.disabled', reason: 'gone' }])
  })

  it('is disabled after three days, with a letter to administrators; what waited is sent when it is activated', async () => {
    const { id, path, endpoint: input } = await endpoint()
    receiver.answers(path, [500], true)
    await world.channel.say(randomUUID(), 'Nada funciona')
    await failed(id, 1)
    clock.advance(73 * hour)
    // Nobody’s session lasts for so long.
    await eventually(
      () => world.database.owner`select from core.webhook_endpoint where id = ${id} and state = 'disabled'`,
      (rows) => rows.length === 1,
    )
    await eventually(
      () => warnings,
      (seen) => seen.some((text) => text.startsWith('a letter')),
    )
    clock.reset()
    expect(await stateOf(id)).toMatchObject({ state: 'disabled', disabledReason: 'failing' })
    expect(await deliveriesOf(id, 'failed')).toHaveLength(1)
    receiver.answers(path, [])
    await admin.ok('PUT', `/webhooks/${id}`, { url: input.url, types: input.types, isActive: true })
    await admin.ok('POST', `/webhooks/${id}/replay`, {
      since: new Date(Date.now() - hour).toISOString(),
      until: new Date(Date.now() + hour).toISOString(),
    })
    const all = await came(path, 3)
    expect(words(all).at(-1)).toBe('Nada funciona')
    await eventually(
      () => deliveriesOf(id),
      ([one]) => one?.state === 'sent',
    )
  })

  it('is tried eleven times within three days, in pauses that chance makes shorter, and no more', async () => {
    const { id, path } = await endpoint()
    const beside = await endpoint({}, other)
    receiver.answers(path, [500], true)
    await world.channel.say(randomUUID(), 'Nunca chega')
    const attempt = (number: number) =>
      eventually(
        () => world.database.owner<{ state: string; next_at: Date; attempts: number }[]>`
          select state, next_at, attempts from core.webhook_delivery where endpoint_id = ${id} and state <> 'leased'`,
        ([one]) => one?.attempts === number,
        15_000,
      )
    // Nobody’s session lasts for so long: what the page shows is read of the rows.
    const pauses: number[] = []
    for (let number = 1; number < 11; number++) {
      const [waiting] = await attempt(number)
      expect(waiting!.state).toBe('queued')
      const pause = waiting!.next_at.getTime() - clock.now().getTime()
      pauses.push(pause / 1_000)
      clock.advance(pause + 10)
      // The word of what is queued has the runner look at what is due.
      await world.otherChannel.say(randomUUID(), `Enquanto isso ${number}`)
    }
    expect((await attempt(11))[0]!.state).toBe('failed')
    await came(beside.path, 10)
    const all = receiver.at(path)
    expect(all).toHaveLength(11)
    expect(new Set(all.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const planned = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 72_000]
    for (const [nth, pause] of pauses.entries()) {
      expect(pause, `pause ${nth + 1}`).toBeLessThanOrEqual(planned[nth]!)
      expect(pause, `pause ${nth + 1}`).toBeGreaterThan(planned[nth]! * 0.8 - 5)
    }
    expect(new Set(pauses.map((pause, nth) => (pause / planned[nth]!).toFixed(2))).size).toBeGreaterThan(2)
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(72 * 3_600)
  })

  it('has its company’s administrators told by letter that it was disabled, and nobody else', async () => {
    await using mail = await mailServer()
    await useMailServer(world, mail)
    const { id, path } = await endpoint()
    receiver.answers(path, [410])
    await world.channel.say(randomUUID(), 'Ainda aí?')
    await eventually(
      () => stateOf(id),
      ({ state }) => state === 'disabled',
    )
    const letters = await eventually(
      () => mail.taken,
      (taken) => taken.length > 0,
      20_000,
    )
    expect(letters.flatMap(({ to }) => to)).toEqual([world.a.admin.email])
    expect(letters[0]!.raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=')).toContain('/configuracoes/webhooks')
  })

  it('delays nobody else when it is slow', async () => {
    const slow = await Promise.all(Array.from({ length: 6 }, () => endpoint()))
    const pending: (() => void)[] = []
    for (const { path } of slow)
      receiver.answers(path, [(response) => void pending.push(() => response.writeHead(204).end())], true)
    const quick = await endpoint({}, other)
    const beside = await endpoint()
    await Promise.all(Array.from({ length: 20 }, (_, at) => world.channel.say(randomUUID(), `devagar ${at}`)))
    await came(beside.path, 20)
    await eventually(
      () => pending.length,
      (count) => count >= 12,
    )
    const took: number[] = []
    for (let at = 0; at < 10; at++) {
      const begun = performance.now()
      await world.otherChannel.say(randomUUID(), `rápido ${at}`)
      const all = await came(quick.path, at + 1)
      took.push(all[at]!.at - begun)
    }
    const sorted = took.toSorted((a, b) => a - b)
    // Six receivers that say nothing would cost 15 s each, if anybody waited for them.
    expect(sorted[5]!, 'median in milliseconds').toBeLessThan(2_000)
    expect(sorted.at(-1)!, 'slowest in milliseconds').toBeLessThan(5_000)
    for (const { path } of slow) receiver.answers(path, [])
    for (const answer of pending) answer()
  })
})

describe('deliveries', () => {
  it('are sent again one by one or by a span of time, and a test is answered at once', async () => {
    const { id, path } = await endpoint()
    const who = randomUUID()
    await world.channel.say(who, 'um')
    await world.channel.say(who, 'dois')
    await came(path, 2)
    const sent = await eventually(
      () => deliveriesOf(id),
      (all) => all.every(({ state }) => state === 'sent'),
    )
    await admin.ok('POST', `/webhooks/${id}/deliveries/${sent[0]!.id}/replay`)
    expect(words(await came(path, 3))).toEqual(['um', 'dois', 'dois'])
    await eventually(
      () => deliveriesOf(id),
      (all) => all.every(({ state }) => state === 'sent'),
    )
    const span = { since: new Date(Date.now() - hour).toISOString(), until: new Date(Date.now() + hour).toISOString() }
    expect(await admin.ok('POST', `/webhooks/${id}/replay`, span)).toEqual({ count: 0 })
    expect(await admin.ok('POST', `/webhooks/${id}/replay`, { ...span, only: 'all' })).toEqual({ count: 2 })
    expect(words(await came(path, 5)).slice(3)).toEqual(['um', 'dois'])
    expect(await admin.ok<WebhookAttempt>('POST', `/webhooks/${id}/test`)).toMatchObject({ outcome: 'ok', status: 204 })
    expect(receiver.at(path).at(-1)!.body).toMatchObject({ type: 'webhook.test.v1', data: { endpointId: id } })
  })

  it('of a node that stops or dies go out again', async () => {
    const { id, path } = await endpoint()
    receiver.answers(path, [() => undefined])
    await world.channel.say(randomUUID(), 'Antes da queda')
    await came(path)
    await world.restart()
    const [first, second] = await came(path, 2, 20_000)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    await eventually(
      () => deliveriesOf(id),
      ([one]) => one?.state === 'sent',
    )
    // A node that claims and is never heard of again; its lease is over at once.
    receiver.answers(path, [500])
    await world.channel.say(randomUUID(), 'Na queda')
    await came(path, 3)
    await eventually(
      () => deliveriesOf(id),
      ([one]) => one?.last?.status === 500,
    )
    const later = new Date(Date.now() + 60_000).toISOString()
    const claimed = await eventually(
      () => world.app.db.raw`
        select id from core.claim_webhooks('node-that-died', ${later}::timestamptz, interval '0', 10, 4, 16)`,
      (rows) => rows.length > 0,
    )
    expect(claimed).toHaveLength(1)
    expect(words(await came(path, 4)).at(-1)).toBe('Na queda')
  })

  it('are erased with the person of whom they tell, and deleted after a month', async () => {
    const { id, path } = await endpoint()
    const talk = await desk.talking()
    await world.channel.say(randomUUID(), 'De outra pessoa')
    await came(path, 2)
    await eventually(
      () => deliveriesOf(id),
      (all) => all.every(({ state }) => state === 'sent'),
    )
    await admin.ok('POST', '/privacy/erasures', { contactId: talk.ticket.contactId, reason: 'request' })
    await eventually(
      () => deliveriesOf(id),
      (all) => all.length === 1,
    )
    clock.advance(31 * 24 * hour)
    await world.app.sweepWebhooks()
    expect((await world.database.owner`select from core.webhook_delivery where endpoint_id = ${id}`).length).toBe(0)
  })
})

describe('a company that is blocked', () => {
  it('is told nothing, keeps what happens in it, and is told that in order when it is let in again', async () => {
    await world.database.owner`update core.user_account set is_master = true where id = ${world.a.admin.id}`
    admin = await world.signIn(world.a.admin)
    const theirs = await endpoint({}, other)
    const ours = await endpoint()
    const [who, here] = [randomUUID(), randomUUID()]
    await world.otherChannel.say(who, 'antes')
    await came(theirs.path)
    await admin.ok('PUT', `/tenants/${world.b.id}`, { blocked: true })
    try {
      for (const text of ['um', 'dois']) await world.otherChannel.say(who, text)
      // Every claim takes the endpoint that waited longest first: one of ours that came later is told meanwhile.
      await world.channel.say(here, 'aqui')
      await came(ours.path)
      const waiting = await eventually(
        () => world.database.owner<{ state: string; attempts: number }[]>`
          select state, attempts from core.webhook_delivery
           where endpoint_id = ${theirs.id} and state <> 'sent' order by id`,
        (rows) => rows.length === 2,
      )
      expect(waiting).toEqual([
        { state: 'queued', attempts: 0 },
        { state: 'held', attempts: 0 },
      ])
      expect(words(receiver.at(theirs.path))).toEqual(['antes'])
    } finally {
      await admin.ok('PUT', `/tenants/${world.b.id}`, { blocked: false })
    }
    expect(words(await came(theirs.path, 3, 20_000))).toEqual(['antes', 'um', 'dois'])
    other = await world.signIn(world.b.admin)
    await other.ok('DELETE', `/webhooks/${theirs.id}`)
  })
})
