import type {
  ScheduledMessages,
  Ticket,
  TicketCounts,
  TicketLogEntry,
  TicketPage,
  TransferredTicket,
  UserWithQueues,
} from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { Desk, type Talk } from '../conversation/acts.rig.ts'
import type { Person } from '../harness/app.ts'

let world: HookWorld
let admin: Person
let ugo: Person
let caio: Person
let stranger: Person
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  ugo = await world.signIn(world.a.user)
  caio = await world.signIn(world.a.colleague)
  stranger = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

/** A customer's ticket that this person answers. */
const talking = (who: Person): Promise<Talk> => new Desk(world, who).talking()
const transfer = (who: Person, ticket: Pick<Ticket, 'id'>, body: object): Promise<TransferredTicket> =>
  who.ok('POST', `/tickets/${ticket.id}/transfer`, body)
const refused = (who: Person, ticket: Pick<Ticket, 'id'>, body: object): Promise<string> =>
  who.refused('POST', `/tickets/${ticket.id}/transfer`, body)
const logs = async (who: Person, id: string): Promise<(string | null)[][]> =>
  (await who.ok<TicketLogEntry[]>('GET', `/tickets/${id}/logs`))
    .filter((entry) => entry.type !== 'access')
    .map((entry) => [entry.type, entry.user?.name ?? null, entry.queue?.queue ?? null, entry.note])
const share = async (userId: string, queueIds: readonly string[]): Promise<void> =>
  void (await admin.ok('PUT', `/users/${userId}`, { queueIds }))

describe('a transfer', () => {
  it('S4-011 S4-027 S4-028 to a queue puts the ticket among those that wait there, and the log tells both sides with the note', async () => {
    const { ticket } = await talking(ugo)
    const given = await transfer(ugo, ticket, { queueId: world.a.support, note: '  Quer trocar o endereço ' })
    expect(given).toMatchObject({
      ticket: { id: ticket.id, status: 'pending', userId: null, queueId: world.a.support },
      isSeen: false,
    })
    expect(await ugo.refused('GET', `/tickets/${ticket.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
    expect((await caio.ok<Ticket>('GET', `/tickets/${ticket.id}`)).status).toBe('pending')
    expect((await logs(caio, ticket.id)).slice(-2)).toEqual([
      ['transfered', world.a.user.name, null, 'Quer trocar o endereço'],
      ['receivedTransfer', null, 'Suporte', null],
    ])
  })

  it('S4-012 to a user belongs to them and is open', async () => {
    const { ticket } = await talking(admin)
    expect(await transfer(admin, ticket, { userId: world.a.colleague.id })).toMatchObject({
      ticket: { status: 'open', userId: world.a.colleague.id },
      isSeen: true,
    })
    expect(await caio.ok<Ticket>('GET', `/tickets/${ticket.id}`)).toMatchObject({
      userId: world.a.colleague.id,
      username: world.a.colleague.name,
    })
  })

  it('S7-064 is pushed to who gets it, and taken from the screen of who loses sight of it', async () => {
    const { ticket } = await talking(ugo)
    const [mine, theirs] = [await ugo.listen(), await caio.listen()]
    await transfer(ugo, ticket, { queueId: world.a.support })
    const event = `${world.a.id}:ticketList`
    expect(
      await mine.next(
        event,
        (push: { type: string; payload: { id: string } }) =>
          push.type === 'ticket:remove' && push.payload.id === ticket.id,
      ),
    ).toMatchObject({ payload: { id: ticket.id } })
    expect(
      await theirs.next(
        event,
        (push: { type: string; payload: Ticket }) => push.type === 'ticket:update' && push.payload.id === ticket.id,
      ),
    ).toMatchObject({ payload: { queueId: world.a.support, status: 'pending' } })
  })

  it('S5-050 needs a queue or a user', async () => {
    const { ticket } = await talking(ugo)
    expect(await refused(ugo, ticket, {})).toBe('422 ERR_TRANSFER_TARGET')
    expect(await refused(ugo, ticket, { userId: null, queueId: null, note: 'Para quem?' })).toBe(
      '422 ERR_TRANSFER_TARGET',
    )
  })

  it('S4-014 S4-015 S8-144 S8-145 is blocked where the ticket is already; another user in the same queue is no repetition', async () => {
    const { ticket } = await talking(admin)
    await transfer(admin, ticket, { queueId: world.a.sales })
    expect(await refused(admin, ticket, { queueId: world.a.sales })).toBe('409 ERR_TICKET_OF_QUEUE')
    await transfer(admin, ticket, { userId: world.a.user.id })
    expect(await refused(admin, ticket, { userId: world.a.user.id })).toBe('409 ERR_TICKET_OF_USER')
    expect(await refused(admin, ticket, { userId: world.a.user.id, queueId: world.a.sales, newTicket: true })).toBe(
      '409 ERR_TICKET_OF_USER',
    )
    expect((await transfer(admin, ticket, { userId: world.a.supervisor.id })).ticket).toMatchObject({
      userId: world.a.supervisor.id,
      queueId: world.a.sales,
    })
  })

  it('S4-016 users must share a queue, and the receiver works in the queue of the ticket; administrators may all the same', async () => {
    const { ticket } = await talking(ugo)
    expect(await refused(ugo, ticket, { userId: world.a.colleague.id })).toBe('409 ERR_NO_SHARED_QUEUE')
    expect(await ugo.refused('PUT', `/tickets/${ticket.id}`, { userId: world.a.colleague.id })).toBe(
      '409 ERR_NO_SHARED_QUEUE',
    )
    await share(world.a.colleague.id, [world.a.support, world.a.sales])
    await share(world.a.user.id, [world.a.sales])
    expect((await transfer(ugo, ticket, { userId: world.a.user.id, queueId: world.a.sales })).ticket).toMatchObject({
      userId: world.a.user.id,
      queueId: world.a.sales,
    })
    expect((await transfer(ugo, ticket, { userId: world.a.colleague.id })).ticket.userId).toBe(world.a.colleague.id)
    await share(world.a.colleague.id, [world.a.support])
    const other = await talking(ugo)
    expect((await transfer(ugo, other.ticket, { userId: world.a.admin.id })).ticket.userId).toBe(world.a.admin.id)
    expect(
      (await transfer(admin, other.ticket, { userId: world.a.colleague.id, queueId: world.a.sales })).ticket,
    ).toMatchObject({ userId: world.a.colleague.id, queueId: world.a.sales })
  })

  it('S4-013 with a new ticket closes this one and opens one for the receiver, where the customer’s next message goes', async () => {
    const talk = await talking(admin)
    const { ticket, who } = talk
    const given = await transfer(admin, ticket, {
      userId: world.a.user.id,
      queueId: world.a.sales,
      newTicket: true,
      note: 'Segue a cobrança',
    })
    expect(given.ticket).toMatchObject({
      status: 'open',
      userId: world.a.user.id,
      queueId: world.a.sales,
      contactId: ticket.contactId,
      channelId: ticket.channelId,
    })
    expect(given.ticket.id).not.toBe(ticket.id)
    expect(given.ticket.protocol).not.toBe(ticket.protocol)
    expect(await admin.ok<Ticket>('GET', `/tickets/${ticket.id}`)).toMatchObject({ status: 'closed' })
    expect((await logs(admin, ticket.id)).slice(-2).map(([type]) => type)).toEqual(['transfered', 'closed'])
    expect(await logs(ugo, given.ticket.id)).toEqual([
      ['create', world.a.admin.name, null, 'Segue a cobrança'],
      ['receivedTransfer', world.a.user.name, 'Vendas', null],
    ])
    await world.channel.say(who, 'E então?')
    expect(await ugo.ok<Ticket>('GET', `/tickets/${given.ticket.id}`)).toMatchObject({
      lastMessage: 'E então?',
      unreadMessages: 1,
    })
    expect(await admin.ok<Ticket>('GET', `/tickets/${ticket.id}`)).toMatchObject({
      status: 'closed',
      lastMessage: 'Oi',
    })
  })

  it('with a new ticket takes along what waits for its time', async () => {
    const { ticket } = await talking(admin)
    await admin.ok('POST', `/messages/${ticket.id}`, {
      body: 'Bom dia de novo',
      scheduleDate: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const given = await transfer(admin, ticket, { userId: world.a.user.id, queueId: world.a.sales, newTicket: true })
    expect((await admin.ok<ScheduledMessages>('GET', `/messages/${ticket.id}/scheduled`)).messages).toEqual([])
    expect(
      (await ugo.ok<ScheduledMessages>('GET', `/messages/${given.ticket.id}/scheduled`)).messages.map(
        ({ body }) => body,
      ),
    ).toEqual(['Bom dia de novo'])
  })

  it('S4-004 S4-012 a group that is given to somebody stays a group, in its list and its count and in no other', async () => {
    const { ticket } = await talking(admin)
    await world.database
      .owner`update core.ticket set status = 'group', is_group = true, user_id = null where id = ${ticket.id}`
    const before = await admin.ok<TicketCounts>('GET', '/messages/count-all')
    expect((await transfer(admin, ticket, { userId: world.a.admin.id })).ticket).toMatchObject({
      status: 'group',
      userId: world.a.admin.id,
    })
    const after = await admin.ok<TicketCounts>('GET', '/messages/count-all')
    expect([after.mine, after.group]).toEqual([before.mine, before.group])
  })

  it('S4-013 the new ticket is as urgent as the old one, in the same languages, and followed by the same people', async () => {
    const { ticket } = await talking(admin)
    await admin.ok('PUT', `/tickets/${ticket.id}`, {
      priority: 'urgent',
      watched: true,
      translationEnabled: true,
      clientLanguage: 'ru',
      agentLanguage: 'pt-BR',
    })
    const given = await transfer(admin, ticket, { userId: world.a.user.id, queueId: world.a.sales, newTicket: true })
    expect(await admin.ok<Ticket>('GET', `/tickets/${given.ticket.id}`)).toMatchObject({
      priority: 'urgent',
      watched: true,
      translationEnabled: true,
      clientLanguage: 'ru',
      agentLanguage: 'pt-BR',
      unreadMessages: 0,
    })
    expect(
      (await admin.ok<TicketPage>('GET', '/tickets?watched=true&status[]=open')).tickets.map(({ id }) => id),
    ).toContain(given.ticket.id)
  })

  it('is refused for what is closed, what is not seen, and whom or what there is not', async () => {
    const { ticket } = await talking(ugo)
    expect(await stranger.refused('POST', `/tickets/${ticket.id}/transfer`, { queueId: world.b.sales })).toBe(
      '404 ERR_NO_TICKET_FOUND',
    )
    expect(await refused(ugo, ticket, { queueId: world.b.sales })).toBe('404 ERR_NO_QUEUE_FOUND')
    expect(await refused(admin, ticket, { userId: world.b.user.id })).toBe('404 ERR_NO_USER_FOUND')
    await admin.ok('PUT', `/users/${world.a.colleague.id}`, { isActive: false })
    expect(await refused(admin, ticket, { userId: world.a.colleague.id })).toBe('404 ERR_NO_USER_FOUND')
    await admin.ok('PUT', `/users/${world.a.colleague.id}`, { isActive: true })
    await ugo.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
    expect(await refused(ugo, ticket, { queueId: world.a.support })).toBe('409 ERR_TICKET_TRANSITION')
  })

  it('who may receive is shown with whether they work at this hour and in a common queue', async () => {
    await admin.ok('PUT', `/users/${world.a.supervisor.id}/availability`, { availability: {} })
    const { users } = await ugo.ok<{ users: UserWithQueues[] }>('GET', '/users/with-queue')
    expect(users.map((user) => [user.id, user.isAvailable, user.sharesQueue])).toEqual(
      expect.arrayContaining([
        [world.a.supervisor.id, false, true],
        [world.a.user.id, true, true],
        [world.a.colleague.id, true, false],
      ]),
    )
  })
})
