import { randomUUID } from 'node:crypto'
import type { Forwarded, Message, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { Desk } from './acts.rig.ts'
import { hookWorld, type HookChannel, type HookWorld } from './far-side.ts'

let world: HookWorld
let admin: Person
let desk: Desk
let windowed: HookChannel
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  desk = new Desk(world, admin)
  windowed = await world.connect(world.a, 'hook-windowed', admin)
})
afterAll(() => world.close())

const forward = (messages: readonly unknown[], contact: unknown, more: object = {}) =>
  admin.ok<Forwarded>('POST', '/forward-messages/', { messages, contact, ...more })

it('S7-060 messages go on to a contact in the order in which they were said, as ids or as objects', async () => {
  const [source, target] = [await desk.talking(), await desk.talking()]
  const [one, two] = [await source.say('um'), await source.say('dois')]
  const first = await source.first()
  expect(
    await forward([two, one.id, { id: first.id, ticketId: first.ticketId }], { id: target.ticket.contactId }),
  ).toEqual({ ticketId: target.ticket.id, losses: [] })
  await eventually(
    () => target.delivered.length,
    (count) => count === 3,
  )
  expect(target.delivered.map(({ texts }) => texts[0])).toEqual(['Oi', 'um', 'dois'])
  expect((await target.messages()).slice(1)).toMatchObject([
    { fromMe: true, userId: world.a.admin.id },
    { fromMe: true },
    { fromMe: true },
  ])
})

it('S5-046 S9-017 S8-124 at most 10 messages', async () => {
  const [source, target] = [await desk.talking(), await desk.talking()]
  const { id } = await source.first()
  expect(
    (
      await admin.call('POST', '/forward-messages/', {
        messages: Array.from({ length: 11 }, () => randomUUID()),
        contact: target.ticket.contactId,
      })
    ).body,
  ).toMatchObject({ error: 'ERR_FORWARD_LIMIT', limit: 10 })
  expect(await admin.refused('POST', '/forward-messages', { messages: [], contact: target.ticket.contactId })).toBe(
    '422 ERR_VALIDATION',
  )
  expect(
    await admin.refused('POST', '/forward-messages', {
      messages: [id, randomUUID()],
      contact: target.ticket.contactId,
    }),
  ).toBe('404 ERR_NO_MESSAGE_FOUND')
})

it('what the other channel cannot carry stays behind and is told, and nothing goes when nothing is left', async () => {
  const [source, target] = [await desk.talking(windowed), await desk.talking()]
  const parts = [
    { kind: 'location', lat: 1, lng: 2 },
    { kind: 'interactive', body: 'Sim?', buttons: [{ id: 's', label: 'Sim' }] },
  ]
  // The place leaves as words, so it is put behind the services' back as it would arrive.
  await admin.ok('POST', `/messages/${source.ticket.id}`, { parts: [parts[1]] })
  await world.database.owner`
    update core.message set parts = ${world.database.owner.json([parts[0]!])}
     where ticket_id = ${source.ticket.id} and not from_me`
  const [place, question] = (await source.messages()) as [Message, Message]
  const answer = await forward([place.id, question.id], target.ticket.contactId)
  expect(answer.losses).toEqual([
    { messageId: place.id, loss: 'unsupported' },
    { messageId: question.id, loss: 'asText' },
  ])
  await eventually(() => target.delivered.length)
  expect(target.delivered.map(({ texts }) => texts[0])).toEqual(['Sim?\n\n1. Sim'])
  expect(
    await admin.refused('POST', '/forward-messages', { messages: [place.id], contact: target.ticket.contactId }),
  ).toBe('422 ERR_CHANNEL_UNSUPPORTED')
})

it('a contact without an open ticket gets one where they were last talked to, or where the call says', async () => {
  const [source, target] = [await desk.talking(), await desk.talking()]
  const { id } = await source.first()
  await admin.ok('PUT', `/tickets/${target.ticket.id}`, { status: 'closed' })
  const { ticketId } = await forward([id], target.ticket.contactId)
  expect(ticketId).not.toBe(target.ticket.id)
  expect(await admin.ok<Ticket>('GET', `/tickets/${ticketId}`)).toMatchObject({
    status: 'open',
    contactId: target.ticket.contactId,
    channelId: world.channel.connectionId,
    userId: world.a.admin.id,
  })
  expect(
    await admin.refused('POST', '/forward-messages', {
      messages: [id],
      contact: target.ticket.contactId,
      channelId: windowed.connectionId,
    }),
  ).toBe('409 ERR_SERVICE_WINDOW_CLOSED')
  const elsewhere = await desk.talking(windowed)
  expect(
    await admin.refused('POST', '/forward-messages', {
      messages: [id],
      contact: elsewhere.ticket.contactId,
      channelId: world.channel.connectionId,
    }),
  ).toBe('422 ERR_FORWARDING_MESSAGES')
  expect(await admin.refused('POST', '/forward-messages', { messages: [id], contact: randomUUID() })).toBe(
    '404 ERR_NO_CONTACT_FOUND',
  )
})

it('a deleted message cannot be forwarded, and a conversation of somebody else is not entered', async () => {
  const [source, target] = [await desk.talking(), await desk.talking()]
  const said = await source.say('segredo')
  await admin.ok('PUT', `/tickets/${source.ticket.id}`, { queueId: world.a.sales })
  await admin.ok('PUT', `/tickets/${target.ticket.id}`, { queueId: world.a.support })
  const agent = await world.signIn(world.a.user)
  expect(
    await agent.refused('POST', '/forward-messages', { messages: [said.id], contact: target.ticket.contactId }),
  ).toBe('409 ERR_OTHER_OPEN_TICKET')
  await admin.ok('DELETE', `/messages/${said.id}`)
  await source.see(said.id, ({ isDeleted }) => isDeleted)
  expect(
    await admin.refused('POST', '/forward-messages', { messages: [said.id], contact: target.ticket.contactId }),
  ).toBe('404 ERR_NO_MESSAGE_FOUND')
})
