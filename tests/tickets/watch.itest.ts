import type {
  AuditPage,
  MessagePage,
  Ticket,
  TicketCounts,
  TicketLogEntry,
  TicketPage,
  TicketView,
  TicketViewCount,
} from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Desk } from '../conversation/acts.rig.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import type { Person } from '../harness/app.ts'

let world: HookWorld
let admin: Person
let supervisor: Person
let ugo: Person
let stranger: Person
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  supervisor = await world.signIn(world.a.supervisor)
  ugo = await world.signIn(world.a.user)
  stranger = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

describe('reading along with a ticket', () => {
  it('S4-006 S4-019 changes nothing that its agent or the customer could notice, and the trail keeps it once', async () => {
    const talk = await new Desk(world, ugo).talking()
    await world.channel.say(talk.who, 'Ainda estou aqui')
    const before = await ugo.ok<Ticket>('GET', `/tickets/${talk.ticket.id}`)
    const acted = talk.acted.length
    for (let time = 0; time < 2; time++)
      expect(await supervisor.ok<Ticket>('GET', `/tickets/${talk.ticket.id}/watch`)).toMatchObject({
        id: talk.ticket.id,
        unreadMessages: before.unreadMessages,
      })
    expect((await supervisor.ok<MessagePage>('GET', `/messages/${talk.ticket.id}`)).messages.at(-1)).toMatchObject({
      body: 'Ainda estou aqui',
      read: false,
    })
    expect(await ugo.ok<Ticket>('GET', `/tickets/${talk.ticket.id}`)).toEqual(before)
    expect(talk.acted).toHaveLength(acted)
    expect(
      (await ugo.ok<TicketLogEntry[]>('GET', `/tickets/${talk.ticket.id}/logs`)).filter(
        (entry) => entry.user?.id === world.a.supervisor.id,
      ),
    ).toEqual([])
    const { entries } = await admin.ok<AuditPage>('GET', '/audit?action=tickets.watch')
    expect(entries.map((entry) => [entry.user?.id, entry.subject])).toEqual([[world.a.supervisor.id, talk.ticket.id]])
  })

  it('R21 is for supervisors and administrators, within what they may see', async () => {
    const { ticket } = await new Desk(world, ugo).talking()
    expect(await ugo.refused('GET', `/tickets/${ticket.id}/watch`)).toBe('403 ERR_NO_PERMISSION')
    expect(await stranger.refused('GET', `/tickets/${ticket.id}/watch`)).toBe('404 ERR_NO_TICKET_FOUND')
  })
})

describe('following a ticket', () => {
  const followed = async (who: Person, query = 'status[]=open&status[]=pending&status[]=group'): Promise<string[]> =>
    (await who.ok<TicketPage>('GET', `/tickets/?${query}&watched=true&limit=200`)).tickets.map((ticket) => ticket.id)
  const count = async (who: Person): Promise<number> =>
    (await who.ok<TicketCounts>('GET', '/messages/count-all')).watched
  const change = (who: Person, id: string, body: object) => who.ok<Ticket>('PUT', `/tickets/${id}`, body)

  it('S4-006 is a list of one’s own, put off or not, until it is resolved or given up', async () => {
    const {
      ticket: { id },
    } = await new Desk(world, ugo).talking()
    expect(await change(supervisor, id, { watched: true })).toMatchObject({ watched: true })
    await change(supervisor, id, { watched: true })
    expect([await followed(supervisor), await count(supervisor)]).toEqual([[id], 1])
    expect([await followed(ugo), await count(ugo), (await ugo.ok<Ticket>('GET', `/tickets/${id}`)).watched]).toEqual([
      [],
      0,
      false,
    ])
    await change(ugo, id, { snooze: { until: null } })
    expect([await followed(supervisor), await count(supervisor)]).toEqual([[id], 1])
    await change(ugo, id, { status: 'closed' })
    expect([
      await followed(supervisor),
      await followed(supervisor, 'status[]=closed'),
      await count(supervisor),
    ]).toEqual([[], [id], 0])
    await change(ugo, id, { status: 'open' })
    expect(await followed(supervisor)).toEqual([id])
    expect(await change(supervisor, id, { watched: false })).toMatchObject({ watched: false })
    expect([await followed(supervisor), await count(supervisor)]).toEqual([[], 0])
  })

  it('S4-006 shows nobody what they may not see, and is nobody’s of another company', async () => {
    const {
      ticket: { id },
    } = await new Desk(world, ugo).talking()
    await change(supervisor, id, { watched: true })
    await admin.ok('PUT', '/settings/NotViewAssignedTickets', { key: 'NotViewAssignedTickets', value: 'enabled' })
    expect([await followed(supervisor), await count(supervisor)]).toEqual([[], 0])
    await admin.ok('PUT', '/settings/NotViewAssignedTickets', { key: 'NotViewAssignedTickets', value: 'disabled' })
    expect(await followed(supervisor)).toEqual([id])
    expect(await stranger.refused('PUT', `/tickets/${id}`, { watched: true })).toBe('404 ERR_NO_TICKET_FOUND')
    await change(supervisor, id, { watched: false })
  })

  it('a push tells each their own marks, on all their screens', async () => {
    const {
      ticket: { id },
    } = await new Desk(world, ugo).talking()
    const [theirs, his] = [await supervisor.listen(), await ugo.listen()]
    const event = `${world.a.id}:ticketList`
    const updated = (push: { type: string; payload: { id: string } }) =>
      push.type === 'ticket:update' && push.payload.id === id
    await change(supervisor, id, { watched: true, pinned: true })
    expect(await theirs.next(event, updated)).toMatchObject({ payload: { watched: true, pinned: true } })
    expect(await his.next(event, updated)).toMatchObject({ payload: { watched: false, pinned: false } })
    await change(ugo, id, { priority: 'urgent' })
    expect(
      await theirs.next(
        event,
        (push: { type: string; payload: Ticket }) => updated(push) && push.payload.priority === 'urgent',
      ),
    ).toMatchObject({ payload: { watched: true, pinned: true } })
    await change(supervisor, id, { watched: false, pinned: false })
  })

  it('a saved view can be of what one follows, for whoever looks', async () => {
    const {
      ticket: { id },
    } = await new Desk(world, ugo).talking()
    await change(supervisor, id, { watched: true })
    const view = await supervisor.ok<TicketView>('POST', '/ticket-views', {
      name: 'Sigo',
      shared: true,
      filter: { watched: true },
    })
    const counted = async (who: Person) =>
      (await who.ok<TicketViewCount[]>('GET', '/ticket-views/counts')).find((one) => one.id === view.id)?.count
    expect([await counted(supervisor), await counted(ugo)]).toEqual([1, 0])
  })
})
