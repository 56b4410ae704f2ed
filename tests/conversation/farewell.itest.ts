import type { Connection, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

let world: HookWorld
let admin: Person
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
})
afterAll(() => world.close())

const farewell = (farewellMessage: string | null): Promise<Connection> =>
  admin.ok('PUT', `/whatsapp/${world.channel.connectionId}`, { farewellMessage })
async function open(name: string): Promise<Ticket> {
  await world.channel.say(name, 'Oi')
  const ticket = (await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending')).tickets.find(
    (entry) => entry.name === `Cliente ${name}`,
  )!
  return admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
}
const thread = async (id: string): Promise<string[]> =>
  (await admin.ok<MessagePage>('GET', `/messages/${id}`)).messages.map((message) => message.body)

it('the farewell message of a connection is sent when a ticket is resolved, with its variables, once', async () => {
  expect(await farewell('Obrigado, {{name}}! Atendido por {{agent}}, protocolo {{protocol}}. {{outro}}')).toMatchObject(
    { farewellMessage: expect.stringContaining('Obrigado') },
  )
  const ticket = await open('ana')
  const socket = await admin.listen()
  expect(await admin.ok<Ticket>('PUT', `/tickets/${ticket.id}`, { status: 'closed' })).toMatchObject({
    status: 'closed',
  })
  const words = `Obrigado, Cliente! Atendido por ${world.a.admin.name}, protocolo ${ticket.protocol}. {{outro}}`
  await eventually(
    () => world.far.delivered.filter((entry) => entry.chat === 'ana' && entry.texts[0] === words),
    (sent) => sent.length === 1,
  )
  expect(await thread(ticket.id)).toEqual(['Oi', words])
  await socket.next(
    `${world.a.id}:ticketList`,
    (push: { type: string; payload: { body: string } }) => push.type === 'chat:create' && push.payload.body === words,
  )
  expect(await admin.refused('PUT', `/tickets/${ticket.id}`, { status: 'pending' })).toBe('409 ERR_TICKET_TRANSITION')
  expect(await thread(ticket.id)).toHaveLength(2)
})

it('is left out by who resolves without a message, and where the connection has none', async () => {
  const silent = await open('bia')
  await admin.ok('PUT', `/tickets/${silent.id}`, { status: 'closed', withoutFarewell: true })
  expect(await thread(silent.id)).toEqual(['Oi'])
  expect(await farewell('')).toMatchObject({ farewellMessage: null })
  const plain = await open('caio')
  await admin.ok('PUT', `/tickets/${plain.id}`, { status: 'closed' })
  expect(await thread(plain.id)).toEqual(['Oi'])
})

it('does not keep a ticket open that it could not reach, and is nothing of another company', async () => {
  await farewell('Tchau')
  const ticket = await open('dora')
  await world.database.owner`update core.connection set is_active = false where id = ${world.channel.connectionId}`
  expect(await admin.ok<Ticket>('PUT', `/tickets/${ticket.id}`, { status: 'closed' })).toMatchObject({
    status: 'closed',
  })
  expect(await thread(ticket.id)).toEqual(['Oi'])
  const stranger = await world.signIn(world.b.admin)
  expect(await stranger.refused('PUT', `/whatsapp/${world.channel.connectionId}`, { farewellMessage: 'x' })).toBe(
    '404 ERR_NO_WAPP_FOUND',
  )
})
