import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { MessagePage, Ticket, TicketLogEntry } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Configuration, ConfigurationWithToken } from '../../plugins/api/src/configurations/configuration.ts'
import type { ExternalSent } from '../../plugins/api/src/external/external.ts'
import { eventually, type Answer, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { isSignedBy, webhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts'
import { smsWorld, type SmsSide, type SmsWorld } from './sms.rig.ts'

let world: SmsWorld
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await webhookReceiver()
  world = await smsWorld('gateway', { folders: [pluginFolder(join(import.meta.dirname, '../../plugins/api'))] })
})
afterAll(async () => {
  await world?.close()
  await receiver?.close()
})

const draft = (side: SmsSide, more: object = {}) => ({
  name: `Loja ${randomUUID().slice(0, 8)}`,
  sessionId: side.connection.id,
  ...more,
})
const made = (side: SmsSide, more: object = {}): Promise<ConfigurationWithToken> =>
  side.admin.ok('POST', '/p/api/configurations', draft(side, more))
const changed = (
  side: SmsSide,
  { configuration: { tokens: _tokens, id, ...rest } }: ConfigurationWithToken,
  to: object,
) => side.admin.ok<Configuration>('PUT', `/p/api/configurations/${id}`, { ...rest, ...to })
const phone = () => `+55119${randomInt(60_000_000, 99_999_999)}`

interface Program {
  readonly token: string
  readonly configuration: { readonly id: string }
}
interface Call {
  readonly method?: string
  readonly path?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly api?: string
}
async function call<T = ExternalSent & { error?: string; issues?: { path: string }[]; detail?: string }>(
  { token, configuration }: Program,
  { method = 'POST', path = '', body, headers = {}, api = configuration.id }: Call,
): Promise<Answer<T>> {
  const isForm = body instanceof FormData
  const response = await fetch(`${world.base}/v1/api/external/${api}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T, headers: response.headers }
}
const refusedAs = async (program: Program, given: Call): Promise<string> => {
  const { status, body } = await call(program, given)
  return `${status} ${body.error}`
}
const messagesOf = async (person: Person, ticket: string) =>
  (await person.ok<MessagePage>('GET', `/messages/${ticket}`)).messages

describe('a program that sends', () => {
  it('S3-028 S2-084 gets a token once, and its text opens a conversation, is delivered and seen by agents', async () => {
    const program = await made(world.mine, { urlMessageStatus: receiver.url('/unheard') })
    expect(program.configuration).toMatchObject({
      sessionId: world.mine.connection.id,
      urlServiceStatus: null,
      urlMessageStatus: receiver.url('/unheard'),
      isActive: true,
      sendBy: 'any',
      closeTicket: false,
      scopes: ['send', 'close', 'status'],
      tokens: [{ last4: program.token.slice(-4), endsAt: null, lastUsedAt: null }],
    })
    const number = phone()
    const customer = world.mine.customer(number)
    const sent = await call(program, { body: { number, name: 'Rita Lima', body: 'Seu pedido saiu' } })
    expect(sent).toMatchObject({ status: 200, body: { message: 'Message add queue', opened: true } })
    await eventually(
      () => customer.received.map(({ text }) => text),
      (texts) => texts.join() === 'Seu pedido saiu',
    )
    const ticket = await world.mine.admin.ok<Ticket>('GET', `/tickets/${sent.body.ticketId}`)
    expect(ticket).toMatchObject({ status: 'pending', name: 'Rita Lima', lastMessage: 'Seu pedido saiu' })
    const [message] = await messagesOf(world.mine.admin, ticket.id)
    expect(message).toMatchObject({ id: sent.body.messageId, sendType: 'API', fromMe: true, body: 'Seu pedido saiu' })
    const log = await world.mine.admin.ok<TicketLogEntry[]>('GET', `/tickets/${ticket.id}/logs`)
    expect(log).toContainEqual(expect.objectContaining({ type: 'create', plugin: 'api' }))
    const listed = await world.mine.admin.ok<Configuration[]>('GET', '/p/api/configurations')
    const kept = listed.find(({ id }) => id === program.configuration.id)!
    expect(kept.tokens[0]!.lastUsedAt).not.toBeNull()
    expect(JSON.stringify(listed)).not.toContain(program.token)
  })

  it('S8-039 uses the live conversation of a contact, and says why it opened none', async () => {
    const program = await made(world.mine)
    const { customer, ticket } = await world.mine.talking()
    const sent = await call(program, { body: { number: customer.phone, body: 'Ainda está aí?' } })
    expect(sent.body).toMatchObject({ ticketId: ticket.id, opened: false, code: 'ERR_OTHER_OPEN_TICKET' })
    const byTicket = await call(program, { body: { ticketId: ticket.id, body: 'E por ticket' } })
    expect(byTicket.body).toMatchObject({ ticketId: ticket.id, opened: false })
    expect(byTicket.body).not.toHaveProperty('code')
    await eventually(
      () => customer.received.length,
      (count) => count === 2,
    )
  })

  it('sends once for the same Idempotency-Key and for the same externalKey, at the same time and after the end', async () => {
    const program = await made(world.mine, { closeTicket: true })
    const [first, second] = [phone(), phone()]
    const [one, other] = [world.mine.customer(first), world.mine.customer(second)]
    const headers = { 'idempotency-key': randomUUID() }
    const twice = () => call(program, { body: { number: first, body: 'Uma vez' }, headers })
    const answers = [...(await Promise.all([twice(), twice()])), await twice()]
    expect(new Set(answers.map(({ body }) => body.messageId)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await refusedAs(program, { body: { number: second, body: 'Outra' }, headers })).toBe(
      '422 ERR_IDEMPOTENCY_MISMATCH',
    )
    const keyed = () => call(program, { body: { number: second, body: 'Só uma', externalKey: 'pedido-1' } })
    const [a, b] = [await keyed(), await keyed()]
    expect(b.body).toMatchObject({ messageId: a.body.messageId, ticketId: a.body.ticketId })
    await eventually(
      () => [one.received.length, other.received.length],
      (counts) => counts.join() === '1,1',
    )
    expect(await messagesOf(world.mine.admin, a.body.ticketId)).toHaveLength(1)
  })

  it('S3-028 is told how far its own messages are, and how its connection stands, by signed webhooks', async () => {
    const [path, other] = [`/messages-${randomUUID()}`, `/other-${randomUUID()}`]
    const standing = `/session-${randomUUID()}`
    const program = await made(world.mine, {
      urlMessageStatus: receiver.url(path),
      urlServiceStatus: receiver.url(standing),
    })
    await made(world.mine, { urlMessageStatus: receiver.url(other) })
    const number = phone()
    world.mine.customer(number)
    const { body } = await call(program, { body: { number, body: 'Pedido a caminho' } })
    const [told] = await eventually(
      () => receiver.at(path),
      (all) => all.length > 0,
      15_000,
    )
    expect(isSignedBy(program.webhookSecret, told!)).toBe(true)
    expect(told!.body).toMatchObject({
      type: 'message.status',
      data: { apiId: program.configuration.id, messageId: body.messageId, ticketId: body.ticketId, status: 'sent' },
    })
    // What agents write in the same conversation is nothing of the program's, nor of another one on the connection.
    await world.mine.admin.ok('PUT', `/tickets/${body.ticketId}`, { status: 'open' })
    await world.mine.admin.ok('POST', `/messages/${body.ticketId}`, { body: 'Sou uma pessoa' })
    const session = `/whatsappsession/${world.mine.connection.id}`
    await world.mine.admin.ok('DELETE', session)
    await world.mine.admin.ok('POST', session)
    const states = await eventually(
      () => receiver.at(standing),
      (all) => all.length > 0,
      15_000,
    )
    expect(isSignedBy(program.webhookSecret, states[0]!)).toBe(true)
    expect(states[0]!.body).toMatchObject({
      type: 'session.status',
      data: { apiId: program.configuration.id, sessionId: world.mine.connection.id },
    })
    const human = (await messagesOf(world.mine.admin, body.ticketId)).at(-1)
    expect(human!.body).toBe('Sou uma pessoa')
    expect(receiver.at(path).every((one) => !one.text.includes(human!.id))).toBe(true)
    expect(receiver.at(other)).toEqual([])
  })

  it('closes what it opened where its configuration says so, what it is told to, and tells how far a message is', async () => {
    const program = await made(world.mine, { closeTicket: true })
    const number = phone()
    const customer = world.mine.customer(number)
    const { body } = await call(program, { body: { number, body: 'Código 4242' } })
    await eventually(
      () => customer.received.length,
      (count) => count === 1,
    )
    expect(await world.mine.admin.ok('GET', `/tickets/${body.ticketId}`)).toMatchObject({ status: 'closed' })
    const status = () => call<{ status: string }>(program, { method: 'GET', path: `/messages/${body.messageId}` })
    await eventually(status, (answer) => ['sent', 'received'].includes(answer.body.status))

    const { ticket } = await world.mine.talking()
    await call(program, { body: { ticketId: ticket.id, body: 'Encerrando' } })
    expect(await world.mine.admin.ok('GET', `/tickets/${ticket.id}`)).toMatchObject({ status: 'open' })
    const close = () => call<{ status: string }>(program, { path: `/tickets/${ticket.id}/close` })
    expect((await close()).body).toEqual({ ticketId: ticket.id, status: 'closed' })
    expect((await close()).body).toEqual({ ticketId: ticket.id, status: 'closed' })
    expect(await refusedAs(program, { body: { ticketId: ticket.id, body: 'Tarde' } })).toBe('422 ERR_CREATING_MESSAGE')
    expect((await call<object>(program, { method: 'GET' })).body).toMatchObject({
      isActive: true,
      tokenEndsAt: null,
      connection: { id: world.mine.connection.id, status: 'connected' },
    })
  })

  it('is told what is wrong with a number and a body', async () => {
    const program = await made(world.mine)
    const issueOf = async (body: object) => (await call(program, { body })).body.issues?.[0]?.path
    expect(await issueOf({ number: '98123-4567', body: 'Oi' })).toBe('body.number')
    expect(await issueOf({ number: 'rita', body: 'Oi' })).toBe('body.number')
    expect(await issueOf({ body: 'Oi' })).toBe('body.number')
    expect(await issueOf({ number: phone(), ticketId: randomUUID(), body: 'Oi' })).toBe('body.number')
    expect(await issueOf({ number: phone() })).toBe('body.body')
    expect(await issueOf({ number: phone(), body: 'Oi', mediaUrl: 'file:///etc/passwd' })).toBe('body.mediaUrl')
    expect(await refusedAs(program, { body: { ticketId: randomUUID(), body: 'Oi' } })).toBe('404 ERR_NO_TICKET_FOUND')
  })

  it('is kept within what its configuration allows', async () => {
    const program = await made(world.mine, { sendBy: 'ticket', scopes: ['send'] })
    expect(await refusedAs(program, { body: { number: phone(), body: 'Oi' } })).toBe('403 ERR_API_SCOPE')
    expect(await refusedAs(program, { method: 'GET' })).toBe('403 ERR_API_SCOPE')
    const { ticket } = await world.mine.talking()
    expect((await call(program, { body: { ticketId: ticket.id, body: 'Oi' } })).status).toBe(200)
    const other = await world.connect(
      world.mine.admin,
      world.simulator.addGateway(String(randomInt(30_000, 39_999)), (url) => url),
    )
    const elsewhere = await made(other)
    expect(await refusedAs(elsewhere, { body: { ticketId: ticket.id, body: 'Oi' } })).toBe('404 ERR_NO_TICKET_FOUND')
    await changed(world.mine, program, { isActive: false })
    expect(await refusedAs(program, { body: { ticketId: ticket.id, body: 'Oi' } })).toBe('403 ERR_API_CONFIG_INACTIVE')
  })

  it('sees its budget in every answer, and no other site may call for it', async () => {
    const program = await made(world.mine)
    const { headers } = await call(program, { method: 'GET', headers: { origin: 'https://site.example' } })
    expect(Number(headers.get('ratelimit-remaining'))).toBe(Number(headers.get('ratelimit-limit')) - 1)
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect((await call(program, { body: {} })).headers.get('ratelimit-remaining')).not.toBeNull()
  })
})

describe('tokens', () => {
  it('S8-028 reach one configuration of one company, and reveal nothing of others', async () => {
    const [mine, theirs] = [await made(world.mine), await made(world.theirs)]
    const body = { number: phone(), body: 'Oi' }
    const codes = await Promise.all(
      [theirs.configuration.id, randomUUID(), (await made(world.mine)).configuration.id].map((api) =>
        refusedAs(mine, { body, api }),
      ),
    )
    expect(codes).toEqual(Array(3).fill('404 ERR_API_CONFIG_NOT_FOUND'))
    const { ticket } = await world.theirs.talking()
    expect(await refusedAs(mine, { body: { ticketId: ticket.id, body: 'Oi' } })).toBe('404 ERR_NO_TICKET_FOUND')
    expect(await refusedAs(mine, { path: `/tickets/${ticket.id}/close` })).toBe('404 ERR_NO_TICKET_FOUND')
    const [message] = await messagesOf(world.theirs.admin, ticket.id)
    expect(await refusedAs(mine, { method: 'GET', path: `/messages/${message!.id}` })).toBe('404 ERR_NO_MESSAGE_FOUND')
    expect(
      await world.theirs.admin.refused('PUT', `/p/api/configurations/${mine.configuration.id}`, draft(world.theirs)),
    ).toBe('404 ERR_API_CONFIG_NOT_FOUND')
    expect(await world.theirs.admin.refused('POST', `/p/api/configurations/${mine.configuration.id}/token`, {})).toBe(
      '404 ERR_API_CONFIG_NOT_FOUND',
    )
    expect(await world.theirs.admin.refused('POST', '/p/api/configurations', draft(world.mine))).toBe(
      '404 ERR_NO_WAPP_FOUND',
    )
  })

  it('that are wrong, cut, of a user or missing are refused, for known and unknown ids alike', async () => {
    const { token, configuration } = await made(world.mine)
    const wrong = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.slice(0, -1),
      'x',
      world.mine.admin.login.token,
    ]
    for (const api of [configuration.id, randomUUID()])
      for (const one of wrong)
        expect(await refusedAs({ token: one, configuration }, { method: 'GET', api })).toBe('401 ERR_TOKEN_REFUSED')
    const response = await fetch(`${world.base}/v1/api/external/${configuration.id}`)
    expect([response.status, await response.json()]).toEqual([
      401,
      expect.objectContaining({ error: 'ERR_TOKEN_REFUSED' }),
    ])
    expect(
      await refusedAs({ token, configuration }, { method: 'GET', path: '/../../../../tickets', api: '' }),
    ).toContain('4')
  })

  it('are replaced with an overlap, or at once, and end with their configuration; the trail says who did it', async () => {
    const first = await made(world.mine)
    const path = `/p/api/configurations/${first.configuration.id}`
    const status = (token: string) => call<{ tokenEndsAt: string | null }>({ ...first, token }, { method: 'GET' })
    const second = await world.mine.admin.ok<ConfigurationWithToken>('POST', `${path}/token`, { overlapHours: 1 })
    expect(second.configuration.tokens).toMatchObject([
      { last4: second.token.slice(-4), endsAt: null },
      { last4: first.token.slice(-4) },
    ])
    const end = (await status(first.token)).body.tokenEndsAt!
    expect(Date.parse(end) - Date.now()).toBeGreaterThan(59 * 60_000)
    expect((await status(second.token)).body.tokenEndsAt).toBeNull()
    const third = await world.mine.admin.ok<ConfigurationWithToken>('POST', `${path}/token`, { overlapHours: 0 })
    expect(await Promise.all([first, second, third].map(async ({ token }) => (await status(token)).status))).toEqual([
      401, 401, 200,
    ])
    await world.mine.admin.ok('DELETE', path)
    expect((await status(third.token)).status).toBe(401)
    const trail = await world.mine.admin.ok<{ entries: { action: string; subject: string }[] }>(
      'GET',
      '/audit?limit=100',
    )
    const acts = trail.entries.filter(({ subject }) => subject === first.configuration.id).map(({ action }) => action)
    expect(acts.toSorted()).toEqual(['plugin-key.issue', 'plugin-key.issue', 'plugin-key.issue', 'plugin-key.revoke'])
  })

  it('are made by administrators alone, for addresses that are public', async () => {
    const agent = await world.signIn(world.a.user)
    expect(await agent.refused('GET', '/p/api/configurations')).toBe('403 ERR_NO_PERMISSION')
    for (const urlServiceStatus of ['http://loja.example/', 'https://10.0.0.1/', 'https://erp.local/', 'loja'])
      expect(
        await world.mine.admin.refused('POST', '/p/api/configurations', draft(world.mine, { urlServiceStatus })),
      ).toBe('422 ERR_WEBHOOK_ADDRESS')
    const { configuration } = await made(world.mine)
    expect(
      await world.mine.admin.refused(
        'POST',
        '/p/api/configurations',
        draft(world.mine, { name: configuration.name.toUpperCase() }),
      ),
    ).toBe('409 ERR_API_CONFIG_EXISTS')
  })
})

it('an administrator tries a configuration with a message of their own', async () => {
  const { configuration } = await made(world.mine)
  const number = phone()
  const customer = world.mine.customer(number)
  await world.mine.admin.ok('POST', `/p/api/configurations/${configuration.id}/test`, { number, body: 'Teste da API' })
  const [text] = await eventually(
    () => customer.received,
    (texts) => texts.length === 1,
  )
  expect(text!.text).toBe('Teste da API')
})
