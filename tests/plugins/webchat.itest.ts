import { createHmac, randomUUID } from 'node:crypto'
import type { Message, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import webchat from '../../plugins/webchat/src/server.ts'
import { roleUrl } from '../../core/src/db/roles.ts'
import { schemaOf } from '../../core/src/plugins/migrate.ts'
import { PluginConnections } from '../../core/src/plugins/plugin-connections.ts'
import { PluginPool } from '../../core/src/plugins/plugin-database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { Visitor, type ThreadMessage } from './webchat.rig.ts'

let node: TestApp
let [ana, bia]: Person[] = []
const visitors: Visitor[] = []
const visitorOf = (tenant: 'a' | 'b' = 'a', token?: string): Visitor => {
  const visitor = new Visitor(node.base, node[tenant].connection, token)
  visitors.push(visitor)
  return visitor
}
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const identityKey = 'a key of the site that is long enough to sign with'

beforeAll(async () => {
  node = await testApp({ channel: 'webchat' })
  ;[ana, bia] = [await node.signIn(node.a.admin), await node.signIn(node.b.admin)]
})
afterAll(async () => {
  for (const visitor of visitors) visitor.close()
  await node.close()
})

const pending = (person: Person) => person.ok<TicketPage>('GET', '/tickets?status[]=pending&status[]=open&showAll=true')
/** The ticket whose last message is this. */
const ticketSaying = async (text: string, person: Person = ana!): Promise<Ticket> =>
  (await eventually(
    async () => (await pending(person)).tickets.find((ticket) => ticket.lastMessage === text),
    (ticket) => ticket !== undefined,
  ))!
const messagesOf = async (ticket: Ticket, person: Person = ana!): Promise<Message[]> =>
  (await person.ok<MessagePage>('GET', `/messages/${ticket.id}`)).messages
const answer = (ticket: Ticket, body: string) => ana!.ok('POST', `/messages/${ticket.id}`, { body })
const take = (ticket: Ticket) => ana!.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ana!.login.userId })
/** A visitor who has written and been taken on. */
async function conversation(text: string): Promise<{ visitor: Visitor; ticket: Ticket }> {
  const visitor = visitorOf()
  await visitor.session()
  await visitor.say(text)
  const ticket = await ticketSaying(text)
  await take(ticket)
  return { visitor, ticket }
}

describe('a conversation', () => {
  test('S1-009 a visitor writes, the agent answers, and both see how far the other has read', async () => {
    const { visitor, ticket } = await conversation('Vocês entregam em Recife?')
    const line = await visitor.listen()
    expect((await line.next<ThreadMessage>('message')).data).toMatchObject({
      from: 'visitor',
      text: 'Vocês entregam em Recife?',
      removed: false,
    })
    await line.next('live')

    await answer(ticket, 'Entregamos, sim!')
    const { data: reply } = await line.next<ThreadMessage>('message', ({ from }: ThreadMessage) => from === 'agent')
    expect(reply).toMatchObject({ text: 'Entregamos, sim!', author: node.a.admin.name, files: [] })
    const status = async () => (await messagesOf(ticket)).find(({ fromMe }) => fromMe)!.status
    await eventually(status, (seen) => seen === 'delivered')
    expect((await visitor.call('POST', '/read', { upTo: reply.at })).status).toBe(202)
    await eventually(status, (seen) => seen === 'read')
    expect((await pending(bia!)).tickets).toEqual([])
  })

  test('an answer that is read the moment it appears is read for good, however fast the visitor is', async () => {
    const { visitor, ticket } = await conversation('Rápido')
    const line = await visitor.listen()
    await line.next('live')
    for (let turn = 0; turn < 8; turn++) {
      await answer(ticket, `Resposta ${turn}`)
      const { data } = await line.next<ThreadMessage>(
        'message',
        ({ text }: ThreadMessage) => text === `Resposta ${turn}`,
      )
      await visitor.call('POST', '/read', { upTo: data.at })
    }
    const statuses = async () => (await messagesOf(ticket)).filter(({ fromMe }) => fromMe).map(({ status }) => status)
    expect(await eventually(statuses, (seen) => seen.every((status) => status === 'read'))).toHaveLength(8)
  })

  test('what the agent has read is told to the visitor, and remembered', async () => {
    const { visitor, ticket } = await conversation('Leram?')
    const line = await visitor.listen()
    await line.next('live')
    await visitor.say('E agora?')
    await eventually(() => ticketSaying('E agora?'))
    await ana!.ok('PUT', `/tickets/${ticket.id}`, { unreadMessages: 0 })
    const { data } = await line.next<{ at: string }>('read')
    line.leave()
    expect((await (await visitor.listen()).next<{ agentReadAt: string | null }>('hello')).data).toEqual({
      agentReadAt: data.at,
    })
  })

  const face = (): FormData => {
    const form = new FormData()
    form.set('file', new File([png], 'eu.png', { type: 'image/png' }))
    return form
  }

  test('who answers is told by name and picture, and who attends at the moment; nothing else of them', async () => {
    expect((await ana!.call('PUT', `/users/${ana!.login.userId}/image`, face())).status).toBe(200)
    const visitor = visitorOf()
    await visitor.session()
    await visitor.say('Quem é você?')
    const line = await visitor.listen()
    expect((await line.next('agent')).data).toEqual({ agent: null })
    await line.next('live')
    const ticket = await ticketSaying('Quem é você?')
    await take(ticket)
    const { data: attends } = await line.next<{ agent: { name: string; picture: string } }>(
      'agent',
      ({ agent }: { agent: object | null }) => agent !== null,
    )
    expect(attends).toEqual({ agent: { name: node.a.admin.name, picture: expect.stringMatching(/^\/media\//) } })
    await answer(ticket, 'A Ana.')
    const { data: reply } = await line.next<ThreadMessage>('message', ({ from }: ThreadMessage) => from === 'agent')
    expect([reply.author, reply.picture]).toEqual([node.a.admin.name, attends.agent.picture])
    expect((await fetch(node.base + reply.picture!)).headers.get('content-type')).toBe('image/webp')
    expect(JSON.stringify(line.seen)).not.toContain(node.a.admin.email)

    await ana!.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
    line.leave()
    const again = await visitor.listen()
    expect((await again.next('agent')).data).toEqual({ agent: null })
  })

  test('a company that does not show its agents tells nothing of them', async () => {
    await ana!.ok('PUT', `/whatsapp/${node.a.connection}`, { config: { showAgents: false } })
    const { visitor, ticket } = await conversation('Com quem falo?')
    await answer(ticket, 'Com a loja.')
    const line = await visitor.listen()
    const { data: reply } = await line.next<ThreadMessage>('message', ({ from }: ThreadMessage) => from === 'agent')
    await line.next('live')
    expect([reply.text, reply.author, reply.picture]).toEqual(['Com a loja.', null, null])
    const history = await visitor.call('GET', `/history?before=${'9'.repeat(18)}`)
    expect(JSON.stringify([line.seen, history.body])).not.toContain(node.a.admin.name)
    await ana!.ok('PUT', `/whatsapp/${node.a.connection}`, { config: {} })
  })

  test('typing goes both ways', async () => {
    const { visitor, ticket } = await conversation('Tem alguém aí?')
    const line = await visitor.listen()
    await line.next('live')
    const { socket, next } = await ana!.listen()
    expect((await visitor.call('POST', '/typing', { mode: 'text' })).status).toBe(202)
    expect(await next(`${node.a.id}:typing`)).toMatchObject({
      ticketId: ticket.id,
      mode: 'text',
      who: { kind: 'contact' },
    })
    socket.emit(`${node.a.id}:clientTyping`, { ticketId: ticket.id, mode: 'text' })
    expect((await line.next('typing')).data).toEqual({ mode: 'text' })
  })

  test('the same message sent many times at once is there once', async () => {
    const visitor = visitorOf()
    await visitor.session()
    const id = randomUUID()
    await Promise.all(Array.from({ length: 12 }, () => visitor.say('Só uma vez', id)))
    const ticket = await ticketSaying('Só uma vez')
    expect(await messagesOf(ticket)).toHaveLength(1)
    const line = await visitor.listen()
    await line.next('live')
    expect(line.messages().map((message) => message.id)).toEqual([id])
  })

  test('two visitors may use the same id for their messages', async () => {
    const id = randomUUID()
    for (const text of ['Primeira pessoa', 'Segunda pessoa']) {
      const visitor = visitorOf()
      await visitor.session()
      await visitor.say(text, id)
      expect((await ticketSaying(text)).lastMessage).toBe(text)
    }
  })

  test('an edited and a deleted answer change where they stand, on an open line and on a new one', async () => {
    const { visitor, ticket } = await conversation('Qual é o preço?')
    const line = await visitor.listen()
    await answer(ticket, 'R$ 10')
    const { id, data } = await line.next<ThreadMessage>('message', ({ from }: ThreadMessage) => from === 'agent')
    const own = (await messagesOf(ticket)).find(({ fromMe }) => fromMe)!
    await eventually(
      async () => (await messagesOf(ticket)).find(({ fromMe }) => fromMe)!.status,
      (status) => status !== 'pending',
    )
    await node.database.owner`update core.message set deleted_at = now() where id = ${own.id}`
    line.leave()
    const again = await visitor.listen(id)
    const { data: refreshed } = await again.next<ThreadMessage[]>('refresh')
    expect(refreshed.find((message) => message.id === data.id)).toMatchObject({ removed: true, text: '' })
    expect(again.messages()).toEqual([])
  })

  test('older messages are read backwards, page by page, each once', async () => {
    const { visitor } = await conversation('Mensagem 0')
    for (let index = 1; index < 12; index++) await visitor.say(`Mensagem ${index}`)
    const line = await visitor.listen()
    await line.next('live')
    const texts: string[] = []
    let before = line.messages().at(-1)!.position
    for (let hasMore = true; hasMore;) {
      const page = (await visitor.call('GET', `/history?before=${before}&limit=4`)).body as unknown as {
        messages: ThreadMessage[]
        hasMore: boolean
      }
      texts.unshift(...page.messages.map(({ text }) => text))
      before = page.messages[0]!.position
      hasMore = page.hasMore
    }
    expect(texts).toEqual(Array.from({ length: 11 }, (_, index) => `Mensagem ${index}`))
  })

  test('the server restarts in the middle: the line is resumed, nothing is lost or doubled', async () => {
    const { visitor } = await conversation('Antes')
    const line = await visitor.listen()
    const { id } = await line.next('message')
    await node.restart()
    await line.ended
    await visitor.say('Depois')
    const again = await visitor.listen(id)
    await again.next('live')
    expect(again.messages().map(({ text }) => text)).toEqual(['Depois'])
    ;[ana, bia] = [await node.signIn(node.a.admin), await node.signIn(node.b.admin)]
  })
})

describe('attachments', () => {
  test('a picture arrives as a picture on both sides, under a signed address', async () => {
    const visitor = visitorOf()
    await visitor.session()
    const { status, id } = await visitor.attach('nota\u202Egnp.exe', png, 'text/plain')
    expect(status).toBe(202)
    const line = await visitor.listen()
    const { data } = await line.next<ThreadMessage>('message')
    expect(data).toMatchObject({ id, text: '', files: [{ kind: 'image', mime: 'image/png' }] })
    expect(data.files[0]!.name).not.toMatch(/\u202E/)
    const served = await fetch(node.base + data.files[0]!.url)
    expect([served.status, Buffer.from(await served.arrayBuffer()).equals(png)]).toEqual([200, true])
    expect((await fetch(node.base + data.files[0]!.url.replace(/s=[^&]+/, 's=AAAA'))).status).toBe(404)
  })

  test('what a browser would run comes as a file to download', async () => {
    const visitor = visitorOf()
    await visitor.session()
    await visitor.attach(
      'figura.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'image/svg+xml',
    )
    const line = await visitor.listen()
    const { data } = await line.next<ThreadMessage>('message')
    expect(data.files[0]!.kind).toBe('file')
    expect((await fetch(node.base + data.files[0]!.url)).headers.get('content-disposition')).toMatch(/^attachment/)
  })

  test('one file of at most 10 MB', async () => {
    const visitor = visitorOf()
    await visitor.session()
    expect(
      (await visitor.attach('grande.bin', new Uint8Array(10_000_001), 'application/octet-stream')).body.error,
    ).toMatch(/^ERR_(FILE|BODY)_TOO_LARGE$/)
    const none = new FormData()
    none.set('id', randomUUID())
    expect((await visitor.call('POST', '/attachments', none)).body.error).toBe('ERR_NO_FILE_UPLOADED')
  })
})

describe('who is who', () => {
  const claims = (more: object = {}) => {
    const now = Math.floor(Date.now() / 1_000)
    return {
      sub: 'cliente-42',
      aud: node.a.connection,
      iat: now,
      exp: now + 600,
      name: 'Joana Prado',
      email: 'joana@cliente.test',
      ...more,
    }
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const jwt = (payload: object, key = identityKey, header: object = { alg: 'HS256', typ: 'JWT' }) => {
    const head = `${part(header)}.${part(payload)}`
    return `${head}.${createHmac('sha256', key).update(head).digest('base64url')}`
  }

  beforeAll(async () => {
    await ana!.ok('PUT', `/whatsapp/${node.a.connection}`, { config: { identitySecret: identityKey } })
  })

  test('a signed identity is verified and follows the person to another browser', async () => {
    const first = visitorOf()
    await first.session()
    await first.say('Sou a Joana')
    expect((await first.session({ identity: { token: jwt(claims()) } })).visitor).toEqual({
      name: 'Joana Prado',
      email: 'joana@cliente.test',
      verified: true,
    })
    const second = visitorOf()
    await second.session({ identity: { token: jwt(claims()) } })
    const line = await second.listen()
    expect((await line.next<ThreadMessage>('message')).data.text).toBe('Sou a Joana')
    expect((await first.session({ identity: { token: jwt(claims()) } })).token).toBeNull()
  })

  test('signing in ends the anonymous token: who kept it reads nothing further', async () => {
    const visitor = visitorOf()
    const { token } = await visitor.session()
    await visitor.session({ identity: { token: jwt(claims({ sub: 'cliente-43' })) } })
    expect(visitor.token).not.toBe(token)
    expect(
      (await visitorOf('a', token!).call('POST', '/messages', { id: randomUUID(), text: 'ainda eu?' })).status,
    ).toBe(401)
  })

  test('the older hash proves the id', async () => {
    const hash = createHmac('sha256', identityKey).update('ana@cliente.test').digest('hex')
    expect((await visitorOf().session({ identity: { id: 'ana@cliente.test', hash, name: 'Ana' } })).visitor).toEqual({
      name: 'Ana',
      email: 'ana@cliente.test',
      verified: true,
    })
  })

  test.each([
    ['a wrong key', () => ({ token: jwt(claims(), 'another key that is just as long as ours') })],
    ['no algorithm', () => ({ token: `${part({ alg: 'none' })}.${part(claims())}.` })],
    ['another algorithm', () => ({ token: jwt(claims(), identityKey, { alg: 'HS512' }) })],
    ['another connection', () => ({ token: jwt(claims({ aud: node.b.connection })) })],
    ['an expired token', () => ({ token: jwt(claims({ iat: 1_700_000_000, exp: 1_700_000_600 })) })],
    ['a token for a day', () => ({ token: jwt(claims({ exp: Math.floor(Date.now() / 1_000) + 86_400 })) })],
    ['no subject', () => ({ token: jwt(claims({ sub: '' })) })],
    ['a wrong hash', () => ({ id: 'x', hash: 'ab'.repeat(32) })],
    ['no token at all', () => ({ token: '...' })],
  ])('an identity with %s is refused like every other', async (_what, proof) => {
    expect((await visitorOf().call('POST', '/session', { identity: proof() })).body.error).toBe(
      'ERR_INVALID_CREDENTIALS',
    )
  })

  test('a connection without a key believes nobody', async () => {
    expect(
      (
        await visitorOf('b').call('POST', '/session', {
          identity: { token: jwt(claims({ aud: node.b.connection }), '') },
        })
      ).body.error,
    ).toBe('ERR_INVALID_CREDENTIALS')
  })

  test('what is only typed is a claim: it opens no conversation and joins no contact', async () => {
    const [victim] = await node.database.owner<
      { contact_id: string }[]
    >`select contact_id from core.ticket where tenant_id = ${node.a.id} limit 1`
    const visitor = visitorOf()
    expect(
      (await visitor.session({ profile: { name: 'Joana\u202E Prado', email: 'Joana@Cliente.test' } })).visitor,
    ).toEqual({ name: 'Joana Prado', email: 'joana@cliente.test', verified: false })
    await visitor.say('Também sou a Joana')
    const ticket = await ticketSaying('Também sou a Joana')
    expect(ticket.contactId).not.toBe(victim!.contact_id)
    const line = await visitor.listen()
    await line.next('live')
    expect(line.messages()).toHaveLength(1)
  })

  test('LGPD: forgetting a contact erases the visitor and ends the session', async () => {
    const { visitor, ticket } = await conversation('Esqueçam de mim')
    const identities = await node.database.owner<
      { kind: string; value: string }[]
    >`select kind, value from core.contact_identity where tenant_id = ${node.a.id} and contact_id = ${ticket.contactId}`
    const { ownerUrl, secret, roles } = node.database
    const pool = new PluginPool(
      new PluginConnections(1),
      roleUrl(ownerUrl, secret, roles.plugin('webchat')),
      schemaOf('webchat'),
      () => undefined,
    )
    await webchat.implementation.lifecycle!.forget!(
      { tenant: node.a.id, db: pool.forTenant(node.a.id) } as never,
      ticket.contactId,
      { contacts: [], identities, chats: [] },
    )
    await pool.close()
    expect((await visitor.call('POST', '/typing', { mode: 'text' })).status).toBe(401)
  })
})

describe('strangers', () => {
  const guarded: [string, string, unknown?][] = [
    ['GET', '/events'],
    ['GET', '/history?before=1'],
    ['POST', '/messages', { id: randomUUID(), text: 'oi' }],
    ['POST', '/typing', { mode: 'text' }],
    ['POST', '/read', { upTo: new Date().toISOString() }],
  ]

  test.each(guarded)('%s %s wants a living session of this very connection', async (method, path, body) => {
    const stranger = visitorOf('b')
    await stranger.session()
    const tokens = [undefined, 'x', 'A'.repeat(43), `${stranger.token!.slice(0, -1)}_`, stranger.token]
    for (const token of tokens) {
      const { status, body: refusal } = await visitorOf('a', token).call(method, path, body)
      expect({ status, error: refusal.error }).toEqual({ status: 401, error: 'ERR_SESSION_ENDED' })
    }
  })

  test('S5-107 a web chat is reached by the token of its connection, which the server gives out, and by nothing else', async () => {
    const create = (body: object) =>
      ana!.call<{ id: string; error?: string }>('POST', '/whatsapp', {
        name: `Site ${randomUUID()}`,
        type: 'webchat',
        config: {},
        ...body,
      })
    expect((await create({ id: randomUUID() })).body.error).toBe('ERR_VALIDATION')
    const [one, other] = [(await create({})).body.id, (await create({})).body.id]
    expect(one).not.toBe(other)
    await eventually(
      () => new Visitor(node.base, one).call('GET', '/config'),
      ({ status }) => status === 200,
    )
    for (const token of ['', ' ', 'null', randomUUID(), `${one}x`, one.slice(0, -1)]) {
      for (const [method, path] of [
        ['GET', '/config'],
        ['POST', '/session'],
      ] as const)
        expect(
          (await new Visitor(node.base, token).call(method, path, method === 'POST' ? {} : undefined)).status,
          `${method} ${path} with "${token}"`,
        ).toBeGreaterThanOrEqual(400)
    }
    const visitor = new Visitor(node.base, one)
    await visitor.session()
    expect(
      (
        await new Visitor(node.base, other, visitor.token).call('POST', '/messages', {
          id: randomUUID(),
          text: 'pela porta errada',
        })
      ).body.error,
    ).toBe('ERR_SESSION_ENDED')
    await ana!.ok('DELETE', `/whatsapp/${one}`)
    expect((await visitor.call('POST', '/messages', { id: randomUUID(), text: 'tarde demais' })).status).toBe(404)
    await ana!.ok('DELETE', `/whatsapp/${other}`)
  })

  test('an unknown, a foreign and a switched-off connection serve nobody', async () => {
    expect((await new Visitor(node.base, randomUUID()).call('GET', '/config')).status).toBe(404)
    expect((await new Visitor(node.base, 'x').call('GET', '/config')).status).toBeGreaterThanOrEqual(400)
    await bia!.ok('DELETE', `/whatsappsession/${node.b.connection}`)
    expect((await visitorOf('b').call('POST', '/session', {})).body.error).toBe('ERR_CONNECTION_INACTIVE')
    await bia!.ok('POST', `/whatsappsession/${node.b.connection}`)
  })

  test('a visitor reads their own conversation and nobody else’s', async () => {
    await conversation('Segredo de outra pessoa')
    const other = visitorOf()
    await other.session()
    expect((await other.call('GET', '/history?before=999999999999999')).body).toMatchObject({
      messages: [],
      hasMore: false,
    })
    const line = await other.listen('1')
    await line.next('live')
    expect(line.messages()).toEqual([])
  })
})

describe('hostile input', () => {
  const rest = { id: randomUUID() }
  test.each<[string, string, unknown, number[]]>([
    ['a text of 1 MB', '/messages', { ...rest, text: 'x'.repeat(1_000_000) }, [413]],
    ['a text over the limit', '/messages', { ...rest, text: 'x'.repeat(10_001) }, [422]],
    ['nothing but spaces', '/messages', { ...rest, text: ' \n\t ' }, [422]],
    ['NUL', '/messages', { ...rest, text: 'a\u0000b' }, [422]],
    ['a lone surrogate', '/messages', '{"id":"' + rest.id + '","text":"\\ud800"}', [422]],
    ['an unknown key', '/messages', { ...rest, text: 'oi', tenantId: randomUUID() }, [422]],
    ['a prototype', '/messages', '{"id":"' + rest.id + '","text":"oi","__proto__":{"x":1}}', [400, 422]],
    ['an object as text', '/messages', { ...rest, text: { $ne: '' } }, [422]],
    ['an id that is none', '/messages', { id: '../../etc', text: 'oi' }, [422]],
    [
      'a page that is a script',
      '/messages',
      { ...rest, text: 'oi', page: { url: 'javascript:alert(1)', title: '', referrer: '' } },
      [422],
    ],
    ['no JSON', '/messages', '{', [400, 422]],
    ['an unknown mode', '/typing', { mode: 'voice' }, [422]],
    ['no instant', '/read', { upTo: '31/02/2026' }, [422]],
    ['an e-mail that is none', '/session', { profile: { email: 'a@b@c' } }, [422]],
    ['a locale that is none', '/session', { locale: '__proto__' }, [422]],
    ['two proofs at once', '/session', { identity: { token: 'x', id: 'x', hash: 'y' } }, [422]],
  ])('%s is refused', async (_what, path, body, statuses) => {
    const visitor = visitorOf()
    await visitor.session()
    expect(statuses).toContain((await visitor.call('POST', path, body, { 'content-type': 'application/json' })).status)
  })

  test('positions that are none begin at the newest', async () => {
    const { visitor } = await conversation('Onde estou?')
    for (const position of ['x', '-1', '9'.repeat(40), '1; drop table', '%00']) {
      const line = await visitor.listen(position)
      await line.next('live')
      expect(line.messages().map(({ text }) => text)).toEqual(['Onde estou?'])
      line.leave()
      expect((await visitor.call('GET', `/history?before=${encodeURIComponent(position)}`)).status).toBe(422)
    }
  })

  test('markup, direction marks and emoji arrive as they were written', async () => {
    const text = '<img src=x onerror=alert(1)> \u202Etxt.exe \u{1F468}\u200D\u{1F469}\u200D\u{1F467} {{name}}'
    const { visitor } = await conversation(text)
    const line = await visitor.listen()
    expect((await line.next<ThreadMessage>('message')).data.text).toBe(text)
  })

  test('a read mark from the future reads no further than now', async () => {
    const { visitor, ticket } = await conversation('Li tudo')
    expect((await visitor.call('POST', '/read', { upTo: '2999-01-01T00:00:00Z' })).status).toBe(202)
    await answer(ticket, 'Ainda não lida')
    const own = (await messagesOf(ticket)).find(({ fromMe }) => fromMe)!
    expect(own.status).not.toBe('read')
  })
})

describe('pages for other sites', () => {
  test('S3-049 the widget gets the settings it draws, and nothing else', async () => {
    const config = {
      title: 'Loja </script><script>alert(1)</script>',
      footer: 'Seg a sex',
      headerColor: '#102030',
      iconUrl: 'https://cdn.loja.test/i.png',
      autoMaximize: true,
      offerHelp: true,
      helpMessage: 'Oi!',
      notificationSoundUrl: 'https://cdn.loja.test/s.mp3',
      allowedDomains: ['loja.test', '*.loja.test', 'localhost:8080'],
    }
    await ana!.ok('PUT', `/whatsapp/${node.a.connection}`, { config: { ...config, identitySecret: identityKey } })
    const { body } = await visitorOf().call('GET', '/config')
    const { allowedDomains: _private, ...shown } = config
    const defaults = { askContact: false, showAgents: true, position: 'right' }
    expect(body).toEqual({ ...shown, ...defaults })

    const frame = await fetch(`${node.base}/p/webchat/c/${node.a.connection}/frame`)
    const policy = frame.headers.get('content-security-policy')!
    const html = await frame.text()
    expect(policy).toContain(
      `frame-ancestors 'self' https://loja.test https://*.loja.test http://localhost:8080 https://localhost:8080`,
    )
    expect(policy).not.toMatch(/unsafe/)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain(identityKey)
    expect(JSON.parse(/type="application\/json">(.*?)<\/script>/s.exec(html)![1]!)).toEqual({
      connection: node.a.connection,
      config: { ...shown, ...defaults },
    })
  })

  test.each([
    [{ iconUrl: 'http://cdn.loja.test/i.png' }],
    [{ iconUrl: 'javascript:alert(1)' }],
    [{ notificationSoundUrl: 'data:audio/mp3,x' }],
    [{ headerColor: 'red;}' }],
    [{ allowedDomains: ['loja.test; script-src *'] }],
    [{ allowedDomains: ['https://loja.test'] }],
    [{ identitySecret: 'short' }],
    [{ unknown: 1 }],
  ])('settings of a connection refuse %j', async (config) => {
    expect(await ana!.refused('PUT', `/whatsapp/${node.a.connection}`, { config })).toMatch(/^422 /)
  })

  test('the loader’s address leads to the script; the demo page takes nothing from its address but a connection', async () => {
    const loader = await fetch(`${node.base}/p/webchat/widget.js`, { redirect: 'manual' })
    expect([loader.status, loader.headers.get('location')]).toEqual([302, '/plugins/webchat/widget/loader.js'])
    const demo = await fetch(`${node.base}/p/webchat/demo?c=${node.a.connection}`)
    expect([demo.status, await demo.text()]).toEqual([
      200,
      expect.stringContaining(`data-connection="${node.a.connection}"`),
    ])
    const preview = await fetch(`${node.base}/p/webchat/preview`)
    expect(preview.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'.*trusted-types 'none'/)
    expect((await fetch(`${node.base}/p/webchat/demo?c=%22%3E%3Cscript%3E`)).status).toBe(422)
  })
})
