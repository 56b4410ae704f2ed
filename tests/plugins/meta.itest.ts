import { randomUUID } from 'node:crypto'
import type { ConnectionCheck, Message } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { metaWorld, settingsOf, type MetaWorld } from './meta.rig.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const day = 24 * 3_600_000
const kinds = (message: Message) => message.parts.map((part) => part.kind)

describe.each([
  ['instagram', 'S1-006 S3-053'],
  ['facebook', 'S3-057'],
] as const)('%s', (product, ids) => {
  let world: MetaWorld
  beforeAll(async () => {
    world = await metaWorld(product)
  })
  afterAll(() => world.close())

  it(`${ids} a customer writes, an agent answers, ticks follow, and each company has its own`, async () => {
    const { customer, ticket, name } = await world.mine.talking()
    expect([(await world.mine.status()).type, ticket.channel]).toEqual([product, product])
    await world.mine.send(ticket, 'Olá!')
    const [sent] = await world.mine.got(customer, 1)
    expect(sent!.text).toContain('Olá!')
    await world.mine.last(ticket, ({ status }) => status === (product === 'facebook' ? 'delivered' : 'sent'))
    customer.see()
    expect(await world.mine.last(ticket, ({ status }) => status === 'read')).toMatchObject({ fromMe: true })
    await world.mine.account.idle()
    expect(await world.mine.messages(ticket)).toHaveLength(2)
    expect(await world.theirs.tickets(name)).toEqual([])
  })

  it('who writes gets the name and the picture that Meta tells', async () => {
    const customer = world.mine.account.person(`Bia ${randomUUID().slice(0, 8)}`)
    world.simulator.files.set(`/files/${customer.id}`, { bytes: png, mime: 'image/png' })
    customer.write('Oi')
    const ticket = await world.mine.ticket(customer.name)
    const shown = await eventually(
      () => world.mine.admin.ok<{ name: string; profilePicUrl: string | null }>('GET', `/contacts/${ticket.contactId}`),
      ({ profilePicUrl }) => profilePicUrl !== null,
    )
    expect(shown.name).toBe(customer.name)
    expect((await fetch(new URL(shown.profilePicUrl!, world.base))).status).toBe(200)
  })

  it('files go both ways', async () => {
    const { customer, ticket } = await world.mine.talking()
    customer.send('image', png, 'image/png', 'olha')
    const messages = await eventually(
      () => world.mine.messages(ticket),
      (found) => found.length === 2 && kinds(found[1]!)[0] === 'media',
    )
    expect(messages[1]!.parts).toMatchObject([
      { kind: 'media', as: 'image', mime: 'image/png' },
      { kind: 'text', text: 'olha' },
    ])
    const form = new FormData()
    form.set('medias', new File([png], 'foto.png', { type: 'image/png' }))
    form.set('body', 'a nossa')
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, form)
    const sent = await world.mine.got(customer, 2)
    const attached = sent.map(({ content }) => content['attachment']).find((found) => found !== undefined)
    const { payload } = attached as { payload: { url: string } }
    expect(Buffer.from(world.simulator.files.get(new URL(payload.url).pathname)!.bytes)).toEqual(png)
    expect(sent.map(({ text }) => text).join('')).toContain('a nossa')
  })

  it('replies, reactions, edits and unsent messages find their message', async () => {
    const { customer, ticket } = await world.mine.talking()
    await world.mine.send(ticket, 'Qual o pedido?')
    const [asked] = await world.mine.got(customer, 1)
    const ours = await world.mine.last(ticket, ({ ack }) => ack >= 1)
    const reply = customer.write('o 42', asked)
    const arrived = await world.mine.last(ticket, ({ body }) => body === 'o 42')
    expect(arrived.quotedMsgId).toBe(ours.id)
    customer.react(asked!, '❤️')
    await eventually(
      () => world.mine.messages(ticket),
      (messages) => Object.values(messages.find(({ id }) => id === ours.id)!.reaction).includes('❤️'),
    )
    await world.mine.admin.ok('POST', `/messagesReaction/${arrived.id}`, { reaction: '❤️' })
    await eventually(
      () => [...reply.reactions.values()],
      (found) => found.includes('❤️'),
    )
    customer.edit(reply, 'o 43')
    await world.mine.last(ticket, ({ body, edited }) => body === 'o 43' && edited)
    customer.unsend(reply)
    await world.mine.last(ticket, ({ isDeleted }) => isDeleted)
  })

  it('a story is shown with what was said about it, a mention with the story', async () => {
    const { customer, ticket } = await world.mine.talking()
    customer.answerStory('que lindo', png, 'image/png')
    const answer = await world.mine.last(ticket, (message) => kinds(message)[0] === 'media')
    expect(answer.parts).toMatchObject([{ as: 'image' }, { text: 'que lindo' }])
    customer.mention(png, 'image/png')
    await world.mine.last(ticket, (message) => kinds(message).join() === 'media')
  })

  it('a comment begins a private conversation: its first answer is the private reply, the next one waits', async () => {
    const customer = world.mine.account.person(`Caio ${randomUUID().slice(0, 8)}`)
    customer.comment('Quanto custa?')
    const ticket = await world.mine.open(
      await world.mine.ticket(product === 'facebook' ? customer.name : customer.username),
    )
    await world.mine.send(ticket, 'R$ 50')
    const [sent] = await world.mine.got(customer, 1)
    expect(sent!.text).toContain('R$ 50')
    await world.mine.last(ticket, ({ ack }) => ack >= 1)
    await world.mine.send(ticket, 'E tem frete grátis')
    expect(await world.mine.last(ticket, ({ status }) => status === 'failed')).toMatchObject({
      failure: { kind: 'windowClosed' },
    })
    customer.write('Quero')
    await world.mine.last(ticket, ({ body }) => body === 'Quero')
    await world.mine.send(ticket, 'Já separo')
    await world.mine.got(customer, 2)
  })

  it('what another program says for the company is shown as said by it, and deliveries that come twice count once', async () => {
    const { customer, ticket } = await world.mine.talking()
    world.mine.account.copies = 2
    const message = { mid: randomUUID(), is_echo: true, app_id: 1, text: 'Da caixa de entrada da Meta' }
    world.mine.account.push({ messaging: customer.event({ message }, true) })
    customer.write('Obrigada')
    await world.mine.last(ticket, ({ body }) => body === 'Obrigada')
    await world.mine.account.idle()
    world.mine.account.copies = 1
    expect((await world.mine.messages(ticket)).map(({ body, fromMe }) => [body, fromMe])).toEqual([
      ['Oi', false],
      ['Da caixa de entrada da Meta', true],
      ['Obrigada', false],
    ])
  })

  it('content that nobody knows is kept as such, and hostile deliveries break nothing', async () => {
    const { customer, ticket } = await world.mine.talking()
    customer.say({ attachments: [{ type: 'hologram', payload: {} }] })
    await world.mine.last(ticket, (message) => kinds(message)[0] === 'unsupported')
    world.mine.account.push({ messaging: { sender: { id: customer.id }, message: { mid: 42, text: ['x'] } } })
    world.mine.account.push({ change: { field: 'comments', value: 'x' } })
    customer.write('ainda aqui')
    await world.mine.last(ticket, ({ body }) => body === 'ainda aqui')
    expect((await world.mine.messages(ticket)).map((message) => kinds(message)[0])).toEqual([
      'text',
      'unsupported',
      'text',
    ])
  })

  it('a message without the signature of the app is refused, and so is a verification with another token', async () => {
    const callback = world.mine.account.app.callbacks.get(world.mine.account.object)!
    const url = callback.replace('https://recado.example', world.base)
    const body = world.mine.account.bodyOf([{ messaging: world.mine.account.person('Eva').event({}) }])
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
    expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(401)
    const asked = (token: string) =>
      fetch(
        `${url}?${new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.challenge': '42', 'hub.verify_token': token })}`,
      )
    expect((await asked('another token')).status).toBe(403)
    expect(await (await asked('a verification token')).text()).toBe('42')
  })

  it('after a day people go on answering for a week; without the permission nobody does', async () => {
    const { customer, ticket } = await world.mine.talking()
    world.simulator.clock.advance(day + 60_000)
    await world.mine.send(ticket, 'Ainda precisa?')
    await world.mine.got(customer, 1)
    const side = await world.connect(world.mine.admin, world.simulator.addAccount(product), { humanAgent: false })
    await side.connected()
    const late = await side.talking()
    world.simulator.clock.advance(day + 60_000)
    await side.send(late.ticket, 'Ainda?')
    expect(await side.last(late.ticket, ({ status }) => status === 'failed')).toMatchObject({
      failure: { kind: 'windowClosed' },
    })
    world.simulator.clock.advance(-2 * (day + 60_000))
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
    await eventually(
      () => side.account.fields,
      (fields) => fields.length === 0,
    )
  })

  it('a person who cannot be reached is said so, once', async () => {
    const { customer, ticket } = await world.mine.talking()
    customer.isBlocked = true
    await world.mine.send(ticket, 'Olá?')
    expect(await world.mine.last(ticket, ({ status }) => status === 'failed')).toMatchObject({
      failure: { kind: 'blocked' },
    })
  })

  it('the test of a connection names what is broken, and a withdrawn token is said in words', async () => {
    const account = world.simulator.addAccount(product)
    const side = await world.connect(world.mine.admin, account)
    await side.connected()
    const check = () => side.admin.ok<ConnectionCheck>('POST', `/whatsapp/${side.connection.id}/check`)
    expect(await check()).toMatchObject({ ok: true })
    account.app.callbacks.set(account.object, 'https://elsewhere.example/hook')
    expect(await check()).toMatchObject({ ok: false, step: 'webhook' })
    const { ticket } = await world.mine.talking()
    expect(ticket).toBeDefined()
    account.withdrawTokens()
    expect(await check()).toMatchObject({ ok: false, step: 'token' })
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })
})

describe('the user of Instagram', () => {
  let world: MetaWorld
  beforeAll(async () => {
    world = await metaWorld('instagram')
  })
  afterAll(() => world.close())

  it('S3-047 S5-126 is entered without @ and has to be the account’s; the password is kept and never shown', async () => {
    const { admin } = world.mine
    const withSign = settingsOf(world.simulator.addAccount('instagram'), world.simulator, { username: '@loja.exemplo' })
    const refused = await admin.call<{ error: string; issues: { path: string }[] }>('POST', '/whatsapp', withSign)
    expect(refused).toMatchObject({ status: 422, body: { error: 'ERR_VALIDATION' } })
    expect(refused.body.issues.map(({ path }) => path)).toEqual(['username'])
    const side = await world.connect(admin, world.simulator.addAccount('instagram'), {
      username: 'loja.exemplo',
      password: 'uma senha de antes',
    })
    const kept = await side.connected()
    expect(kept).toMatchObject({ config: { username: 'loja.exemplo' }, secretsSet: { password: true } })
    expect(JSON.stringify(kept)).not.toContain('uma senha de antes')
    const other = await world.connect(admin, world.simulator.addAccount('instagram'), { username: 'outra.loja' })
    expect(await admin.ok<ConnectionCheck>('POST', `/whatsapp/${other.connection.id}/check`)).toMatchObject({
      ok: false,
      step: 'account',
    })
  })
})
