import { randomInt, randomUUID } from 'node:crypto'
import type { TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusJid } from '../../plugins/whatsapp/simulator/phone.ts'
import { eventually } from '../harness/app.ts'
import { whatsappWorld, type NumberSide, type WhatsappWorld } from './whatsapp.rig.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let world: WhatsappWorld
let shown: NumberSide
beforeAll(async () => {
  world = await whatsappWorld()
  shown = await world.number(world.mine.admin, { updates: true })
  await shown.scan()
})
afterAll(() => world.close())

const newsletter = (): string => {
  const address = `${randomInt(10 ** 12, 10 ** 13)}@newsletter`
  world.simulator.newsletters.set(address, `Novidades ${address.slice(0, 8)}`)
  return address
}
const somebody = (side: NumberSide) => {
  const person = world.simulator.person(`Ana ${randomUUID().slice(0, 8)}`, `55119${randomInt(10 ** 7, 10 ** 8)}`)
  return { person, phone: world.simulator.phone(person, side.account) }
}
/** Names of all conversations of a number that are live. */
const conversations = async ({ admin, connection }: NumberSide): Promise<(string | null)[]> => {
  const live = 'status[]=pending&status[]=open&status[]=group'
  const { tickets } = await admin.ok<TicketPage>('GET', `/tickets/?${live}`)
  return tickets.flatMap(({ name, channelId }) => (channelId === connection.id ? [name] : []))
}

describe('a status, and a channel of WhatsApp', () => {
  it('is passed over where the settings do not want it, and holds up nothing', async () => {
    const { mine, simulator } = world
    const { person, phone } = somebody(mine)
    phone.say('Oi')
    const ticket = await mine.open(await mine.ticket(person.name))
    const before = await conversations(mine)
    const read = simulator.signal(({ stanza: { tag, attrs } }) => tag === 'receipt' && attrs['id'] === last)
    phone.say('no status', { on: statusJid })
    phone.say('no canal', { on: newsletter() })
    const began = performance.now()
    const last = phone.say('na conversa')
    await mine.last(ticket, ({ body }) => body === 'na conversa')
    // What waits for a message that never comes out is held for five seconds.
    await read
    expect(performance.now() - began).toBeLessThan(4_000)
    await mine.send(ticket, 'Recebido')
    await simulator.sentMessage(({ to }) => to === person.jid)
    expect(await conversations(mine)).toEqual(before)
  })

  it('is a conversation of its own to be read where the settings want it: of all statuses, and of each channel', async () => {
    const { simulator } = world
    const [ana, bia] = [somebody(shown), somebody(shown)]
    ana.phone.say('Promoção de hoje', { on: statusJid })
    const status = await shown.ticket('Status')
    bia.phone.file({ kind: 'image', bytes: png, mime: 'image/png', caption: 'na praia' }, { on: statusJid })
    await eventually(
      () => shown.messages(status),
      (messages) => messages.some(({ parts: [part] }) => part?.kind === 'media'),
    )
    const messages = await shown.messages(status)
    expect(messages.map(({ username, fromMe }) => ({ username, fromMe }))).toEqual([
      { username: ana.person.name, fromMe: false },
      { username: bia.person.name, fromMe: false },
    ])
    expect(messages[1]!.parts[0]).toMatchObject({ as: 'image', caption: 'na praia' })
    const address = newsletter()
    ana.phone.say('Novo catálogo', { on: address })
    const post = await shown.ticket(simulator.newsletters.get(address)!)
    expect(post).toMatchObject({ isGroup: true, lastMessage: 'Novo catálogo' })
    for (const ticket of [status, post]) {
      await shown.send(ticket, 'alguém lê?')
      expect(await shown.last(ticket, (message) => message.status === 'failed')).toMatchObject({
        failure: { code: 'READ_ONLY' },
      })
    }
    expect(await world.theirs.tickets('Status')).toEqual([])
  })

  it('is quoted by who answers it, with its words and its picture, whatever the settings are', async () => {
    const { mine, simulator } = world
    const { person, phone } = somebody(mine)
    phone.answerStatus('Ainda tem?', { conversation: 'Promoção de hoje' })
    const ticket = await mine.ticket(person.name)
    expect((await mine.messages(ticket))[0]).toMatchObject({ body: 'Ainda tem?', quote: 'Promoção de hoje' })
    const published = phone.file({ kind: 'image', bytes: png, mime: 'image/png', caption: 'bolo' }, { on: statusJid })
    phone.answerStatus('Quero esse', simulator.contentOf(published)!.content)
    const answer = await eventually(
      async () => (await mine.messages(ticket)).at(-1)!,
      ({ parts: [part] }) => part?.kind === 'media',
    )
    expect(answer).toMatchObject({ quote: 'bolo', parts: [{ as: 'image' }, { kind: 'text', text: 'Quero esse' }] })
  })

  it('what somebody sends to a list of people is in their own conversation', async () => {
    const { mine } = world
    const { person, phone } = somebody(mine)
    phone.say('Para todos', { on: '1664533140@broadcast' })
    const ticket = await mine.ticket(person.name)
    expect(ticket).toMatchObject({ isGroup: false })
    phone.say('Só para vocês')
    await mine.last(ticket, ({ body }) => body === 'Só para vocês')
  })
})
