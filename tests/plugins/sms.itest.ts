import { randomUUID } from 'node:crypto'
import type { ConnectionCheck, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Delivery } from '../../plugins/sms/simulator/account.ts'
import type { GatewayAccount } from '../../plugins/sms/simulator/gateway.ts'
import type { TwilioAccount } from '../../plugins/sms/simulator/twilio.ts'
import { eventually } from '../harness/app.ts'
import { publicUrl, smsWorld, type SmsSide, type SmsWorld } from './sms.rig.ts'

const png = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const checked = (side: SmsSide) => side.admin.ok<ConnectionCheck>('POST', `/whatsapp/${side.connection.id}/check`)

describe.each(['twilio', 'gateway'] as const)('sms by %s', (provider) => {
  let world: SmsWorld
  beforeAll(async () => {
    world = await smsWorld(provider)
  })
  afterAll(() => world.close())
  const stored = async () => Number((await world.database.owner`select count(*) as n from core.message`)[0]!['n'])

  it('S1-008 a customer texts, an agent answers, and each company has its own', async () => {
    const { customer, ticket } = await world.mine.talking()
    await world.mine.send(ticket, 'Olá & até já 😀')
    await eventually(
      () => customer.received.length,
      (count) => count === 1,
    )
    expect(customer.received[0]!.text).toBe('Olá & até já 😀')
    expect(await world.mine.last(ticket, ({ status }) => status === 'sent')).toMatchObject({ fromMe: true, ack: 2 })
    expect(await world.theirs.tickets(customer.phone)).toEqual([])
  })

  it('a Brazilian number with and without the ninth digit is one conversation', async () => {
    const { customer, ticket } = await world.mine.talking()
    const old = world.mine.customer(customer.phone.replace(/^(\+5511)9/, '$1'))
    expect(await old.say('sem o nove')).toBe(200)
    await world.mine.last(ticket, ({ body }) => body === 'sem o nove')
    expect(await world.mine.tickets(customer.phone)).toHaveLength(1)
  })

  it('somebody who is known by number alone can be written to first', async () => {
    const { mine, database } = world
    const customer = mine.customer()
    const [known] = await database.owner<{ id: string }[]>`
      insert into core.contact (id, tenant_id, name, number)
      values (uuidv7(), ${world.a.id}, 'Rita', ${customer.phone})
      returning id`
    await database.owner`
      insert into core.contact_identity (tenant_id, kind, value, contact_id, verified)
      values (${world.a.id}, 'phone', ${customer.phone}, ${known!.id}, true)`
    const ticket = await mine.admin.ok<Ticket>('POST', '/tickets', {
      contactId: known!.id,
      channelId: mine.connection.id,
    })
    await mine.send(ticket, 'Seu pedido chegou')
    expect(
      (
        await eventually(
          () => customer.received,
          (texts) => texts.length === 1,
        )
      )[0]!.text,
    ).toBe('Seu pedido chegou')
  })

  it('what comes twice or in another order counts once', async () => {
    const { customer, ticket } = await world.mine.talking()
    const [first, second] = [customer.write('um'), customer.write('dois')].map((sms) =>
      world.mine.account.arrival(sms),
    ) as [Delivery, Delivery]
    const answers = await Promise.all(
      [second, first, first, second, first, second].map((delivery) => world.mine.account.post(delivery)),
    )
    expect(answers).toEqual(Array(6).fill(200))
    expect((await world.mine.messages(ticket)).map(({ body }) => body).sort()).toEqual(['Oi', 'dois', 'um'])
  })

  it('what is forged, cut or meant for another company is refused and leaves nothing', async () => {
    const { customer } = await world.mine.talking()
    const before = await stored()
    const genuine = world.mine.account.arrival(customer.write('não'))
    const [header] = Object.keys(genuine.headers).filter((name) => name.endsWith('signature')) as [string]
    const forgeries: Delivery[] = [
      { ...genuine, headers: { ...genuine.headers, [header]: '' } },
      { ...genuine, headers: { ...genuine.headers, [header]: genuine.headers[header]!.slice(0, -2) } },
      { ...genuine, body: genuine.body.replace('n', 's') },
      { ...genuine, body: genuine.body.slice(0, -1) },
      { ...genuine, url: world.theirs.account.webhook! },
    ]
    for (const forgery of forgeries) expect(await world.mine.account.post(forgery)).toBe(401)
    expect(await stored()).toBe(before)
  })

  it('receipts move a message forward only, and say why it failed', async () => {
    const { customer, ticket } = await world.mine.talking()
    await world.mine.send(ticket, 'chegou?')
    const [ours] = await eventually(
      () => customer.received,
      (found) => found.length === 1,
    )
    for (const state of ['delivered', 'sent', 'queued', 'delivered', 'undelivered'])
      expect(await world.mine.account.report(ours!, state)).toBe(200)
    expect(await world.mine.last(ticket, ({ status }) => status === 'delivered')).toMatchObject({
      ack: 3,
      failure: null,
    })
    await world.mine.send(ticket, 'e esta?')
    const [, other] = await eventually(
      () => customer.received,
      (found) => found.length === 2,
    )
    await world.mine.last(ticket, ({ status }) => status === 'sent')
    await world.mine.account.report(other!, 'undelivered', '30006')
    expect(await world.mine.last(ticket, ({ status }) => status === 'failed')).toMatchObject({
      ack: -1,
      failure: { code: '30006' },
    })
  })

  it('a message of ours is not touched by receipts through another company', async () => {
    const { customer, ticket } = await world.mine.talking()
    await world.mine.send(ticket, 'nosso')
    const [ours] = await eventually(
      () => customer.received,
      (found) => found.length === 1,
    )
    await world.mine.last(ticket, ({ status }) => status === 'sent')
    const foreign = { ...ours!, callback: undefined }
    expect(await world.theirs.account.post(world.theirs.account.receipt(foreign, 'delivered'))).toBe(200)
    expect(await world.mine.account.report(ours!, 'sent')).toBe(200)
    expect((await world.mine.messages(ticket)).at(-1)).toMatchObject({ status: 'sent' })
  })

  it('429 and 503 are repeated, what is refused for good is not', async () => {
    const { customer, ticket } = await world.mine.talking()
    world.simulator.faults.plan('send', { status: 429, retryAfter: 1 }, { status: 503 })
    await world.mine.send(ticket, 'terceira vez')
    await eventually(
      () => customer.received.length,
      (count) => count === 1,
    )
    world.simulator.faults.plan('send', { status: 400, code: 21614 })
    await world.mine.send(ticket, 'nunca')
    expect(await world.mine.last(ticket, ({ status }) => status === 'failed')).toMatchObject({
      failure: { code: provider === 'twilio' ? '21614' : '400' },
    })
    expect(customer.received.map(({ text }) => text)).toEqual(['terceira vez'])
  })

  it.each(['dropAfter', { status: 500 }] as const)(
    'what may have been sent (%o) is shown as such and never sent twice',
    async (fault) => {
      const { customer, ticket } = await world.mine.talking()
      world.simulator.faults.plan('send', fault)
      await world.mine.send(ticket, 'talvez')
      expect(await world.mine.last(ticket, ({ status }) => status === 'unknown')).toMatchObject({ ack: 0 })
      await world.mine.send(ticket, 'depois')
      await eventually(
        () => customer.received.at(-1)?.text,
        (text) => text === 'depois',
      )
      expect(customer.received.map(({ text }) => text)).toEqual(
        fault === 'dropAfter' ? ['talvez', 'depois'] : ['depois'],
      )
    },
  )

  it('who asks for silence is written to no more, until they write again', async () => {
    const { customer, ticket } = await world.mine.talking()
    await customer.say('Sair')
    await world.mine.last(ticket, ({ body }) => body === 'Sair')
    await world.mine.send(ticket, 'mas…')
    expect(await world.mine.last(ticket, ({ status }) => status === 'failed')).toMatchObject({
      failure: { code: 'OPTED_OUT' },
    })
    await customer.say('voltei')
    await world.mine.last(ticket, ({ body }) => body === 'voltei')
    await world.mine.send(ticket, 'que bom')
    await eventually(
      () => customer.received.length,
      (count) => count === 1,
    )
    expect(customer.received.map(({ text }) => text)).toEqual(['que bom'])
  })

  it('what is too long or no text is refused before it is stored', async () => {
    const { ticket } = await world.mine.talking()
    expect(await world.mine.admin.refused('POST', `/messages/${ticket.id}`, { body: 'x'.repeat(1_601) })).toBe(
      '422 ERR_MESSAGE_TOO_LONG',
    )
    const form = new FormData()
    form.append(
      'medias',
      new File(
        [
          Buffer.from(
            'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
            'base64',
          ),
        ],
        'a.png',
        { type: 'image/png' },
      ),
    )
    expect(await world.mine.admin.refused('POST', `/messages/${ticket.id}`, form)).toBe('422 ERR_CHANNEL_UNSUPPORTED')
  })

  it('secrets never come back', async () => {
    expect(JSON.stringify(await world.mine.status())).not.toContain(
      (world.mine.account as TwilioAccount | GatewayAccount).token,
    )
  })
})

describe('twilio', () => {
  let world: SmsWorld
  beforeAll(async () => {
    world = await smsWorld('twilio')
  })
  afterAll(() => world.close())
  const account = () => world.mine.account as TwilioAccount

  it('the number is pointed here when the channel opens and given back when it is disconnected', async () => {
    const spare = world.simulator.addTwilio('+551140099999')
    const side = await world.connect(world.mine.admin, spare)
    await eventually(() => spare.webhook)
    expect(spare.webhook).toBe((await side.status()).webhookUrl)
    await side.connected()
    await side.admin.ok('DELETE', `/whatsappsession/${side.connection.id}`)
    await eventually(() => spare.webhook === undefined)
  })

  it('the test shows number and credit, and names what is broken', async () => {
    expect(await checked(world.mine)).toMatchObject({ ok: true, identity: `${account().number} · USD 12.34` })
    account().status = 'suspended'
    expect(await checked(world.mine)).toMatchObject({ ok: false, step: 'account' })
    account().status = 'active'
    const { webhook } = account()
    account().webhook = 'https://elsewhere.example/'
    expect(await checked(world.mine)).toMatchObject({ ok: false, step: 'webhook' })
    account().webhook = webhook
    const { token } = account()
    account().token = 'another'
    expect(await checked(world.mine)).toMatchObject({ ok: false, step: 'credentials', code: '20003' })
    account().token = token
    const stranger = await world.connect(world.mine.admin, world.simulator.addTwilio('+551140088888'), {
      from: '+551140077777',
    })
    expect(await checked(stranger)).toMatchObject({ ok: false, step: 'number' })
    expect(await checked(world.mine)).toMatchObject({ ok: true })
  })

  it('a picture is fetched after its message is stored', async () => {
    const { customer, ticket } = await world.mine.talking()
    expect(await account().post(account().picture(customer.write('veja'), png, 'image/png'))).toBe(200)
    const shown = await world.mine.last(ticket, ({ media }) => media.length === 1)
    expect(shown.parts).toMatchObject([
      { kind: 'text', text: 'veja' },
      { kind: 'media', as: 'image', mime: 'image/png', bytes: png.length },
    ])
  })

  it('a file is taken as it comes, also one that is larger than an answer may be', async () => {
    const { customer, ticket } = await world.mine.talking()
    const video = Buffer.alloc(25_000_000, 'recado ')
    Buffer.from('000000186674797069736f6d', 'hex').copy(video)
    expect(await account().post(account().picture(customer.write('olha'), video, 'video/mp4'))).toBe(200)
    const shown = await world.mine.last(ticket, ({ media }) => media.length === 1)
    expect(shown.parts).toMatchObject([
      { kind: 'text', text: 'olha' },
      { kind: 'media', as: 'video', bytes: video.length },
    ])
  })

  it('an opt-out that Twilio keeps itself is a failure with its code', async () => {
    const { customer, ticket } = await world.mine.talking()
    account().optedOut.add(customer.phone)
    await world.mine.send(ticket, 'oi')
    expect(await world.mine.last(ticket, ({ status }) => status === 'failed')).toMatchObject({
      failure: { code: '21610' },
    })
  })

  it('a token that is revoked asks to be entered again', async () => {
    const spare = world.simulator.addTwilio('+551140066666')
    const side = await world.connect(world.mine.admin, spare, { authToken: 'not the token' })
    expect(
      await eventually(
        () => side.status(),
        ({ status }) => status === 'disconnected',
      ),
    ).toBeTruthy()
  })
})

describe('a gateway that calls by GET', () => {
  let world: SmsWorld
  beforeAll(async () => {
    world = await smsWorld('gateway')
    for (const side of [world.mine, world.theirs]) (side.account as GatewayAccount).callsByGet = true
  })
  afterAll(() => world.close())
  const bodies = async (ticket: Ticket) => (await world.mine.messages(ticket)).map(({ body }) => body)
  const call = (url: string, init: RequestInit = {}) => fetch(url.replace('https://recado.example', world.base), init)

  it('delivers messages and receipts, each of which takes effect once however often it is called', async () => {
    const { customer, ticket } = await world.mine.talking()
    const delivery = world.mine.account.arrival(customer.write('Não & sim + 10% 😀'))
    expect(await Promise.all(Array.from({ length: 4 }, () => world.mine.account.post(delivery)))).toEqual([
      200, 200, 200, 200,
    ])
    expect(await bodies(ticket)).toEqual(['Oi', 'Não & sim + 10% 😀'])
    await world.mine.send(ticket, 'chegou?')
    const [ours] = await eventually(
      () => customer.received,
      (found) => found.length === 1,
    )
    for (const state of ['delivered', 'sent', 'delivered'])
      expect(await world.mine.account.report(ours!, state)).toBe(200)
    expect(await world.mine.last(ticket, ({ status }) => status === 'delivered')).toMatchObject({ ack: 3 })
  })

  it('HEAD, previews, the bare address and what is forged do nothing', async () => {
    const { customer, ticket } = await world.mine.talking()
    const { url } = world.mine.account.arrival(customer.write('nunca'))
    const unasked: readonly RequestInit[] = [
      { method: 'HEAD' },
      ...['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].map((name) => ({
        headers: { [name]: name === 'X-Purpose' ? 'preview' : 'prefetch;prerender' },
      })),
    ]
    for (const init of unasked) expect((await call(url, init)).status).toBe(404)
    const query = url.slice(url.indexOf('?'))
    for (const forged of [
      world.mine.account.webhook!,
      url.replace('nunca', 'sempre'),
      url.slice(0, -1),
      `${url}&id=outro`,
      `${world.theirs.account.webhook!}${query}`,
    ])
      expect((await call(forged)).status).toBe(401)
    expect((await call(url, { method: 'POST' })).status).toBe(401)
    expect((await call(`${world.mine.account.webhook!}x${query}`)).status).toBe(404)
    expect(await bodies(ticket)).toEqual(['Oi'])
    expect(await world.mine.account.post({ ...world.mine.account.arrival(customer.write('agora')) })).toBe(200)
    expect(await bodies(ticket)).toEqual(['Oi', 'agora'])
  })

  it('may show the secret itself, and is answered with the word that it expects', async () => {
    const account = world.simulator.addGateway('28111')
    const side = await world.connect(world.mine.admin, account, {
      signature: 'token',
      signatureHeader: 'chave',
      answer: 'OK',
    })
    await side.connected()
    const number = world.mine.customer().phone
    const fields = { id: randomUUID(), from: number, text: 'oi', chave: account.secret }
    const form = await call(account.webhook!, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, id: randomUUID(), text: 'por formulário' }),
    })
    expect([form.status, await form.text()]).toEqual([200, 'OK'])
    for (let times = 0; times < 2; times++)
      expect(await (await call(`${account.webhook!}?${new URLSearchParams(fields)}`)).text()).toBe('OK')
    const ticket = await side.open(await side.ticket(number))
    expect((await side.messages(ticket)).map(({ body }) => body)).toEqual(['por formulário', 'oi'])
    expect(
      (await call(`${account.webhook!}?${new URLSearchParams({ ...fields, id: 'x', chave: 'outra' })}`)).status,
    ).toBe(401)
  })
})

describe('S7-096 the settings of an SMS account', () => {
  let world: SmsWorld
  beforeAll(async () => {
    world = await smsWorld('gateway')
  })
  afterAll(() => world.close())

  async function issues(change: object): Promise<string[]> {
    const config = {
      url: 'https://gateway.example/send',
      token: '123456',
      webhookSecret: 'sixteen letters at least',
      ...change,
    }
    const { status, body } = await world.mine.admin.call<{ issues?: { path: string }[] }>('POST', '/whatsapp', {
      name: `SMS ${randomUUID()}`,
      type: 'smsgateway',
      config,
    })
    expect([200, 201, 422]).toContain(status)
    return (body.issues ?? []).map(({ path }) => path)
  }

  it('S5-008 S9-021 the password has at least 6 characters', async () => {
    expect([await issues({ token: '12345' }), await issues({ token: '123456' })]).toEqual([['token'], []])
  })
  it('S5-009 required fields are required', async () => {
    expect(await issues({ url: undefined, token: undefined, webhookSecret: undefined })).toEqual([
      'url',
      'token',
      'webhookSecret',
    ])
  })
  it('S5-010 the e-mail is valid', async () => {
    expect([await issues({ email: 'nobody' }), await issues({ email: 'ana@aurora.test' })]).toEqual([['email'], []])
  })
  it('S5-011 the number is digits only', async () => {
    expect([await issues({ from: '28-398' }), await issues({ from: '28398' })]).toEqual([['from'], []])
  })

  it('S5-010 S5-011 e-mail and number reach a gateway that knows its accounts by them', async () => {
    const account = world.simulator.addGateway('28222', (url) => url.replace(publicUrl, world.base))
    account.email = 'ana@aurora.test'
    const body = '{"account":"{{email}}","from":"{{from}}","to":"{{to}}","text":"{{text}}"}'
    const outcome = async (config: object): Promise<object> => {
      const side = await world.connect(world.mine.admin, account, { body, ...config })
      await side.connected()
      const { ticket } = await side.talking()
      await side.send(ticket, 'Bom dia')
      const { status, failure } = await side.last(ticket, (message) => message.fromMe && message.status !== 'pending')
      return { status, code: failure?.code }
    }
    expect(await outcome({ email: 'ana@aurora.test' })).toEqual({ status: 'sent', code: undefined })
    expect(await outcome({ email: 'bia@aurora.test' })).toEqual({ status: 'failed', code: '401' })
    expect(await outcome({ email: 'ana@aurora.test', from: '28333' })).toEqual({ status: 'failed', code: '403' })
  })

  it('the test shows host and credit, names a wrong token, and a message without credit fails with its code', async () => {
    const account = world.mine.account as GatewayAccount
    expect(await checked(world.mine)).toMatchObject({
      ok: true,
      identity: `${account.number} · 127.0.0.1:${new URL(world.simulator.url).port} · ${account.credits}`,
    })
    const { ticket } = await world.mine.talking()
    account.credits = 0
    await world.mine.send(ticket, 'sem crédito')
    expect(await world.mine.last(ticket, ({ status }) => status === 'failed')).toMatchObject({
      failure: { code: '402', message: 'no credits' },
    })
    const wrong = await world.connect(world.mine.admin, account, { token: 'not the token' })
    expect(await checked(wrong)).toMatchObject({ ok: false, step: 'credentials', code: '401' })
  })
})
