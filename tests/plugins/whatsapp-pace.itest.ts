import { randomInt, randomUUID } from 'node:crypto'
import type { Connection, ConnectionPace, Contact, Message, MessageWait, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pace as whatsappPace } from '../../plugins/whatsapp/src/channel/pace.ts'
import { eventually } from '../harness/app.ts'
import { whatsappWorld, type NumberSide, type WhatsappWorld } from './whatsapp.rig.ts'

/*
 * How fast a number begins chats: the limits of the channel, what the company decides, what stops it, and what is said
 * of a message that waits.
 */

let world: WhatsappWorld
beforeAll(async () => {
  world = await whatsappWorld()
})
afterAll(() => world.close())

const { burst } = whatsappPace.openings

/** A number of its own for a test, linked. */
async function linked(): Promise<NumberSide> {
  const side = await world.number(world.mine.admin)
  await side.scan()
  return side
}

interface Begun {
  readonly jid: string
  readonly name: string
  readonly ticket: Ticket
  readonly message: Message
}
/** An agent writes to somebody who has never written. */
async function write(side: NumberSide, { isOnWhatsapp = true } = {}): Promise<Begun> {
  const digits = `55119${randomInt(10 ** 7, 10 ** 8)}`
  const name = `Rui ${randomUUID().slice(0, 8)}`
  const jid = isOnWhatsapp ? world.simulator.person(name, digits).jid : digits
  const contact = await side.admin.ok<Contact>('POST', '/contacts', { name, number: digits })
  const ticket = await side.admin.ok<Ticket>('POST', '/tickets', {
    contactId: contact.id,
    channelId: side.connection.id,
  })
  await side.admin.ok('POST', `/messages/${ticket.id}`, { body: 'Olá' })
  return { jid, name, ticket, message: (await side.messages(ticket)).at(-1)! }
}
const isSent = async (side: NumberSide, { ticket, message }: Begun) =>
  (await side.messages(ticket)).find(({ id }) => id === message.id)!.ack >= 2
const sent = (side: NumberSide, begun: Begun) => eventually(() => isSent(side, begun), Boolean)
const waitOf = async ({ message }: Pick<Begun, 'message'>, side: NumberSide = world.mine) =>
  (await side.admin.ok<{ wait: MessageWait | null }>('GET', `/messages/${message.id}/wait`)).wait
const paceOf = (side: NumberSide) => side.admin.ok<ConnectionPace>('GET', `/whatsapp/${side.connection.id}/pace`)
const decide = (side: NumberSide, settings: object) =>
  side.admin.ok<ConnectionPace>('PUT', `/whatsapp/${side.connection.id}/pace`, {
    openingsPerDay: null,
    quiet: null,
    ...settings,
  })
const minutesFromNow = (instant: string | null) => (Date.parse(instant!) - Date.now()) / 60_000

describe('a number that writes first', () => {
  it('begins as many chats at once as it may; the others wait and say until when, and answers never do', async () => {
    const side = await linked()
    const begun: Begun[] = []
    for (let chat = 0; chat < burst; chat++) begun.push(await write(side))
    await Promise.all(begun.map((one) => sent(side, one)))
    expect(await waitOf(begun[0]!)).toBeNull()

    const [next, last] = [await write(side), await write(side)]
    const spacing = 60 / whatsappPace.openings.perHour
    const wait = await waitOf(next)
    expect(wait).toMatchObject({ reason: 'hourly', limit: whatsappPace.openings.perHour })
    expect(minutesFromNow(wait!.until)).toBeGreaterThan(spacing / 2)
    expect(minutesFromNow(wait!.until)).toBeLessThan(spacing * 1.5)
    expect(minutesFromNow((await waitOf(last))!.until)).toBeGreaterThan(minutesFromNow(wait!.until) + spacing / 2)
    expect(await paceOf(side)).toMatchObject({
      openedToday: burst,
      openingsToday: whatsappPace.openings.perDay[0],
      warmUpDay: 1,
      waiting: 2,
      nextAt: expect.any(String),
      hold: null,
    })

    // A second message to somebody who has one already begins nothing.
    await side.admin.ok('POST', `/messages/${begun[0]!.ticket.id}`, { body: 'Tudo bem?' })
    await world.simulator.sentMessage(
      ({ to, content }) => to === begun[0]!.jid && content.extendedTextMessage?.text?.includes('Tudo bem?') === true,
    )
    // And who writes in the meantime is answered at once.
    world.simulator.phone(world.simulator.person(last.name, last.jid.split('@')[0]!), side.account).say('Quem é?')
    await sent(side, last)
    expect(await isSent(side, next)).toBe(false)
    expect(await paceOf(side)).toMatchObject({ waiting: 1, openedToday: burst })

    // What was counted outlives the node.
    await world.restart()
    await eventually(
      () => waitOf(next),
      (after) => after?.reason === 'hourly',
    )
    expect(await paceOf(side)).toMatchObject({ openedToday: burst, waiting: 1 })
    expect(await isSent(side, next)).toBe(false)
  })

  it('keeps to what the company decides: so many a day, and none in quiet hours', async () => {
    const side = await linked()
    await decide(side, { openingsPerDay: 1 })
    await sent(side, await write(side))
    const second = await write(side)
    expect(await waitOf(second)).toMatchObject({ reason: 'daily', limit: 1, until: expect.any(String) })

    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes()
    // Whatever the company's clock shows, it is within these hours.
    await decide(side, { openingsPerDay: 50, quiet: { from: (minute + 720) % 1_440, until: (minute + 700) % 1_440 } })
    await eventually(
      () => waitOf(second),
      (wait) => wait?.reason === 'quiet',
    )
    expect(await isSent(side, second)).toBe(false)
    await decide(side, { openingsPerDay: 50 })
    await sent(side, second)

    expect(
      await side.admin.refused('PUT', `/whatsapp/${side.connection.id}/pace`, { openingsPerDay: -1, quiet: null }),
    ).toBe('422 ERR_VALIDATION')
    expect(
      await side.admin.refused('PUT', `/whatsapp/${side.connection.id}/pace`, {
        openingsPerDay: null,
        quiet: { from: 60, until: 60 },
      }),
    ).toBe('422 ERR_VALIDATION')
  })

  it('stops when WhatsApp warns, says so, and goes on when an administrator wants it', async () => {
    const side = await linked()
    world.simulator.refuse(463)
    const first = await write(side)
    await eventually(
      () => paceOf(side),
      ({ hold }) => hold?.reason === 'warning' && hold.code === '463',
    )
    const [refused] = (await side.messages(first.ticket)).filter(({ id }) => id === first.message.id)
    expect(refused).toMatchObject({ status: 'failed', failure: { code: '463' } })

    const second = await write(side)
    const wait = await waitOf(second)
    expect(wait).toMatchObject({ reason: 'held' })
    expect(minutesFromNow(wait!.until)).toBeGreaterThan(60)
    expect(await side.admin.ok<ConnectionPace>('DELETE', `/whatsapp/${side.connection.id}/pace/hold`)).toMatchObject({
      hold: null,
    })
    await sent(side, second)
    const entries = await side.admin.ok<{ entries: { action: string }[] }>('GET', '/audit?limit=20')
    expect(entries.entries.map(({ action }) => action)).toContain('connection.paceResume')
  })

  it('stops when most chats fail', async () => {
    const side = await linked()
    const begun: Begun[] = []
    for (let chat = 0; chat < burst; chat++) begun.push(await write(side, { isOnWhatsapp: false }))
    await eventually(
      () => paceOf(side),
      ({ hold }) => hold?.reason === 'failures',
    )
    expect((await side.messages(begun[0]!.ticket)).at(-1)).toMatchObject({ status: 'failed' })
    expect(await waitOf(await write(side))).toMatchObject({ reason: 'held', until: expect.any(String) })
  })

  it('is nobody else’s business', async () => {
    const side = await linked()
    await decide(side, { openingsPerDay: 0 })
    const begun = await write(side)
    const { admin } = world.theirs
    expect(await admin.refused('GET', `/messages/${begun.message.id}/wait`)).toBe('404 ERR_NO_MESSAGE_FOUND')
    expect(await admin.refused('GET', `/whatsapp/${side.connection.id}/pace`)).toBe('404 ERR_NO_WAPP_FOUND')
    expect(await admin.refused('PUT', `/whatsapp/${side.connection.id}/pace`, { openingsPerDay: 9, quiet: null })).toBe(
      '404 ERR_NO_WAPP_FOUND',
    )
    expect(await admin.refused('DELETE', `/whatsapp/${side.connection.id}/pace/hold`)).toBe('404 ERR_NO_WAPP_FOUND')
    const agent = await world.signIn(world.a.user)
    expect(await agent.refused('PUT', `/whatsapp/${side.connection.id}/pace`, { openingsPerDay: 9, quiet: null })).toBe(
      '403 ERR_NO_PERMISSION',
    )
    const other = await side.admin.ok<Connection[]>('GET', '/whatsapp')
    const plain = other.find(({ type }) => type !== 'whatsapp')
    if (plain) expect(await side.admin.refused('GET', `/whatsapp/${plain.id}/pace`)).toBe('422 ERR_CHANNEL_UNSUPPORTED')
  })
})
