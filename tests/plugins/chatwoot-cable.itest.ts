import { once } from 'node:events'
import { createRequire } from 'node:module'
import { socketEvents, type Ticket } from '@recado/contracts'
import { WebSocket } from 'ws'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { natsForTests } from '../harness/nats.ts'
import { secondNode } from '../harness/second-node.ts'
import { chatwootPlugin, chatwootWorld, publicUrl, type ChatwootSide, type ChatwootWorld } from './chatwoot-api.rig.ts'

/*
 * Clients of Chatwoot at `/cable`: the client of Action Cable as it is published, in the calls of Chatwoot's own apps,
 * and others that mean harm.
 */

interface Told {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}
interface Consumer {
  readonly subscriptions: {
    create(
      channel: object,
      mixin: {
        connected(): void
        rejected(): void
        disconnected(how: { willAttemptReconnect: boolean }): void
        received(told: Told): void
      },
    ): { perform(action: string): void; unsubscribe(): void }
  }
  disconnect(): void
}
const actionCable = createRequire(import.meta.url)('@rails/actioncable') as {
  createConsumer(url: string): Consumer
  adapters: { WebSocket: unknown }
}
actionCable.adapters.WebSocket = WebSocket
// It listens to whether a page is looked at; there is no page here.
Object.assign(globalThis, { addEventListener: () => undefined, removeEventListener: () => undefined })

/** A person as the client API shows them. */
interface Visitor {
  readonly id: number
  readonly source_id: string
  readonly pubsub_token: string
}

const nats = await natsForTests()
let world: ChatwootWorld
beforeAll(async () => {
  world = await chatwootWorld(nats ? { natsUrl: nats.url } : {})
})
afterAll(() => world?.close())

const cableOf = (base: string): string => `${base.replace('http', 'ws')}/cable`
const consumers: Consumer[] = []
afterEach(() => {
  for (const consumer of consumers.splice(0)) consumer.disconnect()
})

/** A client with one subscription, and what it was told. */
function listening(channel: object, base = world.base) {
  const consumer = actionCable.createConsumer(cableOf(base))
  consumers.push(consumer)
  const told: Told[] = []
  const states: string[] = []
  const subscription = consumer.subscriptions.create(
    { channel: 'RoomChannel', ...channel },
    {
      connected: () => void states.push('connected'),
      rejected: () => void states.push('rejected'),
      disconnected: ({ willAttemptReconnect }) => void states.push(`disconnected ${String(willAttemptReconnect)}`),
      received: (one) => void told.push(one),
    },
  )
  const of = (event: string): Told['data'][] => told.filter((one) => one.event === event).map(({ data }) => data)
  return {
    told,
    states,
    subscription,
    of,
    /** The first of an event that fits, once it came. */
    next: async (event: string, fits: (data: never) => boolean = () => true) => {
      const found = await eventually(
        () => of(event).filter((data) => fits(data as never)),
        (all) => all.length > 0,
      )
      return found[0]!
    },
    until: (state: string) =>
      eventually(
        () => states,
        (all) => all.includes(state),
      ),
  }
}

const call = async <T>(path: string, body: object = {}): Promise<T> => {
  const answer = await fetch(`${world.base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
  const text = await answer.text()
  return (text === '' ? null : JSON.parse(text)) as T
}

/** An inbox of a company with a visitor in a conversation, and the ticket that it is here. */
async function visiting(name: string, side: ChatwootSide = world.mine) {
  const inbox = await side.program.ok('POST', '/inboxes', { name, channel: { type: 'api' } })
  const root = `/public/api/v1/inboxes/${inbox.inbox_identifier}/contacts`
  const visitor = await call<Visitor>(root, { name: `Rita ${name}` })
  const own = `${root}/${visitor.source_id}/conversations`
  const conversation = await call<{ id: number }>(own)
  const say = (content: string) => call<{ id: number }>(`${own}/${conversation.id}/messages`, { content })
  await say(`Oi de ${name}`)
  const query = `status[]=pending&status[]=open&searchParam=${encodeURIComponent(`Rita ${name}`)}`
  const { tickets } = await side.admin.ok<{ tickets: Ticket[] }>('GET', `/tickets/?${query}`)
  return { inbox, visitor, conversation, own, say, ticket: tickets[0]!.id }
}

/** A program of a company as agents connect: by what its profile says. */
async function asAgent({ program }: ChatwootSide) {
  const { body } = await program.call('GET', '/api/v1/profile')
  const { pubsub_token } = body as unknown as { pubsub_token: string }
  return { pubsub_token, account_id: program.account, user_id: 1 }
}
const answer = (ticket: string, body: string) => world.mine.admin.ok('POST', `/messages/${ticket}`, { body })

describe('the published client of Action Cable', () => {
  it('tells a contact what happens in its conversation, as it happens', async () => {
    const { visitor, conversation, say, ticket } = await visiting('cabo')
    const client = listening({ pubsub_token: visitor.pubsub_token })
    await client.until('connected')
    const there = await client.next('presence.update')
    expect(there).toEqual({ account_id: world.mine.program.account, users: expect.any(Object) as object })

    await say('Tem caneta azul?')
    expect(await client.next('message.created', ({ content }) => content === 'Tem caneta azul?')).toMatchObject({
      message_type: 0,
      conversation_id: conversation.id,
      account_id: world.mine.program.account,
    })
    await world.mine.admin.ok('PUT', `/tickets/${ticket}`, { status: 'open' })
    await answer(ticket, 'Tem, sim')
    const told = await client.next('message.created', ({ content }) => content === 'Tem, sim')
    expect(told).toMatchObject({ message_type: 1, conversation_id: conversation.id, private: false })

    const { socket } = await world.mine.admin.listen()
    const { clientTyping } = socketEvents(world.a.id)
    socket.emit(clientTyping, { ticketId: ticket, mode: 'text' })
    expect(await client.next('conversation.typing_on')).toMatchObject({
      conversation: { id: conversation.id },
      is_private: false,
    })
    socket.emit(clientTyping, { ticketId: ticket, mode: 'stop' })
    await client.next('conversation.typing_off')

    await world.mine.admin.ok('PUT', `/tickets/${ticket}`, { status: 'closed' })
    expect(await client.next('conversation.status_changed')).toMatchObject({
      id: conversation.id,
      status: 'resolved',
      account_id: world.mine.program.account,
    })
    // Of its own conversation it knows no labels, attributes or assignee.
    expect(client.of('conversation.status_changed')[0]).not.toHaveProperty('meta')
  })

  it('tells a program as an agent of all inboxes, and who is there', async () => {
    const client = listening(await asAgent(world.mine))
    await client.until('connected')
    const { visitor, conversation, own, say, ticket } = await visiting('agente')
    await client.next('contact.created')
    await client.next('conversation.created', ({ id }) => id === conversation.id)
    await say('Alguém aí?')
    expect(await client.next('message.created', ({ content }) => content === 'Alguém aí?')).toMatchObject({
      sender: { name: 'Rita agente', type: 'contact' },
    })
    await call(`${own}/${conversation.id}/toggle_typing`, { typing_status: 'on' })
    expect(await client.next('conversation.typing_on')).toMatchObject({ user: { name: 'Rita agente' } })
    await call(`${own}/${conversation.id}/toggle_typing`, { typing_status: 'off' })
    await client.next('conversation.typing_off')
    await call(`${own}/${conversation.id}/update_last_seen`)
    await client.next('conversation.read', ({ id }) => id === conversation.id)
    await world.mine.admin.ok('PUT', `/tickets/${ticket}`, { status: 'open' })
    expect(await client.next('assignee.changed')).toMatchObject({ meta: { assignee: { type: 'user' } } })

    const contact = listening({ pubsub_token: visitor.pubsub_token })
    await contact.until('connected')
    await eventually(
      () => {
        client.subscription.perform('update_presence')
        return client.of('presence.update')
      },
      (all) => all.some(({ contacts }) => (contacts as Record<string, string>)[String(visitor.id)] === 'online'),
    )
    client.subscription.unsubscribe()
    const before = client.told.length
    await say('Depois')
    await contact.next('message.created', ({ content }) => content === 'Depois')
    expect(client.told.length).toBe(before)
  })

  it('tells no other contact, no other inbox and no other company', async () => {
    const [mine, other, theirs] = [await visiting('um'), await visiting('dois'), await visiting('três', world.theirs)]
    const clients = [
      listening({ pubsub_token: other.visitor.pubsub_token }),
      listening({ pubsub_token: theirs.visitor.pubsub_token }),
      listening(await asAgent(world.theirs)),
    ]
    const own = listening({ pubsub_token: mine.visitor.pubsub_token })
    for (const client of [...clients, own]) await client.until('connected')
    await mine.say('Só para nós')
    await own.next('message.created', ({ content }) => content === 'Só para nós')
    // Each of the others hears of its own after that, and of nothing before.
    await other.say('De dois')
    await theirs.say('De três')
    await clients[0]!.next('message.created')
    await clients[1]!.next('message.created')
    await clients[2]!.next('message.created')
    for (const client of clients) expect(JSON.stringify(client.told)).not.toContain('Só para nós')
    expect(JSON.stringify(own.told)).not.toMatch(/De (dois|três)/)
  })

  it.runIf(nats !== undefined)('hears at one node of what happens at another', async () => {
    const { visitor, conversation, ticket } = await visiting('nós')
    const second = await secondNode(world.database, {
      natsUrl: nats!.url,
      pluginFolders: [chatwootPlugin],
      egress: { allow: ['127.0.0.0/8'] },
      publicUrl,
    })
    try {
      const client = listening({ pubsub_token: visitor.pubsub_token }, second.base)
      await client.until('connected')
      await world.mine.admin.ok('PUT', `/tickets/${ticket}`, { status: 'open' })
      await answer(ticket, 'De outro nó')
      const told = await client.next('message.created', ({ content }) => content === 'De outro nó')
      expect(told).toMatchObject({ conversation_id: conversation.id })
    } finally {
      await second.close()
    }
  })

  it('is turned away with what is no token of its own', async () => {
    const { visitor, inbox } = await visiting('porta')
    const agent = await asAgent(world.mine)
    const foreign = await asAgent(world.theirs)
    const wrong: Readonly<Record<string, object>> = {
      'no token': {},
      'the id that the client API takes': { pubsub_token: visitor.source_id },
      'an access token': { pubsub_token: world.mine.program.token, account_id: 1, user_id: 1 },
      'a token with another end': { pubsub_token: `${visitor.pubsub_token.slice(0, -2)}AA` },
      'a contact as an agent': { ...agent, pubsub_token: visitor.pubsub_token },
      'an agent as a contact': { pubsub_token: agent.pubsub_token },
      'an agent of another account': { ...foreign, account_id: agent.account_id },
      'an inbox': { pubsub_token: inbox.inbox_identifier },
      'another channel': { channel: 'NotificationsChannel', pubsub_token: visitor.pubsub_token },
    }
    for (const [what, channel] of Object.entries(wrong)) {
      const client = listening(channel)
      await client.until('rejected')
      expect(client.told, what).toEqual([])
    }
  })

  it('is let go when its access token ends, and comes back once the plugin is on again', async () => {
    const { visitor, say } = await visiting('fim')
    const { token, id } = await world.mine.admin.ok<{ token: string; id: string }>('POST', '/p/chatwoot-api/tokens', {
      name: 'Outro',
    })
    const { body } = await world.mine.program.call('GET', '/api/v1/profile', undefined, token)
    const { pubsub_token } = body as unknown as { pubsub_token: string }
    const ended = listening({ ...(await asAgent(world.mine)), pubsub_token })
    const contact = listening({ pubsub_token: visitor.pubsub_token })
    await Promise.all([ended.until('connected'), contact.until('connected')])
    await world.mine.admin.ok('DELETE', `/p/chatwoot-api/tokens/${id}`)
    await say('Quem ouve?')
    await contact.next('message.created', ({ content }) => content === 'Quem ouve?')
    await ended.until('disconnected false')
    expect(JSON.stringify(ended.told)).not.toContain('Quem ouve?')

    await world.mine.admin.ok('PUT', '/api/plugins/chatwoot-api', { enabled: false })
    await contact.until('disconnected true')
    const shut = listening({ pubsub_token: visitor.pubsub_token })
    await shut.until('rejected')
    await world.mine.admin.ok('PUT', '/api/plugins/chatwoot-api', { enabled: true })
    const again = listening({ pubsub_token: visitor.pubsub_token })
    await again.until('connected')
    await say('De volta')
    await again.next('message.created', ({ content }) => content === 'De volta')
  })
})

describe('a client that means harm', () => {
  const open = async (protocols: readonly string[] = ['actioncable-v1-json']) => {
    const client = new WebSocket(cableOf(world.base), [...protocols])
    client.on('error', () => undefined)
    const ended = once(client, 'close').then(([code]) => code as number)
    await once(client, 'message')
    return { client, ended }
  }
  const subscribe = (channel: unknown) => JSON.stringify({ command: 'subscribe', identifier: JSON.stringify(channel) })

  it('is hung up on for what is no command, and others are served', async () => {
    const wrong: readonly (readonly [string | Buffer, number])[] = [
      ['{', 1007],
      ['[]', 1007],
      ['{"command":7}', 1007],
      [Buffer.from([1, 2, 3]), 1003],
      [JSON.stringify({ command: 'x'.repeat(20_000) }), 1009],
      [JSON.stringify({ command: 'subscribe', identifier: 'x'.repeat(5_000) }), 1007],
    ]
    for (const [data, code] of wrong) {
      const { client, ended } = await open()
      client.send(data)
      expect(await ended).toBe(code)
    }
    const flood = await open()
    for (let count = 0; count < 200; count++) flood.client.send('{"command":"message"}')
    expect(await flood.ended).toBe(1008)
    const { visitor } = await visiting('depois')
    const client = listening({ pubsub_token: visitor.pubsub_token })
    await client.until('connected')
  })

  it('learns nothing by identifiers of any shape, and is not served twice for many', async () => {
    const { visitor } = await visiting('formas')
    const { client } = await open()
    const said: { type?: string; identifier?: string }[] = []
    client.on('message', (data) => said.push(JSON.parse((data as Buffer).toString()) as never))
    const shapes = [
      null,
      7,
      [],
      { channel: 'RoomChannel', pubsub_token: { toString: 'x' } },
      { channel: 'RoomChannel', pubsub_token: "' or 1=1 --" },
      JSON.parse('{"__proto__":{"pubsub_token":"x"},"channel":"RoomChannel"}') as object,
    ]
    for (const shape of shapes) client.send(subscribe(shape))
    client.send(JSON.stringify({ command: 'subscribe', identifier: '{' }))
    client.send(JSON.stringify({ command: 'message', identifier: '{}', data: '{"action":"update_presence"}' }))
    await eventually(
      () => said.filter(({ type }) => type === 'reject_subscription'),
      (all) => all.length === shapes.length + 1,
    )
    // Four passes are taken by one socket, and no fifth.
    const ended = once(client, 'close')
    for (let count = 0; count < 5; count++)
      client.send(subscribe({ channel: 'RoomChannel', pubsub_token: visitor.pubsub_token, n: count }))
    expect((await ended)[0]).toBe(1008)
    expect(said.filter(({ type }) => type === 'confirm_subscription')).toHaveLength(4)
  })

  it('has another protocol, and is not spoken to in it', async () => {
    const client = new WebSocket(cableOf(world.base), ['graphql-ws'])
    const [error] = (await once(client, 'error')) as [Error]
    expect(error.message).toMatch(/no subprotocol/)
    client.terminate()
  })
})

it('sends its clients to another node when it stops', async () => {
  const { visitor } = await visiting('parada')
  const client = new WebSocket(cableOf(world.base), ['actioncable-v1-json'])
  await once(client, 'message')
  const identifier = JSON.stringify({ channel: 'RoomChannel', pubsub_token: visitor.pubsub_token })
  client.send(JSON.stringify({ command: 'subscribe', identifier }))
  const ended = once(client, 'close')
  await world.app.close()
  expect((await ended)[0]).toBe(1001)
  await world.start()
})
