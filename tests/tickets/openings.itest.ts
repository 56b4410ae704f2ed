import type { Contact, ErrorBody, Ticket, TicketLogEntry } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Desk } from '../conversation/acts.rig.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import type { Person } from '../harness/app.ts'

let world: HookWorld
let admin: Person
let ugo: Person
let stranger: Person
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  ugo = await world.signIn(world.a.user)
  stranger = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

describe('a conversation that the company begins', () => {
  it('S7-053 S2-100 is opened anew with somebody who was talked to before, and is the opener’s', async () => {
    const { ticket } = await new Desk(world, ugo).talking()
    await ugo.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
    const opened = await ugo.ok<Ticket>('POST', '/tickets', {
      contactId: ticket.contactId,
      channelId: ticket.channelId,
      queueId: world.a.sales,
    })
    expect(opened).toMatchObject({
      status: 'open',
      userId: world.a.user.id,
      queueId: world.a.sales,
      contactId: ticket.contactId,
    })
    expect(opened.id).not.toBe(ticket.id)
    expect(
      (await ugo.ok<TicketLogEntry[]>('GET', `/tickets/${opened.id}/logs`)).map((entry) => [
        entry.type,
        entry.user?.name,
      ]),
    ).toEqual([['create', world.a.user.name]])
  })

  it('S8-039 S8-040 the open one is offered to who may see it; others learn who has it', async () => {
    const { ticket } = await new Desk(world, admin).talking()
    const again = { contactId: ticket.contactId, channelId: ticket.channelId }
    expect((await ugo.call<ErrorBody>('POST', '/tickets', again)).body).toMatchObject({
      error: 'ERR_OTHER_OPEN_TICKET',
      ticketId: ticket.id,
    })
    await admin.ok('POST', `/tickets/${ticket.id}/transfer`, { userId: world.a.colleague.id, queueId: world.a.support })
    const hidden = await ugo.call<ErrorBody>('POST', '/tickets', again)
    expect([hidden.status, hidden.body.error, hidden.body.ticketId, hidden.body.detail]).toEqual([
      409,
      'ERR_OTHER_OPEN_TICKET',
      undefined,
      world.a.colleague.name,
    ])
  })

  it('S8-037 cannot be opened where the contact has no address, nor with another company’s contact or queue', async () => {
    const { id } = await ugo.ok<Contact>('POST', '/contacts', { name: 'Sem endereço' })
    expect(await ugo.refused('POST', '/tickets', { contactId: id, channelId: world.channel.connectionId })).toBe(
      '422 ERR_CREATING_TICKET',
    )
    expect(
      await stranger.refused('POST', '/tickets', { contactId: id, channelId: world.otherChannel.connectionId }),
    ).toBe('404 ERR_NO_CONTACT_FOUND')
    const { ticket } = await new Desk(world, ugo).talking()
    await ugo.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
    expect(
      await ugo.refused('POST', '/tickets', {
        contactId: ticket.contactId,
        channelId: ticket.channelId,
        queueId: world.b.sales,
      }),
    ).toBe('404 ERR_NO_QUEUE_FOUND')
  })
})
