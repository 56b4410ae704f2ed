import type { Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../core/src/db/database.ts'
import type { TicketChange } from '../../core/src/realtime/realtime.ts'
import { createTicketFeed } from '../../core/src/tickets/ticket-feed.ts'
import type { FeedChange } from '../../core/src/realtime/ticket-feed.ts'
import type { Person } from '../harness/app.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

/* What showing a message to open clients costs the database, counted by the database itself on one connection. */

let world: HookWorld
let admin: Person
let db: Database
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  db = openDatabase({ url: world.database.appUrl, poolSize: 1 })
})
afterAll(async () => {
  await db.close()
  await world.close()
})

/** How often the feed's statements ran on the connection, and how often they were planned for it. */
async function statements(): Promise<{ tickets: number; messages: number; planned: number }> {
  const rows = await db.raw<{ of: 'tickets' | 'messages'; generic: string; custom: string }[]>`
    select case when statement like '%select m.* from%' then 'messages' else 'tickets' end as of,
           sum(generic_plans) as generic, sum(custom_plans) as custom
      from pg_prepared_statements
     where statement like '%with page as%uuid[]%' and statement not like '%pg_prepared%'
     group by 1`
  const runs = (of: 'tickets' | 'messages') =>
    rows.filter((row) => row.of === of).reduce((sum, row) => sum + Number(row.generic) + Number(row.custom), 0)
  return {
    tickets: runs('tickets'),
    messages: runs('messages'),
    planned: rows.reduce((sum, row) => sum + Number(row.custom), 0),
  }
}

describe('showing messages', () => {
  it('reads once for all that comes while a reading is under way, and plans nothing again', async () => {
    await world.channel.say('ana', 'Bom dia')
    const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending')
    const ticketId = tickets[0]!.id
    const thread = await admin.ok<{ messages: { id: string }[] }>('GET', `/messages/${ticketId}`)
    const message: FeedChange = { messages: [{ id: thread.messages[0]!.id, ticketId, type: 'chat:create' }] }
    const shown: TicketChange[] = []
    const feed = createTicketFeed({
      db,
      realtime: {
        hasListeners: () => true,
        ticketChanged: (_tenantId: string, change: TicketChange) => void shown.push(change),
      } as never,
      media: { sign: () => '/media' } as never,
      windows: () => ({}),
      onError: (error) => {
        throw error
      },
    })
    await feed.show(world.a.id, message)
    expect(await statements()).toEqual({ tickets: 1, messages: 1, planned: 0 })
    await Promise.all(Array.from({ length: 100 }, () => feed.show(world.a.id, message)))
    expect(shown).toHaveLength(101)
    expect(await statements()).toEqual({ tickets: 2, messages: 2, planned: 0 })
    for (let time = 0; time < 20; time++) await feed.show(world.a.id, message)
    await feed.show(world.a.id, { tickets: [{ id: ticketId, type: 'ticket:update' }] })
    expect(await statements()).toEqual({ tickets: 23, messages: 22, planned: 0 })
  })
})

describe('a ticket that begins with a message', () => {
  it('S7-065 is told of once: the message brings its ticket', async () => {
    const mine = await admin.listen()
    const event = `${world.a.id}:ticketList`
    type Told = { type: string; payload: { name?: string; body?: string; ticket?: Ticket } }
    const said = (body: string) => mine.next(event, ({ payload }: Told) => payload.body === body)
    await world.channel.say('zilda', 'Primeira')
    await said('Primeira')
    await world.channel.say('zilda', 'Segunda')
    await said('Segunda')
    const told = mine.received
      .filter((entry) => entry.event === event)
      .map((entry) => entry.data as Told)
      .filter(({ payload }) => (payload.ticket?.name ?? payload.name) === 'Cliente zilda')
    expect(told.map(({ type, payload }) => `${type} ${payload.body}`)).toEqual([
      'chat:create Primeira',
      'chat:create Segunda',
    ])
  })
})
