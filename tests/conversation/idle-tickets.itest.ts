import {
  inactivityMinutes,
  type Message,
  type MessagePage,
  type QueueRules,
  type Ticket,
  type TicketLogEntry,
  type TicketPage,
} from '@recado/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../core/src/app.ts'
import { eventually, quiet, type Person } from '../harness/app.ts'
import { hookPlugin, pluginFolder } from '../harness/plugin-folder.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

/** Minutes that the node's clock is ahead of ours. */
let ahead = 0
const clock = { now: () => new Date(Date.now() + ahead * 60_000) }

let world: HookWorld
let admin: Person
let agent: Person
let otherAdmin: Person
beforeAll(async () => {
  world = await hookWorld({ clock })
  admin = await world.signIn(world.a.admin)
  agent = await world.signIn(world.a.user)
  otherAdmin = await world.signIn(world.b.admin)
})
afterAll(() => world.close())
beforeEach(() =>
  settings({ autoCloseMinutes: 0, returnToQueueMinutes: 0, autoCloseSparesWaiting: false, autoCloseMessage: '' }),
)

async function settings(values: Record<string, unknown>, who = admin): Promise<void> {
  for (const [key, value] of Object.entries(values)) await who.ok('PUT', `/settings/${key}`, { value })
}
const find = async (name: string, who = admin): Promise<Ticket> =>
  (await who.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&status[]=closed')).tickets.find(
    (ticket) => ticket.name === `Cliente ${name}`,
  )!
async function written(name: string, channel = world.channel, who = admin): Promise<Ticket> {
  await channel.say(name, 'Oi')
  return find(name, who)
}
/** One that an agent has taken up and answered. */
async function answered(name: string): Promise<Ticket> {
  const { id } = await written(name)
  await agent.ok('PUT', `/tickets/${id}`, { status: 'open' })
  await agent.ok('POST', `/messages/${id}`, { body: 'Pois não' })
  return admin.ok('GET', `/tickets/${id}`)
}
/** Lets so many minutes pass for the node, and comes back to the present, in which sessions are valid. */
async function after(minutes: number): Promise<void> {
  ahead = minutes
  await world.app.moveTickets()
  ahead = 0
}
const logs = async (id: string): Promise<TicketLogEntry['type'][]> =>
  (await admin.ok<TicketLogEntry[]>('GET', `/tickets/${id}/logs`))
    .map((entry) => entry.type)
    .filter((type) => type !== 'access')

describe('auto-close', () => {
  it('S4-034 S4-033 closes open and pending tickets after the company’s time without a message, says so in the log, and not a minute before', async () => {
    await settings({ autoCloseMinutes: 60 })
    const [open, pending] = [await answered('ana'), await written('bia')]
    await after(59)
    expect([(await find('ana')).status, (await find('bia')).status]).toEqual(['open', 'pending'])
    await after(61)
    expect(await find('ana')).toMatchObject({ status: 'closed', userId: world.a.user.id, closedAt: expect.any(String) })
    expect((await find('bia')).status).toBe('closed')
    expect(await logs(open.id)).toEqual(['create', 'open', 'autoClose'])
    expect(await logs(pending.id)).toEqual(['create', 'autoClose'])
  })

  it('S9-074 is off unless somebody turns it on, and takes no other time than those there are', async () => {
    await written('caio')
    await after(20 * 24 * 60)
    expect((await find('caio')).status).toBe('pending')
    for (const value of inactivityMinutes) await settings({ autoCloseMinutes: value })
    for (const value of [2, -1, 14_401, 'always'])
      expect(await admin.refused('PUT', '/settings/autoCloseMinutes', { value })).toBe('422 ERR_VALIDATION')
  })

  it.each([
    ['S9-063', 1],
    ['S9-064', 10],
    ['S9-065', 30],
    ['S9-066', 60],
    ['S9-067', 2 * 60],
    ['S9-068', 4 * 60],
    ['S9-069', 8 * 60],
    ['S9-070', 12 * 60],
    ['S9-071', 24 * 60],
    ['S9-072', 5 * 24 * 60],
    ['S9-073', 10 * 24 * 60],
  ] as const)('%s closes after %i minutes, and not a minute before', async (_statement, minutes) => {
    await settings({ autoCloseMinutes: minutes })
    const name = `que espera ${minutes}`
    await written(name)
    await after(minutes - 1)
    expect((await find(name)).status).toBe('pending')
    await after(minutes + 1)
    expect((await find(name)).status).toBe('closed')
  })

  it('leaves the tickets of another company alone, which has times of its own', async () => {
    await settings({ autoCloseMinutes: 10 })
    await written('dora')
    await written('eva', world.otherChannel, otherAdmin)
    await after(30)
    expect([(await find('dora')).status, (await find('eva', otherAdmin)).status]).toEqual(['closed', 'pending'])
  })

  it('reading 62 counts from the last message either way, and from taking a ticket up', async () => {
    const ticket = await answered('fabio')
    await settings({ autoCloseMinutes: 60 })
    await world.database.owner`
      update core.ticket
         set last_message_at = now() - interval '3 hours', started_at = now() - interval '3 hours', assigned_at = null
       where id = ${ticket.id}`
    await world.channel.say('fabio', 'Ainda estou aqui')
    await after(0)
    expect((await find('fabio')).status).toBe('open')
    await world.database.owner`
      update core.ticket
         set last_message_at = now() - interval '3 hours', started_at = now() - interval '3 hours', assigned_at = null
       where id = ${ticket.id}`
    await admin.ok('PUT', `/tickets/${ticket.id}`, { userId: world.a.admin.id })
    await after(0)
    expect((await find('fabio')).status, 'who was just given it has the whole time').toBe('open')
  })

  it('spares customers who wait for an answer where the company wants that', async () => {
    await settings({ autoCloseMinutes: 60, autoCloseSparesWaiting: true })
    await written('gil')
    await answered('hugo')
    await after(61)
    expect([(await find('gil')).status, (await find('hugo')).status]).toEqual(['pending', 'closed'])
  })

  it('tells the customer, when the company has words for it, and reaches every open client', async () => {
    await settings({ autoCloseMinutes: 1, autoCloseMessage: 'Até logo, {{name}}! Protocolo {{protocol}}.' })
    const ticket = await answered('iris')
    const socket = await agent.listen()
    await after(2)
    const words = `Até logo, Cliente! Protocolo ${ticket.protocol}.`
    await eventually(() => world.far.delivered.find((entry) => entry.chat === 'iris' && entry.texts[0] === words))
    expect((await admin.ok<MessagePage>('GET', `/messages/${ticket.id}`)).messages.at(-1)).toMatchObject({
      body: words,
      sendType: 'bot',
      fromMe: true,
    })
    await socket.next(
      `${world.a.id}:ticketList`,
      (push: { type: string; payload: Ticket }) =>
        push.type === 'ticket:update' && push.payload.id === ticket.id && push.payload.status === 'closed',
    )
    await socket.next(
      `${world.a.id}:ticketList`,
      (push: { type: string; payload: Message }) => push.type === 'chat:create' && push.payload.body === words,
    )
  })

  it('says nothing where the window of the channel is closed, and closes all the same', async () => {
    const windowed = await world.connect(world.a, 'hook-windowed', admin)
    await settings({ autoCloseMinutes: 7_200, autoCloseMessage: 'Adeus' })
    const ticket = await written('joana', windowed)
    await after(6 * 24 * 60)
    expect(await find('joana')).toMatchObject({ id: ticket.id, status: 'closed', lastMessage: 'Oi' })
  })

  it('a queue may have a time of its own, or none', async () => {
    await settings({ autoCloseMinutes: 60 })
    const own = await admin.ok<QueueRules>('PUT', `/queue/${world.a.sales}`, { queue: 'Vendas', autoCloseMinutes: 10 })
    expect(own).toMatchObject({ autoCloseMinutes: 10, returnToQueueMinutes: null })
    await admin.ok('PUT', `/queue/${world.a.support}`, { queue: 'Suporte', autoCloseMinutes: 0 })
    for (const [name, queueId] of [
      ['kiko', world.a.sales],
      ['lia', world.a.support],
      ['max', null],
    ] as const) {
      const { id } = await written(name)
      if (queueId) await admin.ok('PUT', `/tickets/${id}`, { queueId })
    }
    await after(11)
    expect([(await find('kiko')).status, (await find('lia')).status, (await find('max')).status]).toEqual([
      'closed',
      'pending',
      'pending',
    ])
    await after(61)
    expect([(await find('lia')).status, (await find('max')).status]).toEqual(['pending', 'closed'])
    for (const [id, queue] of [
      [world.a.sales, 'Vendas'],
      [world.a.support, 'Suporte'],
    ] as const)
      await admin.ok('PUT', `/queue/${id}`, { queue, autoCloseMinutes: null })
  })

  it('never touches a group', async () => {
    await settings({ autoCloseMinutes: 1 })
    const { id } = await written('nina')
    await world.database.owner`update core.ticket set status = 'group', is_group = true where id = ${id}`
    await after(24 * 60)
    const [row] = await world.database.owner`select status from core.ticket where id = ${id}`
    expect(row).toEqual({ status: 'group' })
  })
})

describe('return to the queue', () => {
  it('S4-035 gives an open ticket back to its queue without a user, and says so in the log', async () => {
    await settings({ returnToQueueMinutes: 30 })
    const ticket = await answered('olga')
    await admin.ok('PUT', `/tickets/${ticket.id}`, { queueId: world.a.sales })
    await after(29)
    expect((await find('olga')).status).toBe('open')
    await after(31)
    expect(await find('olga')).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: world.a.sales,
      startedAttendanceAt: null,
    })
    expect((await logs(ticket.id)).at(-1)).toBe('autoReturn')
    const [told] = await world.database.owner<{ before: object }[]>`
      select e.data -> 'before' as before
        from (select name, key, data from bus.outbox union all select name, key, data from bus.log) e
       where e.key = ${ticket.id} and e.name = 'ticket.updated.v1' and e.data ->> 'status' = 'pending'`
    expect(told!.before).toEqual({ status: 'open', userId: world.a.user.id, queueId: world.a.sales })
    await after(120)
    expect((await logs(ticket.id)).filter((type) => type === 'autoReturn')).toHaveLength(1)
  })

  it('reading 62 is skipped unless it is shorter than the closing, which still comes', async () => {
    await settings({ returnToQueueMinutes: 60, autoCloseMinutes: 60 })
    const same = await answered('paula')
    await after(61)
    expect(await logs(same.id)).toEqual(['create', 'open', 'autoClose'])
    await settings({ returnToQueueMinutes: 30 })
    const both = await answered('quim')
    await after(31)
    await after(61)
    expect(await logs(both.id)).toEqual(['create', 'open', 'autoReturn', 'autoClose'])
  })
})

it('two nodes and a restart move each ticket once', async () => {
  await settings({ autoCloseMinutes: 10, autoCloseMessage: 'Encerrado' })
  const names = Array.from({ length: 12 }, (_, index) => `par-${index}`)
  for (const name of names) await written(name)
  const second = await createApp({
    ownerUrl: world.database.ownerUrl,
    appUrl: world.database.appUrl,
    roles: world.database.roles,
    secret: world.database.secret,
    natsUrl: 'nats://127.0.0.1:9',
    dataDir: world.dataDir,
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    log: quiet,
    connections: 18,
    clock,
    pluginFolders: [pluginFolder(hookPlugin)],
  })
  ahead = 11
  await Promise.all([world.app.moveTickets(), second.moveTickets()])
  await second.close()
  await world.app.moveTickets()
  ahead = 0
  const rows = await world.database.owner<{ chat: string; closings: number; words: number }[]>`
    select t.chat,
           (select count(*)::int from core.ticket_log l where l.ticket_id = t.id and l.type = 'autoClose') as closings,
           (select count(*)::int from core.message m where m.ticket_id = t.id and m.body = 'Encerrado') as words
      from core.ticket t where t.chat like 'par-%'`
  expect(rows).toHaveLength(12)
  expect(rows.filter((row) => row.closings !== 1 || row.words !== 1)).toEqual([])
})
