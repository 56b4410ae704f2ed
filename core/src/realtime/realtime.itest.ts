import {
  mint,
  socketEvents,
  type ErrorCode,
  type QueueId,
  type StreamHello,
  type StreamPosition,
  type Ticket,
  type TicketFacts,
  type TicketId,
  type TicketListPush,
  type TypingPush,
  type UserId,
} from '@recado/contracts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestTenant, TestUser } from '../../../tests/harness/tenants.ts'
import { accessRig, ephemeralBus, type AccessRig, type Client } from '../access/access.rig.ts'
import { accessTokenSeconds } from '../access/access-token.ts'
import { listen, type Listener } from '../http/listen.ts'
import { newId } from '../base/ids.ts'
import { eventBurst, eventsBeforeCut, maxMessageBytes, socketsPerUser } from './limits.ts'
import type { TypingMode } from './messages.ts'
import type { Realtime } from './realtime.ts'
import { createRealtime } from './socket-server.ts'

type Push = TicketListPush & { seq: number }

/** An agent's socket and everything it was told. */
class Agent {
  readonly socket: Socket
  readonly hellos: StreamHello[] = []
  readonly pushes: Push[] = []
  readonly typing: TypingPush[] = []
  readonly ended: string[] = []
  #wake: () => void = () => undefined

  constructor(base: string, tenantId: string, auth: object, options: object = {}) {
    this.socket = io(base, { auth, transports: ['websocket'], forceNew: true, reconnection: false, ...options })
    const events = socketEvents(tenantId)
    const keep =
      <T>(list: T[]) =>
      (value: T) => {
        list.push(value)
        this.#wake()
      }
    this.socket.on(events.hello, keep(this.hellos))
    this.socket.on(events.ticketList, keep(this.pushes))
    this.socket.on(events.typing, keep(this.typing))
    this.socket.on(events.session, ({ code }: { code: string }) => keep(this.ended)(code))
    this.socket.on('disconnect', () => this.#wake())
  }

  async until(condition: (agent: Agent) => boolean): Promise<this> {
    while (!condition(this))
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(
          () =>
            reject(
              new Error(
                `told so far: ${JSON.stringify({ hellos: this.hellos, pushes: this.pushes, ended: this.ended })}`,
              ),
            ),
          5_000,
        )
        this.#wake = () => {
          clearTimeout(late)
          resolve()
        }
      })
    return this
  }

  /** The code the connection was refused with; undefined if it was accepted. */
  outcome(): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.socket.on('connect', () => resolve(undefined))
      this.socket.on('connect_error', (error) => resolve(error.message))
    })
  }

  get position(): StreamPosition {
    return { epoch: this.hellos.at(-1)!.epoch, seq: this.pushes.at(-1)?.seq ?? this.hellos.at(-1)!.seq }
  }
}

let rig: AccessRig
let realtime: Realtime
const agents: Agent[] = []
const typed: { user: UserId; ticketId: TicketId; mode: TypingMode }[] = []
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

const startRealtime = (listener: Listener, bus = rig.bus): Realtime =>
  createRealtime({
    server: listener.server,
    bus,
    log,
    authenticate: (token, sessionId) => rig.sockets.authenticate(token, sessionId),
    review: (ids) => rig.sockets.review(ids),
    visibilityOf: (tenantId) => rig.settings.visibility(tenantId),
    onAgentTyping: (viewer, ticketId, mode) => typed.push({ user: viewer.userId, ticketId, mode }),
  })

beforeAll(async () => {
  rig = await accessRig()
  realtime = startRealtime(rig.listener)
})
afterAll(async () => {
  await realtime.close()
  await rig.close()
})
afterEach(() => {
  for (const agent of agents.splice(0)) agent.socket.disconnect()
})

/** One more node of the same installation, for the time of `work`. */
async function node(
  work: (started: { realtime: Realtime; base: string }) => Promise<void>,
  bus = ephemeralBus(),
): Promise<void> {
  const listener = await listen(
    {
      app: { fetch: async () => new Response(null, { status: 404 }) },
      setRoutes: () => undefined,
      routes: [],
      stop: () => undefined,
    },
    { host: '127.0.0.1', port: 0 },
  )
  const started = startRealtime(listener, bus)
  try {
    await work({ realtime: started, base: `http://127.0.0.1:${listener.port}` })
  } finally {
    await started.close()
    await listener.close(0)
  }
}

const connect = (
  tenant: TestTenant,
  client: Client,
  stream?: StreamPosition,
  base = rig.base,
  options: object = {},
): Agent => {
  const agent = new Agent(
    base,
    tenant.id,
    { token: client.token, sessionid: client.sessionId, ...(stream && { stream }) },
    options,
  )
  agents.push(agent)
  return agent
}
const clients = new Map<string, Client>()
async function agentOf(tenant: TestTenant, user: TestUser, stream?: StreamPosition): Promise<Agent> {
  const client = clients.get(user.id) ?? (await rig.signedIn(user))
  clients.set(user.id, client)
  return connect(tenant, client, stream).until((agent) => agent.hellos.length > 0)
}

const ticketOf = (name = 'Cliente'): Ticket => ({ id: newId<TicketId>(), name }) as Ticket
const facts = (userId: UserId | null, queueId: QueueId | null): TicketFacts => ({ userId, queueId, withBot: false })
const update = (tenant: TestTenant, ticket: Ticket, after: TicketFacts | null, before?: TicketFacts): void =>
  realtime.ticketChanged(tenant.id, {
    ticketId: ticket.id,
    after,
    ...(before && { before }),
    pushes: [{ type: 'ticket:update', payload: ticket }],
  })
/** A push that everybody of the tenant sees: earlier ones have arrived when it has. */
async function settled(tenant: TestTenant, ...watching: Agent[]): Promise<void> {
  const last = ticketOf()
  update(tenant, last, facts(null, null))
  await Promise.all(
    watching.map((agent) =>
      agent.until(({ pushes }) => pushes.some((push) => 'id' in push.payload && push.payload.id === last.id)),
    ),
  )
}
const seen = (agent: Agent) =>
  agent.pushes.map((push) => `${push.type} ${'id' in push.payload ? push.payload.id : push.payload.ticketId}`)

describe('connecting', () => {
  test('S7-063 a socket is authenticated by token and session, and by nothing in the address', async () => {
    const [ana, bia] = [await rig.signedIn(rig.a.admin), await rig.signedIn(rig.b.admin)]
    const outcome = (auth: object, options: object = {}) => {
      const agent = new Agent(rig.base, rig.a.id, auth, options)
      agents.push(agent)
      return agent.outcome()
    }
    const good = { token: ana.token, sessionid: ana.sessionId }
    expect(await outcome(good)).toBeUndefined()
    expect(await outcome(good, { transports: ['polling'] })).toBeUndefined()
    for (const auth of [
      {},
      { token: ana.token },
      { ...good, sessionid: bia.sessionId },
      { ...good, token: 'x.y.z' },
      { ...good, token: `${ana.token}x` },
      { ...good, stream: 'x' },
    ])
      expect(await outcome(auth), JSON.stringify(auth)).toBe('ERR_SESSION_ENDED')
    for (const query of [{ token: ana.token }, { sessionid: ana.sessionId }])
      expect(await outcome(good, { query })).toMatch(/websocket error/)
    rig.pass(accessTokenSeconds + 1)
    expect(await outcome(good)).toBe('ERR_SESSION_EXPIRED')
    clients.clear()
  })

  test('pages of other origins are refused, on both transports', async () => {
    const ana = await rig.signedIn(rig.a.admin)
    const from = (origin: string, transport: string) =>
      connect(rig.a, ana, undefined, rig.base, { transports: [transport], extraHeaders: { origin } }).outcome()
    for (const transport of ['websocket', 'polling']) {
      expect(await from('https://evil.example', transport)).toMatch(/error/)
      expect(await from('null', transport)).toMatch(/error/)
      expect(await from(rig.base, transport)).toBeUndefined()
    }
  })

  test('one person has a limited number of sockets', async () => {
    const tenant = await rig.newTenant('Horta')
    const client = await rig.signedIn(tenant.admin)
    for (let open = 0; open < socketsPerUser; open++)
      await connect(tenant, client).until(({ hellos }) => hellos.length > 0)
    expect(await connect(tenant, client).outcome()).toBe('ERR_TOO_MANY_REQUESTS')
  })
})

describe('who is told what', () => {
  test('S7-064 S7-065 chat:create carries the message and its ticket, numbered', async () => {
    const agent = await agentOf(rig.a, rig.a.user)
    const ticket = ticketOf()
    realtime.ticketChanged(rig.a.id, {
      ticketId: ticket.id,
      after: facts(null, rig.a.sales),
      pushes: [{ type: 'chat:create', payload: { id: newId(), body: 'Olá', ticket } as never }],
    })
    await agent.until(({ pushes }) => pushes.length === 1)
    expect(agent.pushes[0]).toMatchObject({
      type: 'chat:create',
      seq: agent.hellos[0]!.seq + 1,
      payload: { body: 'Olá', ticket: { id: ticket.id } },
    })
  })

  test('S7-070 clients that poll, that change over to a socket and that have one are told alike, in order', async () => {
    const client = await rig.signedIn(rig.a.colleague)
    const transports = [['polling'], ['polling', 'websocket'], ['websocket']]
    const agents = transports.map((ways) => connect(rig.a, client, undefined, rig.base, { transports: ways }))
    for (const agent of agents) await agent.until(({ hellos }) => hellos.length === 1)
    const tickets = Array.from({ length: 20 }, () => ticketOf('José 😀'))
    for (const ticket of tickets) {
      update(rig.a, ticket, facts(null, rig.a.support))
      // Spread over turns and over the change of transport.
      await new Promise((resolve) => setImmediate(resolve))
    }
    for (const agent of agents) {
      await agent.until(({ pushes }) => pushes.length === tickets.length)
      expect(agent.pushes.map(({ payload }) => payload)).toMatchObject(tickets)
      expect(agent.pushes.map(({ seq }) => seq)).toEqual(
        tickets.map((_, index) => agents[0]!.hellos[0]!.seq + 1 + index),
      )
    }
  })

  test('a company hears nothing of another, whatever its client listens to', async () => {
    const [agent, other] = [await agentOf(rig.a, rig.a.admin), await agentOf(rig.b, rig.b.admin)]
    const overheard: unknown[] = []
    other.socket.onAny((...heard) => overheard.push(heard))
    for (const name of Object.values(socketEvents(rig.a.id))) other.socket.emit(name, rig.a.id)
    const ticket = ticketOf()
    update(rig.a, ticket, facts(null, null))
    await settled(rig.a, agent)
    await settled(rig.b, other)
    expect(seen(agent)).toContain(`ticket:update ${ticket.id}`)
    expect(JSON.stringify(overheard)).not.toContain(ticket.id)
    expect(JSON.stringify(overheard)).not.toContain(rig.a.id)
  })

  test('S6-020 S6-022 hidden tickets never arrive, and what is taken away is said to be gone', async () => {
    const { a } = rig
    const [admin, seller, supporter] = [
      await agentOf(a, a.admin),
      await agentOf(a, a.user),
      await agentOf(a, a.colleague),
    ]
    const [inSupport, moved, deleted] = [ticketOf(), ticketOf(), ticketOf()]
    update(a, inSupport, facts(null, a.support))
    update(a, moved, facts(null, a.support), facts(null, a.sales))
    update(a, deleted, null, facts(null, a.sales))
    await settled(a, admin, seller, supporter)
    const own = (agent: Agent) => seen(agent).slice(0, -1)
    expect(own(admin)).toEqual([
      `ticket:update ${inSupport.id}`,
      `ticket:update ${moved.id}`,
      `ticket:remove ${deleted.id}`,
    ])
    expect(own(supporter)).toEqual([`ticket:update ${inSupport.id}`, `ticket:update ${moved.id}`])
    expect(own(seller)).toEqual([`ticket:remove ${moved.id}`, `ticket:remove ${deleted.id}`])
  })

  test('S6-020 S6-023 a changed setting holds for the next push and everybody starts over', async () => {
    const { a } = rig
    const [admin, seller] = [await agentOf(a, a.admin), await agentOf(a, a.user)]
    const manager = clients.get(a.admin.id)!
    expect((await manager.call('PUT', '/settings/hideContactData', { value: 'enabled' })).status).toBe(200)
    expect((await manager.call('PUT', '/settings/NotViewAssignedTickets', { value: true })).status).toBe(200)
    await Promise.all([admin, seller].map((agent) => agent.until(({ hellos }) => hellos.length === 3)))
    expect(seller.hellos.slice(1).every((hello) => hello.resync)).toBe(true)
    expect(new Set(seller.hellos.map((hello) => hello.epoch)).size).toBe(3)
    const [unassigned, others] = [ticketOf('5511987654321'), ticketOf('5511987654322')]
    update(a, unassigned, facts(null, a.sales))
    update(a, others, facts(a.colleague.id, a.sales))
    await settled(a, admin, seller)
    expect(seller.pushes.slice(0, -1)).toMatchObject([{ payload: { id: unassigned.id, name: '55*********21' } }])
    expect(admin.pushes.slice(0, -1)).toMatchObject([
      { payload: { name: '5511987654321' } },
      { payload: { name: '5511987654322' } },
    ])
    for (const key of ['hideContactData', 'NotViewAssignedTickets'])
      await manager.call('PUT', `/settings/${key}`, { value: 'disabled' })
    await Promise.all([admin, seller].map((agent) => agent.until(({ hellos }) => hellos.length === 5)))
  })

  test('changed queues hold from the next push on', async () => {
    const { a } = rig
    const seller = await agentOf(a, a.user)
    await rig.database.owner`
      insert into core.user_queue ${rig.database.owner({ tenant_id: a.id, user_id: a.user.id, queue_id: a.support })}`
    rig.bus.emit('access.user-changed', { tenantId: a.id, userId: a.user.id })
    await seller.until(({ hellos }) => hellos.length === 2)
    const ticket = ticketOf()
    update(a, ticket, facts(null, a.support))
    await seller.until(({ pushes }) => pushes.length === 1)
    expect(seen(seller)).toEqual([`ticket:update ${ticket.id}`])
    await rig.database.owner`delete from core.user_queue where user_id = ${a.user.id} and queue_id = ${a.support}`
    rig.bus.emit('access.user-changed', { tenantId: a.id, userId: a.user.id })
    await seller.until(({ hellos }) => hellos.length === 3)
    update(a, ticketOf(), facts(null, a.support))
    await settled(a, seller)
    expect(seller.pushes).toHaveLength(2)
  })
})

describe('coming back', () => {
  test('what was missed follows in order, nothing twice', async () => {
    const { a } = rig
    const seller = await agentOf(a, a.user)
    await settled(a, seller)
    const { position } = seller
    seller.socket.disconnect()
    const missed = Array.from({ length: 20 }, () => ticketOf())
    for (const ticket of missed) update(a, ticket, facts(null, a.sales))
    update(a, ticketOf(), facts(null, a.support))
    const back = await agentOf(a, a.user, position)
    await back.until(({ pushes }) => pushes.length >= 20)
    expect(back.hellos).toEqual([{ ...position, resync: false }])
    await settled(a, back)
    expect(seen(back).slice(0, -1)).toEqual(missed.map((ticket) => `ticket:update ${ticket.id}`))
    expect(back.pushes.map((push) => push.seq)).toEqual(
      Array.from({ length: 21 }, (_, index) => position.seq + 1 + index),
    )
  })

  test('what happens between the first reading and the socket that follows it is told', async () => {
    const tenant = await rig.newTenant('Varanda')
    const client = await rig.signedIn(tenant.user)
    const { viewer } = await rig.sockets.authenticate(client.token!, client.sessionId!)
    expect(realtime.hasListeners(tenant.id)).toBe(false)
    const begin = realtime.streamOf(viewer)
    expect(realtime.hasListeners(tenant.id)).toBe(true)
    const [first, second] = [ticketOf('Entre'), ticketOf('Depois')]
    update(tenant, first, facts(null, null))
    const agent = await connect(tenant, client, begin).until(({ pushes }) => pushes.length > 0)
    update(tenant, second, facts(null, null))
    await settled(tenant, agent)
    expect(agent.hellos).toEqual([{ ...begin, resync: false }])
    expect(seen(agent).slice(0, 2)).toEqual([`ticket:update ${first.id}`, `ticket:update ${second.id}`])
    expect(agent.pushes.map(({ seq }) => seq)).toEqual([1, 2, 3].map((step) => begin.seq + step))
    // Read once more while a socket is open: the stream goes on, and so do its rights.
    expect(realtime.streamOf(viewer)).toEqual({ epoch: begin.epoch, seq: begin.seq + 3 })
    await node(async ({ base }) => {
      const elsewhere = connect(tenant, client, begin, base)
      await elsewhere.until(({ hellos }) => hellos.length > 0)
      expect(elsewhere.hellos[0]!.resync).toBe(true)
    })
  })

  test('all tabs of a user count alike', async () => {
    const { a } = rig
    const [one, two] = [await agentOf(a, a.user), await agentOf(a, a.user)]
    await settled(a, one, two)
    expect(two.pushes.at(-1)).toEqual(one.pushes.at(-1))
  })

  test('after a restart, or on another node, everything is fetched anew', async () => {
    const { a } = rig
    const seller = await agentOf(a, a.user)
    await settled(a, seller)
    await node(async ({ base, realtime: restarted }) => {
      const back = await connect(a, clients.get(a.user.id)!, seller.position, base).until(
        ({ hellos }) => hellos.length > 0,
      )
      expect(back.hellos[0]).toMatchObject({ resync: true })
      expect(back.hellos[0]!.epoch).not.toBe(seller.position.epoch)
      // A node that stops looks like a lost connection: clients come back by themselves, with their session.
      const reason = new Promise((resolve) => back.socket.on('disconnect', resolve))
      await restarted.close()
      expect(await reason).toBe('transport close')
      expect(back.ended).toEqual([])
    })
  })
})

describe('a session that is over', () => {
  const closed = (agent: Agent) => agent.until(({ socket }) => !socket.connected)

  test('S8-027 signing in elsewhere closes the older sockets within a second and says why', async () => {
    const tenant = await rig.newTenant('Ilha')
    const agent = await agentOf(tenant, tenant.admin)
    const begun = performance.now()
    await rig.signedIn(tenant.admin)
    await closed(agent)
    expect(performance.now() - begun).toBeLessThan(1_000)
    expect(agent.ended).toEqual(['ERR_SESSION_OTHER_DEVICE'])
  })

  test('signing out closes its sockets; so does the code that is handed in', async () => {
    const client = await rig.signedIn(rig.b.user)
    const agent = await connect(rig.b, client).until(({ hellos }) => hellos.length > 0)
    await client.call('POST', '/auth/logout')
    await closed(agent)
    expect(agent.ended).toEqual(['ERR_SESSION_ENDED'])
    const again = await rig.signedIn(rig.b.user)
    const second = await connect(rig.b, again).until(({ hellos }) => hellos.length > 0)
    realtime.endSession(again.sessionId!, 'ERR_USER_INACTIVE' satisfies ErrorCode)
    await closed(second)
    expect(second.ended).toEqual(['ERR_USER_INACTIVE'])
  })

  test('a revocation that nobody announced is found by itself', async () => {
    const client = await rig.signedIn(rig.b.colleague)
    const agent = await connect(rig.b, client).until(({ hellos }) => hellos.length > 0)
    await rig.database.owner`update core.session set ended_at = now() where id = ${client.sessionId!}`
    await expect.poll(() => agent.socket.connected, { timeout: 8_000, interval: 100 }).toBe(false)
    expect(agent.ended).toEqual(['ERR_SESSION_ENDED'])
  })
})

describe('what clients say', () => {
  beforeEach(() => {
    typed.length = 0
  })

  test('typing is handed on as the signed-in user, and only what fits the schema', async () => {
    const { a } = rig
    const seller = await agentOf(a, a.user)
    const name = socketEvents(a.id).clientTyping
    const ticketId = newId<TicketId>()
    for (const wrong of [
      null,
      'x',
      {},
      { ticketId: 'x', mode: 'text' },
      { ticketId, mode: 'sing' },
      { ticketId, mode: 'text', userId: a.admin.id },
    ])
      seller.socket.emit(name, wrong)
    seller.socket.emit(socketEvents(rig.b.id).clientTyping, { ticketId, mode: 'text' })
    seller.socket.emit(name, { ticketId, mode: 'text' })
    await expect.poll(() => typed).toEqual([{ user: a.user.id, ticketId, mode: 'text' }])
  })

  test('typing of others is shown to who may see the ticket, without a number', async () => {
    const { a } = rig
    const [seller, supporter, admin] = [
      await agentOf(a, a.user),
      await agentOf(a, a.colleague),
      await agentOf(a, a.admin),
    ]
    realtime.typing(a.id, facts(null, a.sales), {
      ticketId: newId<TicketId>(),
      who: { name: 'Ana', kind: 'agent', userId: a.admin.id },
      mode: 'text',
    })
    await settled(a, seller, supporter, admin)
    expect([seller, supporter, admin].map((agent) => agent.typing.length)).toEqual([1, 0, 0])
    expect(seller.typing[0]).not.toHaveProperty('seq')
  })

  test('a flood is dropped and then cut off', async () => {
    const { a } = rig
    const seller = await agentOf(a, a.user)
    const flood = (count: number) => {
      for (let said = 0; said < count; said++)
        seller.socket.emit(socketEvents(a.id).clientTyping, { ticketId: newId<TicketId>(), mode: 'text' })
    }
    flood(eventBurst + 50)
    await expect.poll(() => typed.length).toBeGreaterThanOrEqual(eventBurst)
    await settled(a, seller)
    flood(eventsBeforeCut + 50)
    await seller.until(({ socket }) => !socket.connected)
    expect(typed.length).toBeLessThan(eventBurst + 10)
  })

  test('a message that is too large ends the connection', async () => {
    const seller = await agentOf(rig.a, rig.a.user)
    const reason = new Promise((resolve) => seller.socket.on('disconnect', resolve))
    seller.socket.emit('x', 'x'.repeat(maxMessageBytes + 1))
    expect(await reason).toMatch(/transport/)
  })
})

describe('several nodes', () => {
  test('a push made on one reaches the sockets of the other once, and each knows whether anybody listens', async () => {
    const { a } = rig
    const bus = ephemeralBus()
    await node(
      ({ realtime: near }) =>
        node(async ({ realtime: far, base }) => {
          expect(near.hasListeners(a.id)).toBe(false)
          const client = await rig.signedIn(a.user)
          clients.set(a.user.id, client)
          const agent = await connect(a, client, undefined, base).until(({ hellos }) => hellos.length > 0)
          await expect.poll(() => near.hasListeners(a.id)).toBe(true)
          expect(near.hasListeners(rig.b.id)).toBe(false)
          const [first, second] = [ticketOf(), ticketOf()]
          for (const [origin, ticket] of [
            [near, first],
            [far, second],
          ] as const)
            origin.ticketChanged(a.id, {
              ticketId: ticket.id,
              after: facts(mint<UserId>(a.user.id), null),
              pushes: [{ type: 'ticket:update', payload: ticket }],
            })
          await agent.until(({ pushes }) => pushes.length === 2)
          expect(seen(agent).toSorted()).toEqual(
            [first, second].map((ticket) => `ticket:update ${ticket.id}`).toSorted(),
          )
          near.endSession(client.sessionId!, 'ERR_SESSION_ENDED')
          await agent.until(({ socket }) => !socket.connected)
        }, bus),
      bus,
    )
  })
})
