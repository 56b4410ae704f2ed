import { randomInt, randomUUID } from 'node:crypto'
import type { Message } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { whatsappWorld, type NumberSide, type WhatsappWorld } from './whatsapp.rig.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const ogg = Buffer.concat([
  Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead', 'latin1'),
  Buffer.alloc(64),
])

let world: WhatsappWorld
beforeAll(async () => {
  world = await whatsappWorld()
})
afterAll(() => world.close())

/** Somebody new who writes to a number, in a conversation that an agent has taken. */
async function talking(side: NumberSide = world.mine) {
  const name = `Ana ${randomUUID().slice(0, 8)}`
  const person = world.simulator.person(name, `55119${randomInt(10 ** 7, 10 ** 8)}`)
  const phone = world.simulator.phone(person, side.account)
  phone.say('Oi')
  return { name, person, phone, ticket: await side.open(await side.ticket(name)) }
}
const kinds = (message: Message) => message.parts.map((part) => part.kind)

describe('a number of WhatsApp', () => {
  it('S1-003 S3-051 is linked by scanning its code; a customer writes, an agent answers, each company has its own', async () => {
    const { phone, person, ticket, name } = await talking()
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, { body: 'Olá, Ana!' })
    const sent = await world.simulator.sentMessage(({ to }) => to === person.jid)
    expect(sent.content.extendedTextMessage?.text).toContain('Olá, Ana!')
    await world.mine.last(ticket, ({ status }) => status === 'delivered')
    phone.receipt([sent.id], 'read')
    expect(await world.mine.last(ticket, ({ status }) => status === 'read')).toMatchObject({ fromMe: true })
    expect(await world.theirs.tickets(name)).toEqual([])
  })
})

void [png, ogg, kinds, eventually]
