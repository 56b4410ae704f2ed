import { randomInt, randomUUID } from 'node:crypto'
import type { Connection, ConnectionCheck, Message, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { wuzapiWorld, type GatewaySide, type WuzapiWorld } from './wuzapi.rig.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const ogg = Buffer.concat([
  Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead', 'latin1'),
  Buffer.alloc(64),
])
const kinds = (message: Message) => message.parts.map((part) => part.kind)

let world: WuzapiWorld
beforeAll(async () => {
  world = await wuzapiWorld()
})
afterAll(() => world.close())

describe.each(['form', 'json'] as const)('a number at a WuzAPI gateway that delivers as %s', (format) => {
  beforeAll(() => {
    world.simulator.format = format
  })

  it('S1-003 S3-060 is linked by scanning; a customer writes, an agent answers, ticks follow, each company has its own', async () => {
    const { mine, theirs } = world
    const { person, ticket, name } = await mine.talking()
    expect(await mine.status()).toMatchObject({
      type: 'wuzapi',
      status: 'connected',
      number: `+${mine.number.number}`,
    })
    expect(ticket.channel).toBe('wuzapi')
    await mine.send(ticket, 'Olá, Ana!')
    const [sent] = await mine.got(person.jid, 1)
    expect(sent!.text).toContain('Olá, Ana!')
    await mine.last(ticket, ({ status }) => status === 'delivered')
    mine.session.receipt(person, [sent!.id], 'Read')
    expect(await mine.last(ticket, ({ status }) => status === 'read')).toMatchObject({ fromMe: true })
    expect(await theirs.tickets(name)).toEqual([])
    expect(theirs.session.thread(person.jid)).toEqual([])
  })

  it('files arrive through the gateway and go out inside of the request', async () => {
    const { mine, simulator } = world
    const { person, ticket } = await mine.talking()
    mine.session.say(person, { imageMessage: { ...simulator.keep(png, 'image/png').fields, caption: 'olha' } })
    mine.session.say(person, {
      audioMessage: { ...simulator.keep(ogg, 'audio/ogg; codecs=opus').fields, PTT: true, seconds: 3 },
    })
    mine.session.say(person, {
      documentMessage: { ...simulator.keep(Buffer.from('%PDF-1.4\n'), 'application/pdf').fields, fileName: 'nota.pdf' },
    })
    const messages = await eventually(
      () => mine.messages(ticket),
      (found) => found.slice(1).length === 3 && found.slice(1).every((message) => kinds(message)[0] === 'media'),
    )
    expect(messages.slice(1).map(({ parts: [part] }) => part)).toMatchObject([
      { as: 'image', mime: 'image/png', caption: 'olha' },
      { as: 'voice', seconds: 3 },
      { as: 'document', name: 'nota.pdf' },
    ])
    const form = new FormData()
    form.set('medias', new File([png], 'foto.png', { type: 'image/png' }))
    form.set('body', 'a nossa')
    await mine.admin.ok('POST', `/messages/${ticket.id}`, form)
    const [sent] = await mine.got(person.jid, 1)
    expect(sent).toMatchObject({ kind: 'image', text: expect.stringContaining('a nossa') })
    expect(sent!.fields['Image']).toBe(`data:image/png;base64,${png.toString('base64')}`)
  })

  it('a file of 12 MB arrives whole through the gateway, which answers it as text', async () => {
    const { mine, simulator } = world
    const { person, ticket } = await mine.talking()
    const bytes = Buffer.alloc(12_000_000, '%PDF-1.4 e muito mais ')
    mine.session.say(person, {
      documentMessage: { ...simulator.keep(bytes, 'application/pdf').fields, fileName: 'manual.pdf' },
    })
    const [message] = await eventually(
      async () => (await mine.messages(ticket)).slice(-1),
      ([found]) => found !== undefined && kinds(found)[0] === 'media',
      60_000,
    )
    expect(message!.parts[0]).toMatchObject({ as: 'document', name: 'manual.pdf', bytes: bytes.length })
    const got = await fetch(world.base + message!.media[0]!.url)
    expect(bytes.equals(Buffer.from(await got.arrayBuffer()))).toBe(true)
  }, 80_000)

  it('replies, edits, deletions and reactions find their message, both ways', async () => {
    const { mine } = world
    const { person, ticket } = await mine.talking()
    const { admin, session } = mine
    await mine.send(ticket, 'Qual o pedido?')
    const [sent] = await mine.got(person.jid, 1)
    const asked = await mine.last(ticket, ({ ack }) => ack >= 2)
    const own = session.say(person, {
      extendedTextMessage: { text: 'o 42', contextInfo: { stanzaID: sent!.id, participant: session.jid } },
    })
    const arrived = await mine.last(ticket, ({ body }) => body === 'o 42')
    expect(arrived.quotedMsgId).toBe(asked.id)
    session.say(person, {
      protocolMessage: { key: { ID: own.id }, type: 14, editedMessage: { conversation: 'o 43' } },
    })
    await mine.last(ticket, ({ body, edited }) => body === 'o 43' && edited)
    session.say(person, { reactionMessage: { key: { ID: sent!.id, fromMe: true }, text: '👍' } })
    await eventually(
      () => mine.messages(ticket),
      (messages) => Object.values(messages.find(({ id }) => id === asked.id)!.reaction).includes('👍'),
    )
    await mine.send(ticket, { body: 'Certo', quotedMsg: arrived.id })
    const [, answer] = await mine.got(person.jid, 2)
    expect(answer!.fields['ContextInfo']).toEqual({ StanzaId: own.id, Participant: person.jid })
    const certain = await mine.last(ticket, ({ ack, body }) => ack >= 2 && body.includes('Certo'))
    await admin.ok('POST', `/messagesEdit/${certain.id}`, { body: 'Certo!' })
    await mine.act('/chat/send/edit', ({ Id, Body }) => Id === answer!.id && String(Body).includes('Certo!'))
    await admin.ok('POST', `/messagesReaction/${arrived.id}`, { reaction: '🎉' })
    await mine.act('/chat/react', ({ Id, Body }) => Id === own.id && Body === '🎉')
    await admin.ok('DELETE', `/messages/${certain.id}`)
    await mine.act('/chat/delete', ({ Id }) => Id === answer!.id)
    session.say(person, { protocolMessage: { key: { ID: own.id }, type: 0 } })
    await eventually(
      () => mine.messages(ticket),
      (messages) => messages.find(({ id }) => id === arrived.id)!.isDeleted,
    )
  })

  it('a group is one conversation under its title, and a reply there names its author', async () => {
    const { mine, simulator } = world
    const group = simulator.group(`Entregas ${randomUUID().slice(0, 8)}`)
    const [ana, bia] = ['Ana', 'Bia'].map((name) => simulator.person(name, `55119${randomInt(10 ** 7, 10 ** 8)}`))
    mine.session.write(ana!, 'Chegou?', { group })
    const ticket = await mine.ticket(group.name)
    const last = mine.session.write(bia!, 'Ainda não', { group })
    const arrived = await mine.last(ticket, ({ body }) => body === 'Ainda não')
    expect((await mine.messages(ticket)).map(({ username }) => username)).toEqual(['Ana', 'Bia'])
    await mine.send(ticket, { body: 'Hoje ainda', quotedMsg: arrived.id })
    const [answer] = await mine.got(group.jid, 1)
    expect(answer!.fields['ContextInfo']).toEqual({ StanzaId: last.id, Participant: bia!.jid })
  })

  it('one person under number and id is one contact in one conversation; what the phone itself wrote stands there', async () => {
    const { mine } = world
    const { person, ticket } = await mine.talking()
    mine.session.write(person, 'agora pelo outro endereço', { by: 'lid' })
    await mine.last(ticket, ({ body }) => body === 'agora pelo outro endereço')
    mine.session.write(person, 'e sem dizer o número', { by: 'lid', tellsNumber: false })
    expect(await mine.last(ticket, ({ body }) => body === 'e sem dizer o número')).toMatchObject({ fromMe: false })
    mine.session.write(person, 'respondi do celular', { own: true })
    expect(await mine.last(ticket, ({ body }) => body === 'respondi do celular')).toMatchObject({ fromMe: true })
    expect(await mine.messages(ticket)).toHaveLength(4)
  })

  it('a delivery with a wrong signature, or with none, is refused; one that comes twice counts once', async () => {
    const { mine } = world
    const { person, ticket } = await mine.talking()
    const genuine = mine.session.request('Message', {
      event: {
        Info: { Chat: person.jid, Sender: person.jid, ID: randomUUID(), Timestamp: new Date().toISOString() },
        Message: { conversation: 'forjada' },
      },
    })
    const url = genuine.url.replace('https://recado.example', world.base)
    const post = (headers: Readonly<Record<string, string>>, body = genuine.body) =>
      fetch(url, { method: 'POST', headers, body }).then(({ status }) => status)
    const type = { 'content-type': genuine.headers['content-type']! }
    expect(await post(type)).toBe(401)
    expect(await post({ ...type, 'x-hmac-signature': 'f'.repeat(64) })).toBe(401)
    expect(await post(genuine.headers, String(genuine.body).replace('forjada', 'trocada'))).toBe(401)
    // The key of one company proves nothing at the address of another.
    const foreign = world.theirs.session.request('Message', { event: {} })
    expect(await post(foreign.headers, foreign.body)).toBe(401)
    expect(await mine.messages(ticket)).toHaveLength(1)
    mine.session.copies = 2
    mine.session.write(person, 'uma vez')
    await mine.session.idle()
    mine.session.copies = 1
    expect((await mine.messages(ticket)).filter(({ body }) => body === 'uma vez')).toHaveLength(1)
  })
})

describe('a channel of WuzAPI', () => {
  const sides: GatewaySide[] = []
  const another = async (config: object = {}): Promise<GatewaySide> => {
    const side = await world.connect(world.mine.admin, config)
    sides.push(side)
    return side
  }
  afterAll(async () => {
    for (const { admin, connection } of sides) await admin.ok('DELETE', `/whatsapp/${connection.id}`)
  })

  it('S3-050 has a name, a session, its token, an API token, an API address, and may be the default; secrets are never told', async () => {
    const side = await another()
    const { admin, connection, token } = side
    await admin.ok('PUT', `/whatsapp/${connection.id}`, { isDefault: true })
    const told = await admin.ok<Connection>('GET', `/whatsapp/${connection.id}`)
    expect(told).toMatchObject({
      name: connection.name,
      type: 'wuzapi',
      isDefault: true,
      config: { session: 'loja', apiUrl: world.simulator.url },
      secretsSet: { sessionToken: true, apiToken: true },
    })
    expect(JSON.stringify(told)).not.toContain(token)
    expect(JSON.stringify(told)).not.toContain(world.simulator.adminToken)
    expect(await world.theirs.admin.refused('GET', `/whatsapp/${connection.id}`)).toBe('404 ERR_NO_WAPP_FOUND')
    await side.scan()
    expect(side.session).toMatchObject({ name: 'loja', hmacKey: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  it('S4-061 shows the picture of the newest code; it is linked by a code typed on the phone as well', async () => {
    const side = await another()
    const first = await side.reaches(({ qrcode }) => qrcode !== undefined)
    expect(first).toMatchObject({ status: 'qrcode', qrcode: expect.stringMatching(/^data:image\/png;base64,/) })
    world.simulator.clock.advance(61_000)
    await side.reaches(({ qrcode }) => qrcode !== undefined && qrcode !== first.qrcode)
    expect(side.session.scan(side.number, first.qrcode!)).toBe(false)
    world.simulator.clock.advance(-61_000)
    const path = `/p/wuzapi/pairing/${side.connection.id}`
    expect(await side.admin.refused('POST', path, { number: 'meu celular' })).toBe('422 ERR_VALIDATION')
    expect(await world.theirs.admin.refused('POST', path, { number: side.number.number })).toBe('404 ERR_NO_WAPP_FOUND')
    await side.admin.ok('POST', path, { number: `+${side.number.number}` })
    const { pairingCode } = await side.reaches((connection) => connection.pairingCode !== undefined)
    expect(side.session.type(side.number, pairingCode!)).toBe(true)
    expect(await side.connected()).toMatchObject({ number: `+${side.number.number}` })
    expect(await side.admin.refused('POST', path, { number: side.number.number })).toBe('409 ERR_WAPP_NOT_INITIALIZED')
  })

  it('S4-059 the phone has removed the device: it says so at once, and shows a new code on demand', async () => {
    const side = await another()
    await side.scan()
    side.session.unlink()
    expect(await side.reaches(({ statusCode }) => statusCode === 'LOGGED_OUT')).toMatchObject({
      status: 'disconnected',
    })
    await side.admin.ok('PUT', `/whatsappsession/${side.connection.id}`, { isQrcode: true })
    await side.scan()
  })

  it('S4-063 another program has the session: it waits for a person, and what was to be sent goes afterwards', async () => {
    const side = await another()
    await side.scan()
    const { person, ticket } = await side.talking()
    side.session.replace()
    expect(await side.reaches(({ statusCode }) => statusCode === 'CONFLICT')).toMatchObject({ status: 'conflict' })
    await side.send(ticket, 'assim que der')
    expect(await side.last(ticket, ({ body }) => body.includes('assim que der'))).toMatchObject({ status: 'pending' })
    await side.admin.ok('PUT', `/whatsappsession/${side.connection.id}`, { isQrcode: true })
    await side.connected()
    expect((await side.got(person.jid, 1))[0]!.text).toContain('assim que der')
  })

  it('nothing is lost, doubled or out of order while the gateway restarts, either way', async () => {
    const side = await another()
    await side.scan()
    const { person, ticket } = await side.talking()
    world.simulator.stop()
    const words = Array.from({ length: 12 }, (_, index) => `mensagem ${index}`)
    for (const word of words) side.session.write(person, word)
    await side.send(ticket, 'primeira resposta')
    await side.send(ticket, 'segunda resposta')
    await side.reaches(({ statusCode }) => statusCode === 'UNREACHABLE')
    world.simulator.restart()
    const sent = await side.got(person.jid, 2)
    expect(sent.map(({ text }) => text)).toEqual([
      expect.stringContaining('primeira resposta'),
      expect.stringContaining('segunda resposta'),
    ])
    const messages = await eventually(
      () => side.messages(ticket),
      (found) => found.filter(({ fromMe }) => !fromMe).length >= 13,
    )
    expect(messages.filter(({ fromMe }) => !fromMe).map(({ body }) => body)).toEqual(['Oi', ...words])
    await side.connected()
  })

  it('a restart of the node needs no new code, and what the gateway could not deliver comes afterwards', async () => {
    const side = await another()
    await side.scan()
    const { person, ticket } = await side.talking()
    await world.app.close()
    const words = ['enquanto', 'ninguém', 'ouvia']
    for (const word of words) side.session.write(person, word)
    await world.start()
    const messages = await eventually(
      () => side.messages(ticket),
      (found) => found.length >= 4,
    )
    expect(messages.map(({ body }) => body)).toEqual(['Oi', ...words])
    await side.send(ticket, 'de volta')
    await side.got(person.jid, 1)
    expect(await side.connected()).not.toHaveProperty('qrcode')
  })

  it('the test of a connection names what is broken', async () => {
    const side = await another()
    await side.scan()
    const check = (id: string) => side.admin.ok<ConnectionCheck>('POST', `/whatsapp/${id}/check`)
    expect(await check(side.connection.id)).toMatchObject({ ok: true, identity: `+${side.number.number}` })
    side.session.hmacKey = ''
    expect(await check(side.connection.id)).toMatchObject({ ok: false, step: 'signature' })
    side.session.webhook = 'https://elsewhere.example'
    expect(await check(side.connection.id)).toMatchObject({ ok: false, step: 'webhook' })
    const stranger = await another({ apiToken: 'no token of this gateway' })
    expect(await check(stranger.connection.id)).toMatchObject({ ok: false, step: 'token' })
    expect(await stranger.reaches(({ statusCode }) => statusCode === 'TOKEN')).toMatchObject({ status: 'disconnected' })
  })

  it('before it is kept, a session is good that stands, or that the API token may make', async () => {
    const config = { apiUrl: world.simulator.url, session: 'new', sessionToken: 'nobody has this token yet' }
    const test = (more: object) =>
      world.mine.admin.ok<ConnectionCheck>('POST', '/whatsapp/check', {
        type: 'wuzapi',
        config: { ...config, ...more },
      })
    expect(await test({})).toMatchObject({ ok: false, step: 'token' })
    expect(await test({ apiToken: 'no token of this gateway' })).toMatchObject({ ok: false, step: 'token' })
    expect(await test({ apiToken: world.simulator.adminToken })).toEqual({ ok: true, identity: 'new' })
    // The test itself makes nothing.
    expect(await test({})).toMatchObject({ ok: false, step: 'token' })
  })

  it('a number that is disconnected stays linked; deleted, it is unlinked and its session gone', async () => {
    const side = await world.connect(world.mine.admin)
    await side.scan()
    const { session } = side
    await side.admin.ok('DELETE', `/whatsappsession/${side.connection.id}`)
    await eventually(
      () => session.webhook,
      (webhook) => webhook === '',
    )
    expect(session.isLoggedIn).toBe(true)
    await side.admin.ok('POST', `/whatsappsession/${side.connection.id}`)
    await side.connected()
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
    await eventually(
      () => world.simulator.sessions.includes(session),
      (isThere) => !isThere,
    )
    expect(session.isLoggedIn).toBe(false)
  })

  it('a conversation begun here goes to the number under which somebody is registered, and to nobody else', async () => {
    const { mine, simulator } = world
    const registered = simulator.person('Zeca', '551188776655')
    simulator.unregistered.add('5511912345678')
    const begin = async (number: string) => {
      const contact = await mine.admin.ok<{ id: string }>('POST', '/contacts', { name: `Novo ${number}`, number })
      return mine.admin.ok<Ticket>('POST', '/tickets', { contactId: contact.id, channelId: mine.connection.id })
    }
    const ticket = await begin('5511988776655')
    await mine.send(ticket, 'Olá, Zeca')
    await mine.got(registered.jid, 1)
    mine.session.write(registered, 'Oi!')
    await mine.last(ticket, ({ body }) => body === 'Oi!')
    const nobody = await begin('5511912345678')
    await mine.send(nobody, 'alguém?')
    expect(await mine.last(nobody, ({ status }) => status === 'failed')).toMatchObject({
      failure: { code: 'NOT_ON_WHATSAPP' },
    })
  })
})
