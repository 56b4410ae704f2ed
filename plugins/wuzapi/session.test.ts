import { mint, type ExternalChatId, type ExternalMessageId, type SendKey, type SessionState } from '@recado/sdk'
import { testConnection, type TestConnection } from '@recado/sdk/testing'
import { serveSimulator, type RunningSimulator } from '@recado/sdk/testing/simulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Session as GatewaySession } from './simulator/session.ts'
import { WuzapiSimulator, type WuzapiOptions } from './simulator/simulator.ts'
import { wuzapi } from './src/channel/capabilities.ts'
import { wuzapiChannel } from './src/channel/channel.ts'
import type { WuzapiConfig } from './src/channel/config.ts'
import { numberTopic } from './src/pairing/number.ts'
import { toldTopic } from './src/session/told.ts'

type Session = Awaited<ReturnType<typeof wuzapiChannel.open>>

const sessionToken = 'a session token'
const { signal } = new AbortController()
let simulator: WuzapiSimulator
let hooks: RunningSimulator
let world: TestConnection<WuzapiConfig>
let session: Session | undefined

/** A node that takes deliveries as the product does: verified, read, remembered, and told to the session. */
async function node(options: WuzapiOptions = {}, secrets: Readonly<Record<string, string>> = {}): Promise<void> {
  hooks = await serveSimulator(async ({ method, headers, body: rawBody, url }) => {
    const request = { method, headers, rawBody, url }
    if ((await wuzapiChannel.webhook!.verify(request, world.ctx)) !== 'ok') return { status: 401 }
    const { events, remember = [] } = wuzapiChannel.webhook!.parse(request, world.ctx.config)
    for (const { key, value, ttlMs } of remember) await world.ctx.state.set(key, value, { ttlMs })
    await world.ctx.emit(events)
    if (events.some(({ type }) => type === 'notice')) world.ctx.topics.publish(toldTopic, null)
    return {}
  })
  simulator = await WuzapiSimulator.start({ reach: () => hooks.url, ...options })
  world = testConnection<WuzapiConfig>({
    spec: wuzapi,
    config: { apiUrl: simulator.url, session: 'loja', groups: true } as WuzapiConfig,
    secrets: { sessionToken, apiToken: simulator.adminToken, ...secrets },
  })
}
beforeEach(() => node())
afterEach(async () => {
  await session?.[Symbol.asyncDispose]()
  session = undefined
  await hooks.close()
  await simulator.close()
})

const atGateway = (): GatewaySession => simulator.sessions.find(({ token }) => token === sessionToken)!
const now = (): SessionState | undefined => world.states.at(-1)
const codeNow = (): string | undefined => {
  const state = now()
  return state?.state === 'needsAction' ? state.qr : undefined
}
const becomes = (expected: object) => expect.poll(now, { timeout: 10_000, interval: 10 }).toMatchObject(expected)
const shown = async (): Promise<string> => {
  await expect.poll(codeNow, { timeout: 10_000, interval: 10 }).toBeDefined()
  return codeNow()!
}
const own = () => simulator.person('Loja', '5511999990000')

async function linked(): Promise<Session> {
  session = await wuzapiChannel.open(world.ctx)
  expect(atGateway().scan(own(), await shown())).toBe(true)
  await becomes({ state: 'connected', identity: '+5511999990000' })
  // What is told of the linking has come before anything that a test has told.
  await atGateway().idle()
  return session
}
const sendTo = (open: Session, chat: string, text: string, replyTo?: string) =>
  open.send(
    {
      key: mint<SendKey>(crypto.randomUUID()),
      chat: mint<ExternalChatId>(chat),
      parts: [{ kind: 'text', text, format: 'markdown' }],
      attempt: 1,
      ...(replyTo !== undefined && { replyTo: mint<ExternalMessageId>(replyTo) }),
    },
    signal,
  )

describe('a session', () => {
  it('is made at the gateway, signed and without files in its deliveries, and linked by scanning its picture', async () => {
    const open = await linked()
    expect(open.isOpen!()).toBe(true)
    const { name, webhook, hmacKey, mediaDelivery } = atGateway()
    expect({ name, webhook, mediaDelivery }).toEqual({
      name: 'loja',
      webhook: world.ctx.callbackUrl!.href,
      mediaDelivery: 's3',
    })
    expect(hmacKey).toMatch(/^[0-9a-f]{64}$/)
    expect(world.secrets()['hmacKey']).toBe(hmacKey)
  })

  it('shows the newest code, and says when nobody scanned any', async () => {
    session = await wuzapiChannel.open(world.ctx)
    const first = await shown()
    simulator.clock.advance(61_000)
    await expect.poll(codeNow, { timeout: 10_000, interval: 10 }).not.toBe(first)
    expect(atGateway().scan(own(), first)).toBe(false)
    simulator.clock.advance(200_000)
    await becomes({ state: 'degraded', code: 'TIMEOUT' })
  })

  it('is not linked where WhatsApp asks for a passkey, and the codes run out', async () => {
    session = await wuzapiChannel.open(world.ctx)
    const code = await shown()
    atGateway().asksForPasskey = true
    expect(atGateway().scan(own(), code)).toBe(false)
    simulator.clock.advance(300_000)
    await becomes({ state: 'degraded', code: 'TIMEOUT' })
  })

  it('is linked by a code that is typed on the phone', async () => {
    session = await wuzapiChannel.open(world.ctx)
    await shown()
    world.ctx.topics.publish(numberTopic, '+55 11 4004-0000')
    await becomes({ state: 'needsAction', reason: 'login', code: 'PAIRING_REFUSED', qr: expect.any(String) })
    world.ctx.topics.publish(numberTopic, '+55 11 99999-0000')
    await becomes({ state: 'needsAction', pairingCode: expect.stringMatching(/^[0-9A-F]{8}$/) })
    const state = now()
    const code = state?.state === 'needsAction' ? state.pairingCode! : ''
    expect(atGateway().type(own(), code)).toBe(true)
    await becomes({ state: 'connected' })
  })

  it.each([
    ['unlink', { state: 'needsAction', reason: 'relogin', code: 'LOGGED_OUT' }],
    ['replace', { state: 'needsAction', reason: 'conflict', code: 'CONFLICT' }],
    ['outdate', { state: 'failed', code: 'OUTDATED' }],
    ['ban', { state: 'degraded', code: 'TEMPORARY_BAN' }],
  ] as const)('%s: it says so within a moment, and carries nothing', async (what, state) => {
    const open = await linked()
    atGateway()[what]()
    await becomes(state)
    expect(open.isOpen!()).toBe(false)
  })

  it('comes back by itself once an outdated gateway was updated', async () => {
    const open = await linked()
    atGateway().outdate()
    await becomes({ state: 'failed', code: 'OUTDATED' })
    atGateway().isOutdated = false
    atGateway().connect()
    await becomes({ state: 'connected' })
    expect(open.isOpen!()).toBe(true)
  })

  it('tries an outdated gateway again by itself', async () => {
    await linked()
    const gateway = atGateway()
    gateway.outdate()
    // Updated before anybody is told.
    gateway.isOutdated = false
    await expect.poll(() => gateway.connected, { timeout: 10_000 }).toBe(true)
    await becomes({ state: 'connected' })
  })

  it('shows codes again once a person opens it again after it was logged out', async () => {
    const open = await linked()
    atGateway().unlink()
    await becomes({ state: 'needsAction', code: 'LOGGED_OUT' })
    await open[Symbol.asyncDispose]()
    session = await wuzapiChannel.open(world.ctx)
    expect(atGateway().scan(own(), await shown())).toBe(true)
    await becomes({ state: 'connected' })
  })

  it('waits while the gateway is away, and works again afterwards', async () => {
    const open = await linked()
    simulator.stop()
    world.ctx.topics.publish(toldTopic, null)
    await becomes({ state: 'degraded', code: 'UNREACHABLE', retryAt: expect.any(Date) })
    expect(open.isOpen!()).toBe(false)
    simulator.restart()
    await becomes({ state: 'connected' })
    expect(open.isOpen!()).toBe(true)
  })

  it('says that a token is refused, and that an installation has no address', async () => {
    await hooks.close()
    await simulator.close()
    await node({}, { apiToken: 'the wrong one' })
    session = await wuzapiChannel.open(world.ctx)
    await becomes({ state: 'needsAction', reason: 'relogin', code: 'TOKEN' })
    await session[Symbol.asyncDispose]()
    world = testConnection<WuzapiConfig>({
      spec: wuzapi,
      config: { apiUrl: simulator.url, session: 'loja' } as WuzapiConfig,
      secrets: { sessionToken },
      callbackUrl: null,
    })
    session = await wuzapiChannel.open(world.ctx)
    await becomes({ state: 'degraded', code: 'NO_ADDRESS' })
    expect(session.isOpen!()).toBe(false)
  })

  it('leaves the number linked when it is disconnected, and takes back what it has made when it is deleted', async () => {
    const open = await linked()
    const made = atGateway()
    await open.logout!(signal, 'disconnected')
    expect([made.webhook, made.isLoggedIn, simulator.sessions.length]).toEqual(['', true, 1])
    await open.logout!(signal, 'deleted')
    expect(simulator.sessions).toEqual([])
  })

  it('does not delete a session that was there before it', async () => {
    simulator.addSession('loja', sessionToken)
    const open = await linked()
    await open.logout!(signal, 'deleted')
    expect(simulator.sessions).toHaveLength(1)
  })
})

describe.each(['form', 'json'] as const)('messages, delivered as %s', (format) => {
  beforeEach(() => {
    simulator.format = format
  })

  it('arrive, are answered, and tell how far they got', async () => {
    const open = await linked()
    const maria = simulator.person('Maria', '5511988887777')
    const asked = atGateway().write(maria, 'Oi')
    await expect.poll(() => world.events.find(({ type }) => type === 'message')).toMatchObject({ id: asked.id })
    const result = await sendTo(open, maria.jid, 'Olá', asked.id)
    const sent = atGateway().thread(maria.jid).at(-1)!
    expect(result).toMatchObject({ ids: [sent.id] })
    expect(sent.fields['ContextInfo']).toEqual({ StanzaId: asked.id, Participant: maria.jid })
    await sendTo(open, maria.jid, 'e mais', sent.id)
    expect(atGateway().thread(maria.jid).at(-1)!.fields['ContextInfo']).toEqual({
      StanzaId: sent.id,
      Participant: '5511999990000@s.whatsapp.net',
    })
    atGateway().receipt(maria, [sent.id], 'Played')
    await expect
      .poll(() => world.events.flatMap((event) => (event.type === 'receipt' ? [event.state] : [])))
      .toContain('played')
  })

  it('of a group are answered, and reacted to, in the name of their author', async () => {
    const open = await linked()
    const maria = simulator.person('Maria', '5511988887777')
    const group = simulator.group('Condomínio')
    const asked = atGateway().write(maria, 'Oi', { group })
    await expect.poll(() => world.events.length).toBeGreaterThan(0)
    await atGateway().idle()
    await sendTo(open, group.jid, 'Olá', asked.id)
    expect(atGateway().thread(group.jid).at(-1)!.fields['ContextInfo']).toMatchObject({ Participant: maria.jid })
    const target = {
      chat: mint<ExternalChatId>(group.jid),
      id: mint<ExternalMessageId>(asked.id),
      sentAt: new Date(),
      own: false,
    }
    await open.react(target, '👍', signal)
    await open.react(target, null, signal)
    await open.markRead(target.chat, target, signal)
    expect(atGateway().acts).toMatchObject([
      { path: '/chat/react', fields: { Id: asked.id, Body: '👍', Participant: maria.jid } },
      { path: '/chat/react', fields: { Body: 'remove' } },
      { path: '/chat/markread', fields: { Id: [asked.id], Chat: group.jid, Sender: maria.jid } },
    ])
    expect(await open.describe(target.chat, signal)).toEqual({ name: 'Condomínio' })
  })
})

it('a file that is larger than an answer may be is not asked for', async () => {
  const open = await linked()
  const ref = JSON.stringify({ t: 'video', p: '/files/1', k: 'AAAA', l: 75_000_001 })
  await expect(open.fetchMedia!(ref, signal)).rejects.toMatchObject({ kind: 'tooLarge', certain: true })
  expect(simulator.requests.filter(({ url }) => url.pathname.startsWith('/chat/download'))).toEqual([])
})

describe('recipients', () => {
  it('are written to under the number that WhatsApp has for them', async () => {
    const open = await linked()
    const rita = simulator.person('Rita', '551188886666')
    await sendTo(open, '5511988886666@s.whatsapp.net', 'Oi')
    expect(atGateway().thread(rita.jid)).toHaveLength(1)
    expect(world.events).toContainEqual(
      expect.objectContaining({ type: 'chatMoved', from: '5511988886666@s.whatsapp.net', to: rita.jid }),
    )
  })

  it('without WhatsApp are refused, certainly', async () => {
    const open = await linked()
    simulator.unregistered.add('5511900000000')
    await expect(sendTo(open, '5511900000000@s.whatsapp.net', 'Oi')).rejects.toMatchObject({
      kind: 'invalidRecipient',
      certain: true,
    })
  })

  it.each([
    ['no session', { kind: 'network', certain: true }],
    ['error sending message: server returned error 463', { kind: 'blocked', code: '463', certain: true }],
    ['error sending message: context deadline exceeded', { kind: 'provider', certain: false }],
  ])('a refusal means what it says: %s', async (description, failure) => {
    const open = await linked()
    simulator.faults.plan('send', { status: 500, description })
    await expect(sendTo(open, simulator.person('Eva', '5511977776666').jid, 'Oi')).rejects.toMatchObject(failure)
  })
})
