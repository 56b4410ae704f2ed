import type { Ticket, TicketCounts, TicketLogEntry, TicketPage, TransferredTicket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { busOfTest } from '../../core/src/bus/bus.rig.ts'
import type { EventBus } from '../../core/src/bus/bus.ts'
import { BotHold } from '../../core/src/tickets/bot-hold.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { quiet, type Person } from '../harness/app.ts'

let world: HookWorld
let bus: EventBus
let bots: BotHold
let admin: Person
let supervisor: Person
let agent: Person
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  supervisor = await world.signIn(world.a.supervisor)
  agent = await world.signIn(world.a.user)
  bus = await busOfTest({ db: world.database.db, log: quiet })
  bots = new BotHold({ db: world.database.db, bus, feed: { show: async () => undefined } })
})
afterAll(async () => {
  await bus?.close()
  await world?.close()
})

const names = async (who: Person, query: string): Promise<string[]> =>
  (await who.ok<TicketPage>('GET', `/tickets/?${query}&limit=200`)).tickets.map((ticket) => ticket.name)
const ticketOf = async (name: string): Promise<Ticket> =>
  (
    await admin.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200')
  ).tickets.find((ticket) => ticket.name === `Cliente ${name}`)!

describe('a conversation that a bot holds', () => {
  it('stands in a view of its own until somebody takes it, and the log says that the bot began', async () => {
    await world.channel.say('ana', 'Oi')
    await world.channel.say('bia', 'Oi')
    const { id } = await ticketOf('ana')
    expect(await bots.hold(world.b.id, id, 'some-bot')).toBe(false)
    expect(await bots.hold(world.a.id, id, 'some-bot')).toBe(true)
    expect(await bots.hold(world.a.id, id, 'another-bot')).toBe(false)
    expect(await names(agent, 'status=pending&withBot=true')).toEqual(['Cliente ana'])
    expect(await names(agent, 'status=pending&withBot=false')).toEqual(['Cliente bia'])
    expect(await names(agent, 'status=pending')).toEqual(['Cliente bia', 'Cliente ana'])
    expect(await agent.ok<TicketCounts>('GET', '/messages/count-all')).toMatchObject({ pending: 1, bot: 1 })
    expect((await agent.ok<TicketLogEntry[]>('GET', `/tickets/${id}/logs`)).map((entry) => entry.type)).toEqual([
      'create',
      'chatBot',
    ])
    expect(await agent.ok<Ticket>('PUT', `/tickets/${id}`, { status: 'open' })).toMatchObject({
      withBot: false,
      userId: world.a.user.id,
    })
    expect(await bots.hold(world.a.id, id, 'some-bot')).toBe(false)
    await agent.ok('PUT', `/tickets/${id}`, { status: 'pending' })
    expect(await ticketOf('ana')).toMatchObject({ withBot: false, status: 'pending' })
  })

  it('S4-011 waits for people once a person has transferred it to a queue', async () => {
    await world.channel.say('dina', 'Quero falar com gente')
    const { id } = await ticketOf('dina')
    await bots.hold(world.a.id, id, 'some-bot')
    const given = await admin.ok<TransferredTicket>('POST', `/tickets/${id}/transfer`, { queueId: world.a.sales })
    expect(given).toMatchObject({ isSeen: true, ticket: { status: 'pending', queueId: world.a.sales, withBot: false } })
    expect(await names(agent, 'status=pending&withBot=false')).toContain('Cliente dina')
    expect(await bots.release(world.a.id, id, 'some-bot')).toBe(false)
    await admin.ok('PUT', `/tickets/${id}`, { status: 'open' })
  })

  it('S6-021 is hidden from non-admins where the company says so, everywhere, until the bot gives it back', async () => {
    await world.channel.say('caio', 'Segredo do robô')
    const { id } = await ticketOf('caio')
    await bots.hold(world.a.id, id, 'some-bot')
    await admin.ok('PUT', '/settings/NotViewTicketsChatBot', { key: 'NotViewTicketsChatBot', value: 'enabled' })
    for (const who of [supervisor, agent]) {
      expect(await names(who, 'status=pending')).not.toContain('Cliente caio')
      expect(await names(who, 'status=pending&searchParam=caio')).toEqual([])
      expect(await who.ok('GET', '/messages/search?searchParam=segredo')).toMatchObject({ results: [] })
      expect(await who.ok<TicketCounts>('GET', '/messages/count-all')).toMatchObject({ bot: 0 })
      expect(await who.refused('GET', `/tickets/${id}`)).toBe('404 ERR_NO_TICKET_FOUND')
      expect(await who.refused('GET', `/messages/${id}`)).toBe('404 ERR_NO_TICKET_FOUND')
      expect(await who.refused('PUT', `/tickets/${id}`, { status: 'open' })).toBe('404 ERR_NO_TICKET_FOUND')
    }
    expect(await names(admin, 'status=pending&withBot=true')).toEqual(['Cliente caio'])
    expect(await bots.release(world.a.id, id, 'another-bot')).toBe(false)
    expect(await bots.release(world.a.id, id, 'some-bot')).toBe(true)
    expect(await names(agent, 'status=pending')).toContain('Cliente caio')
    await bots.hold(world.a.id, id, 'some-bot')
    await admin.ok('PUT', `/tickets/${id}`, { status: 'open', userId: world.a.user.id })
    expect(await names(agent, 'status=open')).toContain('Cliente caio')
  })
})
