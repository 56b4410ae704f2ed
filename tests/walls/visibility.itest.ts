import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { TicketPage } from '@recado/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { pushService } from '../harness/push-service.ts'
import { call, nameOf } from './call.ts'
import { fixtures } from './fixtures/index.ts'
import { textOfPdf } from './pdf-text.ts'
import type { Stock } from './stock.ts'
import { buildWalls } from './world.ts'

/*
 * One policy says who sees a ticket. Two agents of different queues, a supervisor and another company go through every
 * surface that shows one: what was said in a ticket of the one queue is read by whoever sees it, and by nobody else.
 */

const push = await pushService()
const walls = await buildWalls({
  pluginFolders: [join(import.meta.dirname, '../../plugins'), join(import.meta.dirname, 'plugins')],
  app: { egress: { ...push.egress, allow: ['127.0.0.0/8'] } },
})
const { world } = walls
const { owner } = world.database
afterAll(async () => {
  await walls.close()
  await push.close()
})

/** In everything that was said in the colleague's ticket, and nowhere else. */
const said = `veladura${randomBytes(5).toString('hex')}`
async function speak({ ticket, note }: Stock): Promise<void> {
  await owner`update core.ticket set last_message = ${said}, unread = 3 where id = ${ticket}`
  await owner`
    update core.message
       set body = ${said}, parts = ${owner.json([{ kind: 'text', text: said, format: 'plain' }]) as never}
     where ticket_id = ${ticket}`
  await owner`update core.scheduled_message set body = ${said} where ticket_id = ${ticket}`
  await owner`update core.ticket_log set note = ${said} where ticket_id = ${ticket}`
  await owner`update plg_notes.note set content = ${said}, is_shared = true where id = ${note}`
}
const { own, hidden } = walls
await speak(hidden)
const admin = (await walls.person('admin'))!
const [user, supervisor, colleague, stranger] = [
  (await walls.person('user'))!,
  (await walls.person('super'))!,
  walls.watchers[1]!,
  walls.neighbours.admin,
]
const setting = (key: string, value: 'enabled' | 'disabled') => admin.ok('PUT', `/settings/${key}`, { key, value })
const listed = async (who: Person, query: string): Promise<string[]> =>
  (
    await who.ok<TicketPage>(
      'GET',
      `/tickets?status[]=open&status[]=pending&limit=100&includeNotQueueDefined=true&${query}`,
    )
  ).tickets.map(({ id }) => id)
const pdfOf = async (who: Person, ticket: string) => {
  const response = await fetch(`${world.base}/tickets/${ticket}/pdf`, { headers: who.credentials })
  return response.status === 200 ? textOfPdf(Buffer.from(await response.arrayBuffer())) : String(response.status)
}

/** Every surface that shows a ticket to somebody who asks, and whether it did. */
async function surfaces(who: Person, ticket: string): Promise<Record<string, boolean>> {
  const [row] = await owner<
    { protocol: string; name: string }[]
  >`select t.protocol, c.name from core.ticket t join core.contact c on c.id = t.contact_id where t.id = ${ticket}`
  const answers = async (path: string): Promise<boolean> => (await who.call('GET', path)).status === 200
  return {
    list: (await listed(who, '')).includes(ticket),
    'search by protocol': (await listed(who, `searchParam=${encodeURIComponent(row!.protocol)}`)).includes(ticket),
    'search by contact': (await listed(who, `searchParam=${encodeURIComponent(row!.name)}`)).includes(ticket),
    read: await answers(`/tickets/${ticket}`),
    thread: await answers(`/messages/${ticket}`),
    scheduled: await answers(`/messages/${ticket}/scheduled`),
    log: await answers(`/tickets/${ticket}/logs`),
    notes: await answers(`/p/notes/tickets/${ticket}/notes`),
    plugin: (await who.ok<{ tickets: unknown[] }>('GET', `/p/reader/visible/${ticket}`)).tickets.length === 1,
  }
}
const everywhere = (shown: boolean) => ({
  list: shown,
  'search by protocol': shown,
  'search by contact': shown,
  read: shown,
  thread: shown,
  scheduled: shown,
  log: shown,
  notes: shown,
  plugin: shown,
})

describe('S6-010 S6-011 a ticket of a queue', () => {
  test('is on every surface for its agent and the supervisor, and on none for an agent of another queue or another company', async () => {
    for (const [who, shown] of [
      [colleague, true],
      [supervisor, true],
      [admin, true],
      [user, false],
    ] as const)
      expect(await surfaces(who, hidden.ticket)).toEqual(everywhere(shown))
    expect(await surfaces(user, own.ticket)).toEqual(everywhere(true))
    for (const path of [
      `/tickets/${hidden.ticket}`,
      `/messages/${hidden.ticket}`,
      `/tickets/${hidden.ticket}/logs`,
      `/tickets/${hidden.ticket}/pdf`,
    ])
      expect((await stranger.call('GET', path)).status).toBe(404)
  })

  test('is a document for those who see it', async () => {
    for (const who of [supervisor, admin]) expect(await pdfOf(who, hidden.ticket)).toContain(said)
    for (const who of [user, stranger]) expect(await pdfOf(who, hidden.ticket)).toMatch(/^40[34]$/)
  })

  test.each(
    world.app.http.routes
      .filter((route) => route.spec.method === 'GET' && route.spec.access.kind === 'session' && fixtures[nameOf(route)])
      .map((route) => [nameOf(route), route] as const),
  )('is not in %s of the other agent or of another company', async (name, route) => {
    for (const stock of [own, hidden])
      for (const who of [user, stranger]) {
        const { text } = await call(world.base, route, fixtures[name]!.call(stock, 'n'), who, 'everything')
        expect(text.includes(said), `${name}: ${text.slice(0, 500)}`).toBe(false)
      }
  })

  test('counts for nobody who does not see it', async () => {
    const counts = (who: Person) => who.ok<object>('GET', '/messages/count-all')
    const [others, mine] = [await counts(user), await counts(colleague)]
    await owner`update core.ticket set unread = 0 where id = ${hidden.ticket}`
    expect(await counts(user)).toEqual(others)
    expect(await counts(colleague)).not.toEqual(mine)
  })

  test('wakes no browser of who does not see it', async () => {
    // Those of the stock belong to no browser and could never be delivered.
    await owner`delete from core.push_subscription`
    for (const [name, who] of [
      ['user', user],
      ['colleague', colleague],
      ['supervisor', supervisor],
      ['stranger', stranger],
    ] as const)
      await who.ok('PUT', '/notifications/subscription', push.subscribe(name))
    await owner`update core.ticket set user_id = null, status = 'pending' where id = ${hidden.ticket}`
    await supervisor.ok('PUT', `/tickets/${hidden.ticket}`, { userId: world.a.colleague.id, status: 'open' })
    await eventually(() => push.pushed.some(({ browser }) => browser === 'colleague'))
    await eventually(
      async () =>
        Number(
          (
            await owner`
              select count(*)::integer as n from graphile_worker.jobs where task_identifier = 'notifications.push'`
          )[0]!['n'],
        ) === 0,
    )
    expect(
      new Set(
        push.pushed.filter(({ payload }) => payload.data.ticketId === hidden.ticket).map(({ browser }) => browser),
      ),
    ).toEqual(new Set(['colleague']))
  })

  test('is told to no socket of who does not see it: messages, acts, notes, typing, presence', async () => {
    const seats = await Promise.all([user, stranger, colleague, supervisor].map((who) => who.listen()))
    const [others, foreign, mine, senior] = seats as [
      (typeof seats)[number],
      (typeof seats)[number],
      (typeof seats)[number],
      (typeof seats)[number],
    ]
    const about = (data: unknown): boolean => JSON.stringify(data).includes(hidden.ticket)
    mine.socket.emit(`${world.a.id}:joinChatBox`, { ticketId: hidden.ticket, focused: true })
    mine.socket.emit(`${world.a.id}:clientTyping`, { ticketId: hidden.ticket, mode: 'text' })
    await colleague.ok('POST', `/messages/${hidden.ticket}`, { body: `Olá ${said}` })
    await colleague.ok('POST', `/p/notes/tickets/${hidden.ticket}/notes`, { content: said })
    await supervisor.ok('PUT', `/tickets/${hidden.ticket}`, { status: 'pending' })
    for (const event of ['presence', 'typing']) await senior.next(`${world.a.id}:${event}`, about)
    for (const told of ['"chat:create"', '"plugin:update"', '"pending"'])
      await senior.next(`${world.a.id}:ticketList`, (data) => about(data) && JSON.stringify(data).includes(told))
    await mine.next(`${world.a.id}:ticketList`, (data) => JSON.stringify(data).includes(said))
    // A later change that the others do see proves that they had the time to hear of this one.
    await user.ok('POST', `/messages/${own.ticket}`, { body: 'Até já' })
    await others.next(`${world.a.id}:ticketList`, (data) => JSON.stringify(data).includes('Até já'))
    await stranger.ok('PUT', `/tickets/${walls.foreign.ticket}`, { status: 'pending' })
    await foreign.next(`${world.b.id}:ticketList`, (data) => JSON.stringify(data).includes(walls.foreign.ticket))
    for (const { received } of [others, foreign]) expect(received.filter(({ data }) => about(data))).toEqual([])
    for (const { socket } of seats) socket.disconnect()
  })
})

describe('the settings of the company narrow every surface alike', () => {
  test('S6-020 what somebody has, nobody but administrators sees besides', async () => {
    await owner`update core.ticket set user_id = ${world.a.colleague.id}, status = 'open' where id = ${hidden.ticket}`
    await setting('NotViewAssignedTickets', 'enabled')
    for (const [who, shown] of [
      [colleague, true],
      [admin, true],
      [supervisor, false],
      [user, false],
    ] as const)
      expect(await surfaces(who, hidden.ticket)).toEqual(everywhere(shown))
    expect(await pdfOf(supervisor, hidden.ticket)).toBe('404')
    await setting('NotViewAssignedTickets', 'disabled')
    expect(await surfaces(supervisor, hidden.ticket)).toEqual(everywhere(true))
  })

  test('S6-022 without a queue it is the administrators’ alone', async () => {
    await owner`update core.ticket set queue_id = null, user_id = null where id = ${hidden.ticket}`
    expect(await surfaces(user, hidden.ticket)).toEqual(everywhere(true))
    await setting('NotViewTicketsQueueUndefined', 'enabled')
    for (const [who, shown] of [
      [admin, true],
      [supervisor, false],
      [user, false],
      [colleague, false],
    ] as const)
      expect(await surfaces(who, hidden.ticket)).toEqual(everywhere(shown))
    expect(await pdfOf(supervisor, hidden.ticket)).toBe('404')
    await setting('NotViewTicketsQueueUndefined', 'disabled')
  })
})
