import { randomUUID } from 'node:crypto'
import type { ConnectionCheck, Message } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { hubWorld, type HubWorld } from './hub.rig.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const kinds = (message: Message) => message.parts.map((part) => part.kind)

describe.each(['mercadolivre', 'instagram', 'whatsapp'])('a channel of the hub: %s', (kind) => {
  let world: HubWorld
  beforeAll(async () => {
    world = await hubWorld(kind)
  })
  afterAll(() => world.close())

  it('S1-010 S3-056 somebody writes, an agent answers, states follow, and each company has its own', async () => {
    const { person, ticket } = await world.mine.talking()
    expect([(await world.mine.status()).type, ticket.channel]).toEqual(['hub', 'hub'])
    await world.mine.send(ticket, 'Olá!')
    const [sent] = await world.mine.got(person, 1)
    expect(JSON.stringify(sent!.contents)).toContain('Olá!')
    await world.mine.last(ticket, ({ status }) => status === 'delivered')
    world.mine.channel.report(sent!, 'READ')
    await world.mine.last(ticket, ({ status }) => status === 'read')
    expect(await world.theirs.tickets(person)).toEqual([])
  })

  it('files arrive; they go out where the channel carries them, and are refused with a sentence elsewhere', async () => {
    const { person, ticket } = await world.mine.talking()
    const fileUrl = world.simulator.keep(png, 'image/png')
    world.mine.channel.say(person, { type: 'file', fileUrl, fileMimeType: 'image', fileCaption: 'olha' })
    const arrived = await world.mine.last(ticket, (message) => kinds(message)[0] === 'media')
    expect(arrived.parts).toMatchObject([{ as: 'image', mime: 'image/png', caption: 'olha' }])
    const form = new FormData()
    form.set('medias', new File([png], 'foto.png', { type: 'image/png' }))
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, form)
    if (kind === 'mercadolivre') {
      expect(await world.mine.last(ticket, ({ status }) => status === 'failed')).toMatchObject({
        failure: { kind: 'unsupported' },
      })
      return
    }
    const [sent] = await world.mine.got(person, 1)
    const [content] = sent!.contents
    const fetched = await fetch(String(content!['fileUrl']).replace('https://recado.example', world.base))
    expect(Buffer.from(await fetched.arrayBuffer())).toEqual(png)
  })

  it('a failure says why; what comes twice counts once; what nobody knows is kept', async () => {
    const { person, ticket } = await world.mine.talking()
    world.mine.channel.reports = []
    await world.mine.send(ticket, 'Oi?')
    const [sent] = await world.mine.got(person, 1)
    await world.mine.last(ticket, ({ ack }) => ack >= 1)
    world.mine.channel.report(sent!, 'NOT_DELIVERED', [
      { channelErrorCode: '551', reason: 'gone', details: 'sem acesso' },
    ])
    expect(await world.mine.last(ticket, ({ status }) => status === 'failed')).toMatchObject({
      failure: { code: '551', message: 'sem acesso' },
    })
    world.mine.channel.reports = ['SENT', 'DELIVERED']
    world.mine.channel.copies = 2
    world.mine.channel.say(person, { type: 'hologram' })
    await world.mine.channel.idle()
    world.mine.channel.copies = 1
    const messages = await world.mine.messages(ticket)
    expect(messages.filter((message) => kinds(message)[0] === 'unsupported')).toHaveLength(1)
  })
})

describe('the hub', () => {
  let world: HubWorld
  beforeAll(async () => {
    world = await hubWorld('olx')
  })
  afterAll(() => world.close())

  it('S9-102 S9-103 S9-104 S9-105 S9-106 S9-107 S9-108 S9-109 S9-110 tells what each channel costs to activate', async () => {
    for (const { admin } of [world.mine, world.theirs]) {
      const { channels } = await admin.ok<{ channels: { channel: string; activation: number }[] }>('GET', '/p/hub/fees')
      const costs = Object.fromEntries(channels.map(({ channel, activation }) => [channel, activation]))
      expect(costs).toMatchObject({
        mercadolivre: 50,
        youtube: 50,
        olx: 50,
        linkedin: 50,
        magalu: 50,
        facebook: 0,
        instagram: 0,
        email: 0,
        webchat: 0,
      })
    }
  })

  it('deliveries without the proof are refused', async () => {
    const { webhook } = world.mine.channel.account.subscriptions[0]!
    const refused = await fetch(webhook.url.replace('https://recado.example', world.base), {
      method: 'POST',
      body: JSON.stringify({ type: 'MESSAGE', message: { id: randomUUID(), from: 'eva', contents: [] } }),
      headers: { 'content-type': 'application/json' },
    })
    expect(refused.status).toBe(401)
  })

  it('the test of a connection names what is broken, and a channel that is deleted is taken from the hub', async () => {
    const { admin } = world.mine
    const account = world.simulator.addAccount()
    const side = await world.connect(admin, account.addChannel('olx'))
    await side.connected()
    const check = (id: string) => admin.ok<ConnectionCheck>('POST', `/whatsapp/${id}/check`)
    expect(await check(side.connection.id)).toMatchObject({ ok: true })
    const wrong = await world.connect(admin, account.addChannel('magalu'), { channel: 'linkedin' })
    expect(await check(wrong.connection.id)).toMatchObject({ ok: false, step: 'channel' })
    const stranger = await world.connect(admin, account.addChannel('olx'), { token: 'no token of the hub' })
    expect(await check(stranger.connection.id)).toMatchObject({ ok: false, step: 'token' })
    await admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
    await eventually(
      () => account.subscriptions.filter(({ criteria }) => criteria.channel === side.channel.id),
      (left) => left.length === 0,
    )
  })

  it('S9-111 masters enter other amounts and the monthly fee, for all companies', async () => {
    await world.database
      .owner`update core.user_account set is_master = true, consent_version = 99 where id = ${world.a.admin.id}`
    const master = await world.signIn(world.a.admin)
    type Told = { channels: { channel: string; activation: number }[]; monthly: number | null }
    const fees = () => world.theirs.admin.ok<Told>('GET', '/p/hub/fees')
    expect((await fees()).monthly).toBeNull()
    expect(await world.theirs.admin.refused('PUT', '/global-settings', { hubMonthlyFee: 1 })).toMatch(/^403 /)
    expect(await master.refused('PUT', '/global-settings', { hubFeeOlx: -1 })).toBe('422 ERR_VALIDATION')
    await master.ok('PUT', '/global-settings', { hubFeeOlx: 60, hubMonthlyFee: 99.9 })
    const told = await fees()
    expect(told.monthly).toBe(99.9)
    expect(told.channels).toContainEqual({ channel: 'olx', activation: 60 })
  })
})
