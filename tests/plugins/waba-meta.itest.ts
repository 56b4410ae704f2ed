import { randomUUID } from 'node:crypto'
import type { ConnectionCheck } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { settingsOf, wabaWorld, type WabaWorld } from './waba.rig.ts'

describe('official WhatsApp at Meta', () => {
  let world: WabaWorld
  beforeAll(async () => {
    world = await wabaWorld()
  })
  afterAll(() => world.close())

  it('S5-108 wants all its fields and keeps its secrets', async () => {
    const { admin } = world.mine
    const { type, config } = settingsOf(world.simulator.addLine(), world.simulator)
    const create = (change: object) =>
      admin.refused('POST', '/whatsapp', { name: randomUUID(), type, config: { ...config, ...change } })
    for (const field of ['phoneNumberId', 'businessAccountId', 'appId', 'accessToken', 'appSecret', 'verifyToken'])
      expect(await create({ [field]: undefined }), field).toBe('422 ERR_VALIDATION')
    for (const change of [
      { phoneNumberId: '+55 11' },
      { appSecret: 'short' },
      { version: '25' },
      { version: '' },
      { verifyToken: 'short' },
    ])
      expect(await create(change), JSON.stringify(change)).toBe('422 ERR_VALIDATION')
    const shown = JSON.stringify(await world.mine.status())
    const { accessToken, appSecret } = world.mine.line.account
    for (const secret of [accessToken, appSecret, 'a verification token']) expect(shown).not.toContain(secret)
  })

  it('the check names the broken step', async () => {
    const { admin, connection, line } = world.mine
    const check = (id = connection.id) => admin.ok<ConnectionCheck>('POST', `/whatsapp/${id}/check`)
    expect((await world.mine.status()).number).toBe(`+${line.phone}`)
    expect(await check()).toEqual({ ok: true, identity: `+${line.phone} · Loja Exemplo` })
    const other = world.simulator.addAccount()
    const broken = async (change: object) => {
      const side = await world.connect(admin, world.simulator.addAccount().addLine(), change)
      const result = await check(side.connection.id)
      await admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
      return result
    }
    expect(await broken({ accessToken: 'E'.repeat(40) })).toMatchObject({ ok: false, step: 'token', code: '190' })
    expect(await broken({ phoneNumberId: '123456789012345' })).toMatchObject({ ok: false, step: 'number' })
    expect(await broken({ businessAccountId: other.id })).toMatchObject({ ok: false, step: 'account' })
    expect(await broken({ appSecret: '0'.repeat(32) })).toMatchObject({ ok: false, step: 'secret' })
    expect(await broken({ apiRoot: 'http://127.0.0.1:1' })).toMatchObject({ ok: false, step: 'reach' })
    line.account.scopes = ['whatsapp_business_messaging']
    expect(await check()).toMatchObject({
      ok: false,
      step: 'permissions',
      message: expect.stringContaining('management'),
    })
    line.account.scopes = ['whatsapp_business_messaging', 'whatsapp_business_management']
    line.account.isSubscribed = false
    expect(await check()).toMatchObject({ ok: false, step: 'subscription' })
    line.account.isSubscribed = true
    const { webhook } = line
    line.webhook = { url: 'https://elsewhere.example/hook' }
    expect(await check()).toMatchObject({ ok: false, step: 'webhook' })
    line.webhook = webhook
    expect(await check()).toMatchObject({ ok: true })
  })

  it('nothing that Meta did not sign is taken, and only who knows the token may subscribe', async () => {
    const { line } = world.mine
    const url = line.webhook!.url.replace('https://recado.example', world.base)
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: line.account.id,
          changes: [
            {
              field: 'messages',
              value: {
                metadata: { phone_number_id: line.id },
                messages: [
                  { from: '5511987654321', id: 'wamid.forged', timestamp: '1', type: 'text', text: { body: 'forged' } },
                ],
              },
            },
          ],
        },
      ],
    })
    const { createHmac } = await import('node:crypto')
    const signed = (secret: string, over = body) => `sha256=${createHmac('sha256', secret).update(over).digest('hex')}`
    const { appSecret } = line.account
    const forgeries = [
      undefined,
      '',
      'sha256=',
      signed(''),
      signed(world.theirs.line.account.appSecret),
      signed(appSecret, `${body} `),
      signed(appSecret).slice(0, -1),
      signed(appSecret).replace('sha256', 'sha1'),
    ]
    for (const signature of forgeries)
      expect(
        (
          await fetch(url, {
            method: 'POST',
            body,
            headers: signature === undefined ? {} : { 'x-hub-signature-256': signature },
          })
        ).status,
        String(signature),
      ).toBe(401)
    const ask = (query: Record<string, string>) => fetch(`${url}?${new URLSearchParams(query)}`)
    expect(
      await (
        await ask({
          'hub.mode': 'subscribe',
          'hub.challenge': '1158201444',
          'hub.verify_token': 'a verification token',
        })
      ).text(),
    ).toBe('1158201444')
    for (const query of [
      { 'hub.mode': 'subscribe', 'hub.challenge': '1', 'hub.verify_token': 'wrong' },
      { 'hub.mode': 'unsubscribe', 'hub.challenge': '1', 'hub.verify_token': 'a verification token' },
      { 'hub.mode': 'subscribe', 'hub.challenge': '<script>', 'hub.verify_token': 'a verification token' },
    ]) {
      expect((await ask(query as unknown as Record<string, string>)).status).toBe(403)
    }
  })

  it('a batch for two numbers of one account reaches each its own', async () => {
    const { admin, line } = world.mine
    const second = await world.connect(admin, line.account.addLine())
    await second.connected()
    expect(line.webhook!.url).not.toBe(second.line.webhook!.url)
    const [here, there] = [
      line.customer(`Aqui ${randomUUID().slice(0, 8)}`),
      second.line.customer(`Ali ${randomUUID().slice(0, 8)}`),
    ]
    line.deliveries.hold()
    here.write('para o primeiro')
    line.deliveries.push({
      account: line.account.id,
      field: 'messages',
      value: {
        metadata: { phone_number_id: second.line.id },
        contacts: [{ profile: { name: there.name }, wa_id: there.phone, user_id: there.bsuid }],
        messages: [
          {
            from: there.phone,
            from_user_id: there.bsuid,
            id: 'wamid.astray',
            timestamp: '1780000000',
            type: 'text',
            text: { body: 'para o segundo' },
          },
        ],
      },
    })
    line.deliveries.release('batch')
    const ticket = await world.mine.ticket(here.name)
    expect((await world.mine.messages(ticket)).map(({ body }) => body)).toEqual(['para o primeiro'])
    expect(await world.mine.tickets(there.name)).toEqual([])
    there.write('agora sim')
    expect((await second.messages(await second.ticket(there.name))).map(({ body }) => body)).toEqual(['agora sim'])
    await admin.ok('DELETE', `/whatsapp/${second.connection.id}`)
  })

  it('a file of the past takes the place of what announced it, and does not count as edited', async () => {
    const { line } = world.mine
    const customer = line.customer(`Rui ${randomUUID().slice(0, 8)}`)
    const [before, after] = [randomUUID(), randomUUID()].map((id) => `wamid.${id}`)
    const past = { from: customer.phone, timestamp: '1780000000' }
    const brought = (id: string) => {
      const { id: media } = line.keep(Buffer.from('%PDF-1.7 pedido'), 'application/pdf', 7)
      line.push(
        {
          messages: [
            { ...past, id, type: 'document', document: { id: media, mime_type: 'application/pdf', filename: 'a.pdf' } },
          ],
        },
        'history',
      )
    }
    // One comes before its message is known: parts of an import have no order.
    brought(before!)
    line.push(
      {
        contacts: [{ profile: { name: customer.name }, wa_id: customer.phone }],
        history: [
          {
            metadata: { phase: 0, chunk_order: 1, progress: 60 },
            threads: [
              {
                id: customer.phone,
                messages: [before, after].map((id) => ({ ...past, id, type: 'media_placeholder' })),
              },
            ],
          },
        ],
      },
      'history',
    )
    customer.write('oi')
    const ticket = await world.mine.ticket(customer.name)
    brought(after!)
    const messages = await eventually(
      () => world.mine.messages(ticket),
      (found) => found.filter(({ parts }) => parts[0]!.kind === 'media').length === 2,
    )
    expect(messages.map(({ parts, edited }) => [parts[0]!.kind, edited])).toEqual([
      ['media', false],
      ['media', false],
      ['text', false],
    ])
  })

  it('how far an import is, and that it was declined, stands on the card of the number', async () => {
    const { admin, connection, line } = world.mine
    const past = (state: string) =>
      eventually(
        async () =>
          (await admin.ok<{ history: { state: string } | null }>('GET', `/p/waba/numbers/${connection.id}`)).history,
        (history) => history?.state === state,
      )
    const told = (chunk: object): void => line.push({ history: [chunk] }, 'history')
    told({ errors: [{ code: 2593109, title: 'History sync is turned off', message: 'turned off' }] })
    expect(await past('declined')).toMatchObject({ progress: null, reason: 'History sync is turned off' })
    told({ metadata: { phase: 1, progress: 70 }, threads: [] })
    expect(await past('running')).toMatchObject({ progress: 70, reason: null })
    told({ metadata: { phase: 0, progress: 20 }, threads: [] })
    told({ metadata: { phase: 2, progress: 100 }, threads: [] })
    expect(await past('done')).toMatchObject({ progress: 100 })
  })

  it('that a message was passed on is shown, also of one that was sent in the Business app', async () => {
    const { customer, ticket } = await world.mine.talking()
    const { line } = world.mine
    customer.say(
      { type: 'text', text: { body: 'corrente' } },
      { context: { forwarded: true, frequently_forwarded: true } },
    )
    expect(await world.mine.last(ticket, ({ body }) => body === 'corrente')).toMatchObject({ forwarded: 'often' })
    line.push(
      {
        message_echoes: [
          {
            from: line.phone,
            to: customer.phone,
            id: `wamid.${randomUUID()}`,
            timestamp: String(line.account.clock.seconds()),
            type: 'text',
            text: { body: 'veja' },
            context: { forwarded: true },
          },
        ],
      },
      'smb_message_echoes',
    )
    expect(await world.mine.last(ticket, ({ body }) => body === 'veja')).toMatchObject({
      forwarded: 'once',
      fromMe: true,
    })
  })

  it('an echo without the ninth digit is said to the same person', async () => {
    const { line } = world.mine
    const customer = line.customer(
      `Lia ${randomUUID().slice(0, 8)}`,
      `55119${String(Date.now()).slice(-8).replace(/^./, '8')}`,
    )
    customer.write('oi')
    const ticket = await world.mine.ticket(customer.name)
    line.push(
      {
        message_echoes: [
          {
            from: line.phone,
            to: customer.phone.replace(/^55119/, '5511'),
            id: `wamid.${randomUUID()}`,
            timestamp: String(line.account.clock.seconds()),
            type: 'text',
            text: { body: 'do celular' },
          },
        ],
      },
      'smb_message_echoes',
    )
    expect(await world.mine.last(ticket, ({ body }) => body === 'do celular')).toMatchObject({ fromMe: true })
  })

  it('what was sent in the Business app and before it was connected is there, and disturbs nobody', async () => {
    const { line } = world.mine
    const customer = line.customer(`Eva ${randomUUID().slice(0, 8)}`)
    const history = (from: string, id: string, body: string, timestamp: string) => ({
      from,
      id,
      timestamp,
      type: 'text',
      text: { body },
      history_context: { status: 'READ' },
    })
    line.push(
      {
        contacts: [{ profile: { name: customer.name }, wa_id: customer.phone }],
        history: [
          {
            metadata: { phase: 0, chunk_order: 1, progress: 100 },
            threads: [
              {
                id: customer.phone,
                messages: [
                  history(customer.phone, 'wamid.h1', 'ontem', '1780000000'),
                  history(line.phone, 'wamid.h2', 'respondido', '1780000060'),
                ],
              },
            ],
          },
        ],
      },
      'history',
    )
    line.push(
      {
        message_echoes: [
          {
            from: line.phone,
            to: customer.phone,
            id: 'wamid.e1',
            timestamp: String(line.account.clock.seconds()),
            type: 'text',
            text: { body: 'do celular' },
          },
        ],
      },
      'smb_message_echoes',
    )
    customer.write('voltei')
    const ticket = await world.mine.ticket(customer.name)
    const messages = await eventually(
      () => world.mine.messages(ticket),
      (found) => found.length === 4,
    )
    expect(messages.map(({ body, fromMe }) => [body, fromMe])).toEqual([
      ['ontem', false],
      ['respondido', true],
      ['do celular', true],
      ['voltei', false],
    ])
    expect((await world.mine.tickets(customer.name))[0]).toMatchObject({ unreadMessages: 1 })
  })
})
