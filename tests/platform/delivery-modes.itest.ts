import { randomUUID } from 'node:crypto'
import type { MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'

let world: HookWorld
let admin: Person
let ticket: Ticket
let who: string
beforeAll(async () => {
  world = await hookWorld()
  await world.database.owner`update core.user_account set is_master = true where id = ${world.a.admin.id}`
  admin = await world.signIn(world.a.admin)
})
afterAll(() => world.close())
beforeEach(async () => {
  who = randomUUID()
  await world.channel.say(who, 'Oi')
  ticket = (await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending&limit=200')).tickets.find(
    (entry) => entry.name === `Cliente ${who}`,
  )!
  await admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
})

const deliverBy = (deliveryMode: string) => admin.ok('PUT', '/global-settings', { deliveryMode })
const send = (body: string) => admin.ok('POST', `/messages/${ticket.id}`, { body })
const lastStatus = async () => (await admin.ok<MessagePage>('GET', `/messages/${ticket.id}`)).messages.at(-1)!.status
const sent = () =>
  world.far.delivered.filter((entry) => entry.chat === who).map((entry) => [entry.texts[0], entry.attempt])

for (const [id, mode] of [
  ['S9-077', 'queue'],
  ['S9-079', 'rabbitmq'],
] as const) {
  test(`${id} ${mode}: what is stored is sent by the lane`, async () => {
    await deliverBy(mode)
    await send('pela fila')
    await eventually(lastStatus, (status) => status === 'sent')
    expect(sent()).toEqual([['pela fila', 1]])
  })
}

test('S9-078 direct: the first attempt is made before the request is answered, through the same outbox', async () => {
  await deliverBy('direct')
  await send('direto')
  expect([await lastStatus(), sent()]).toEqual(['sent', [['direto', 1]]])
  expect(
    await world.database.owner`
      select d.state
        from core.delivery d
        join core.message m on m.id = d.message_id
       where m.ticket_id = ${ticket.id} and m.body = 'direto'`,
  ).toEqual([{ state: 'sent' }])
})

test('S9-078 direct: what fails at first goes on in the queue, once', async () => {
  await deliverBy('direct')
  world.far.replies.push(429)
  await send('insiste')
  expect(sent()).toEqual([])
  await eventually(lastStatus, (status) => status === 'sent')
  expect(sent()).toEqual([['insiste', 2]])
})

test('S9-078 direct: a message whose chat is held up is answered all the same and waits its turn', async () => {
  await deliverBy('direct')
  world.far.replies.push(429)
  await Promise.all([send('primeira'), send('segunda')])
  await eventually(
    () => sent().length,
    (count) => count === 2,
  )
  expect(new Set(sent().map(([text]) => text))).toEqual(new Set(['primeira', 'segunda']))
})
