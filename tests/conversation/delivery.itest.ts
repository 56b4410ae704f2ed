import { randomUUID } from 'node:crypto'
import type { Message, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

let world: HookWorld
let admin: Person
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
})
afterAll(() => world.close())

/** A new customer's ticket, started by the admin. */
async function talking(): Promise<{ ticket: Ticket; who: string }> {
  const who = randomUUID()
  await world.channel.say(who, 'Oi')
  const page: TicketPage = await admin.ok('GET', '/tickets/?status[]=pending&limit=200')
  const ticket = page.tickets.find((entry) => entry.name === `Cliente ${who}`)!
  await admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
  return { ticket, who }
}
const lastOf = async (ticket: Ticket): Promise<Message> =>
  (await admin.ok<MessagePage>('GET', `/messages/${ticket.id}`)).messages.at(-1)!
const sentTo = (who: string) => world.far.delivered.filter((entry) => entry.chat === who)

describe('sending', () => {
  it('promise 3: keeps the order of a chat', async () => {
    const { ticket, who } = await talking()
    for (let index = 0; index < 12; index++) await admin.ok('POST', `/messages/${ticket.id}`, { body: `m${index}` })
    await eventually(
      () => sentTo(who).length,
      (count) => count === 12,
    )
    expect(sentTo(who).map((entry) => entry.texts[0])).toEqual(Array.from({ length: 12 }, (_, index) => `m${index}`))
  })

  it('repeats what certainly was not sent, and later messages of the chat wait for it', async () => {
    const { ticket, who } = await talking()
    world.far.replies.push(429, 400)
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'primeira' })
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'segunda' })
    await eventually(
      () => sentTo(who).length,
      (count) => count === 2,
    )
    expect(sentTo(who).map((entry) => [entry.texts[0], entry.attempt])).toEqual([
      ['primeira', 3],
      ['segunda', 1],
    ])
  })

  it('promise 4: what may have been sent is shown as such and never sent twice', async () => {
    const { ticket, who } = await talking()
    world.far.replies.push('drop')
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'talvez' })
    expect(
      await eventually(
        () => lastOf(ticket),
        (message) => message.status === 'unknown',
      ),
    ).toMatchObject({ ack: 0, failure: { code: expect.any(String) } })
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'depois' })
    await eventually(
      () => sentTo(who).length,
      (count) => count === 2,
    )
    expect(sentTo(who).map((entry) => entry.texts[0])).toEqual(['talvez', 'depois'])
  })

  it('fails with a reason when the provider refuses for good', async () => {
    const { ticket, who } = await talking()
    world.far.replies.push(403)
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'não vai' })
    expect(
      await eventually(
        () => lastOf(ticket),
        (message) => message.status === 'failed',
      ),
    ).toMatchObject({ ack: -1, failure: { code: '403', kind: 'auth' } })
    expect(sentTo(who)).toEqual([])
  })

  it('receipts move the status forward only, in whatever order and number they come', async () => {
    const { ticket, who } = await talking()
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'lida?' })
    await eventually(
      () => sentTo(who).length,
      (count) => count === 1,
    )
    const id = `out-${sentTo(who)[0]!.key}`
    const receipt = (state: string) => ({ type: 'receipt', id, state, at: new Date().toISOString() })
    await world.channel.post([receipt('read'), receipt('delivered')])
    await world.channel.post([receipt('delivered'), receipt('failed')])
    expect(
      await eventually(
        () => lastOf(ticket),
        (message) => message.status === 'read',
      ),
    ).toMatchObject({ ack: 4, failure: null })
  })

  it('a receipt that overtakes its send, and one for nothing, do no harm', async () => {
    expect(
      await world.channel.post([
        { type: 'receipt', id: 'out-of-nowhere', state: 'read', at: new Date().toISOString() },
      ]),
    ).toBe(200)
  })

  it('promise 2: repeating an Idempotency-Key or an idFront sends once', async () => {
    const { ticket, who } = await talking()
    for (let index = 0; index < 3; index++)
      await admin.call('POST', `/messages/${ticket.id}`, { body: 'uma vez', idFront: 'same' })
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.call('POST', `/messages/${ticket.id}`, { body: 'com chave' }, key)),
    )
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    await eventually(
      () => sentTo(who).length,
      (count) => count >= 2,
    )
    expect(sentTo(who).map((entry) => entry.texts[0])).toEqual(['uma vez', 'com chave'])
  })

  it('refuses what the channel cannot carry before anything is stored', async () => {
    const { ticket } = await talking()
    const form = new FormData()
    form.set('body', 'veja')
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
    expect(await admin.refused('POST', `/messages/${ticket.id}`, form)).toBe('422 ERR_CHANNEL_UNSUPPORTED')
    expect(await admin.refused('POST', `/messages/${ticket.id}`, { body: 'x'.repeat(4_097) })).toBe(
      '422 ERR_MESSAGE_TOO_LONG',
    )
    expect(await admin.refused('POST', `/messages/${ticket.id}`, { body: '   ' })).toBe('422 ERR_CREATING_MESSAGE')
    expect(await lastOf(ticket)).toMatchObject({ fromMe: false })
  })

  it('promise 1: what was accepted before a restart is sent after it, once', async () => {
    const { ticket, who } = await talking()
    await admin.ok('DELETE', `/whatsappsession/${world.channel.connectionId}`)
    expect(await admin.refused('POST', `/messages/${ticket.id}`, { body: 'desligado' })).toBe(
      '409 ERR_CONNECTION_INACTIVE',
    )
    await admin.ok('POST', `/whatsappsession/${world.channel.connectionId}`)
    world.far.replies.push(429)
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'atravessa' })
    await world.restart()
    await eventually(
      () => sentTo(who).length,
      (count) => count === 1,
    )
    expect(
      await eventually(
        () => lastOf(ticket),
        (message) => message.status === 'sent',
      ),
    ).toMatchObject({ body: 'atravessa' })
    expect(sentTo(who)).toHaveLength(1)
  })

  it('promise 4: what still waited for a connection that is deleted has failed, and agents are told', async () => {
    const { ticket, who } = await talking()
    world.far.replies.push(429)
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'tarde demais' })
    await eventually(async () => (await world.database.owner`select 1 from core.delivery where state = 'retry'`).length)
    const { next } = await admin.listen()
    await admin.ok('DELETE', `/whatsapp/${world.channel.connectionId}`)
    expect(await lastOf(ticket)).toMatchObject({
      body: 'tarde demais',
      status: 'failed',
      failure: { code: 'CONNECTION_DELETED' },
    })
    await next(
      `${world.a.id}:ticketList`,
      (data: { type: string; payload: { status?: string } }) =>
        data.type === 'chat:ack' && data.payload.status === 'failed',
    )
    expect(
      await world.database.owner`select 1 from core.delivery where state in ('queued', 'retry', 'leased')`,
    ).toHaveLength(0)
    expect(sentTo(who)).toEqual([])
  })
})
