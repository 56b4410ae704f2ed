import type { AuditPage, MessagePage, Ticket, TicketLogEntry } from '@recado/contracts'
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
    for (let time = 0; time < 2; time++) expect(await supervisor.ok<Ticket>('GET', `/tickets/${talk.ticket.id}/watch`)).toMatchObject({ id: talk.ticket.id, unreadMessages: before.unreadMessages })
    expect((await supervisor.ok<MessagePage>('GET', `/messages/${talk.ticket.id}`)).messages.at(-1)).toMatchObject({ body: 'Ainda estou aqui', read: false })
    expect(await ugo.ok<Ticket>('GET', `/tickets/${talk.ticket.id}`)).toEqual(before)
    expect(talk.acted).toHaveLength(acted)
    expect((await ugo.ok<TicketLogEntry[]>('GET', `/tickets/${talk.ticket.id}/logs`)).filter((entry) => entry.user?.id === world.a.supervisor.id)).toEqual([])
    const { entries } = await admin.ok<AuditPage>('GET', '/audit?action=tickets.watch')
    expect(entries.map((entry) => [entry.user?.id, entry.subject])).toEqual([[world.a.supervisor.id, talk.ticket.id]])
  })

  it('R21 is for supervisors and administrators, within what they may see', async () => {
    const { ticket } = await new Desk(world, ugo).talking()
    expect(await ugo.refused('GET', `/tickets/${ticket.id}/watch`)).toBe('403 ERR_NO_PERMISSION')
    expect(await stranger.refused('GET', `/tickets/${ticket.id}/watch`)).toBe('404 ERR_NO_TICKET_FOUND')
  })
})
