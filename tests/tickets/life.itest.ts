import type {
  Ticket,
  TicketBulkResult,
  TicketCounts,
  TicketLogEntry,
  TicketPage,
  TicketPriority,
  TicketView,
  TicketViewCount,
} from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../core/src/app.ts'
import { quiet, type Person } from '../harness/app.ts'
import { hookPlugin, pluginFolder } from '../harness/plugin-folder.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'

/* How urgent tickets are, and tickets that are put off. */

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

const list = async (query = '', who = admin): Promise<Ticket[]> =>
  (await who.ok<TicketPage>('GET', `/tickets/?limit=200&${query}`)).tickets
const names = async (query = '', who = admin): Promise<string[]> =>
  (await list(query, who)).map((ticket) => ticket.name.replace('Cliente ', ''))
async function written(name: string, who = admin): Promise<Ticket> {
  await world.channel.say(name, 'Oi')
  return (await list('', who)).find((ticket) => ticket.name === `Cliente ${name}`)!
}
async function taken(name: string): Promise<Ticket> {
  const { id } = await written(name)
  return agent.ok<Ticket>('PUT', `/tickets/${id}`, { status: 'open' })
}
const logs = async (id: string): Promise<TicketLogEntry[]> =>
  (await admin.ok<TicketLogEntry[]>('GET', `/tickets/${id}/logs`)).filter((entry) => entry.type !== 'access')
/** Lets so many minutes pass for the node, and comes back to the present, in which sessions are valid. */
async function after(minutes: number): Promise<void> {
  ahead = minutes
  await world.app.moveTickets()
  ahead = 0
}
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

describe('priority', () => {
  it('priority: is normal at first, is changed by who may change the ticket, and stands in its log', async () => {
    const { id, priority, updatedAt } = await written('alba')
    expect(priority).toBe('normal')
    expect(await agent.ok<Ticket>('PUT', `/tickets/${id}`, { priority: 'urgent' })).toMatchObject({
      priority: 'urgent',
      updatedAt,
    })
    await agent.ok('PUT', `/tickets/${id}`, { priority: 'urgent' })
    expect((await logs(id)).map(({ type, detail, user }) => [type, detail, user?.id ?? null])).toEqual([
      ['create', null, null],
      ['priority', 'urgent', world.a.user.id],
    ])
    expect(await agent.refused('PUT', `/tickets/${id}`, { priority: 'vital' })).toBe('422 ERR_VALIDATION')
    expect(await otherAdmin.refused('PUT', `/tickets/${id}`, { priority: 'low' })).toBe('404 ERR_NO_TICKET_FOUND')
  })

  it('priority: a colleague sees it at once', async () => {
    const { id } = await written('bento')
    const { next } = await admin.listen()
    await agent.ok('PUT', `/tickets/${id}`, { priority: 'high' })
    const push: { payload: Ticket } = await next(
      `${world.a.id}:ticketList`,
      ({ type, payload }: { type: string; payload: Ticket }) => type === 'ticket:update' && payload.id === id,
    )
    expect(push.payload.priority).toBe('high')
  })

  it('priority: filters lists and counts of views, several at once', async () => {
    for (const [name, priority] of [
      ['caio', 'high'],
      ['dalva', 'low'],
      ['ester', 'high'],
    ] as const)
      await agent.ok('PUT', `/tickets/${(await written(name)).id}`, { priority })
    const found = await names('priorities[]=low&priorities[]=high')
    expect(found.filter((name) => ['caio', 'dalva', 'ester', 'bento'].includes(name)).sort()).toEqual([
      'bento',
      'caio',
      'dalva',
      'ester',
    ])
    expect(found).not.toContain('alba')
    const view = await admin.ok<TicketView>('POST', '/ticket-views', {
      name: 'Altas',
      filter: { priorities: ['high'] },
    })
    expect(
      (await admin.ok<TicketViewCount[]>('GET', '/ticket-views/counts')).find(({ id }) => id === view.id)!.count,
    ).toBe(3)
  })

  it('priority: orders by urgency, then by who waits for an answer and waits longest, over pages without a gap', async () => {
    const order: [string, TicketPriority][] = [
      ['p1', 'low'],
      ['p2', 'urgent'],
      ['p3', 'high'],
      ['p4', 'urgent'],
      ['p5', 'normal'],
      ['p6', 'urgent'],
    ]
    for (const [name, priority] of order) await agent.ok('PUT', `/tickets/${(await taken(name)).id}`, { priority })
    const answered = (await list()).find((ticket) => ticket.name === 'Cliente p2')!
    await agent.ok('POST', `/messages/${answered.id}`, { body: 'Já vejo' })
    const mine = (query: string) => `mine=true&status[]=open&sort=priority&${query}`
    expect(await names(mine(''), agent)).toEqual(['p4', 'p6', 'p2', 'p3', 'p5', 'p1'])
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: TicketPage = await agent.ok<TicketPage>(
        'GET',
        `/tickets/?limit=2&${mine(cursor && `cursor=${cursor}`)}`,
      )
      seen.push(...page.tickets.map((ticket) => ticket.name.replace('Cliente ', '')))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(['p4', 'p6', 'p2', 'p3', 'p5', 'p1'])
    expect(await agent.refused('GET', `/tickets/?${mine('cursor=nonsense')}`)).toBe('422 ERR_VALIDATION')
    expect(await names('status[]=closed&status[]=open&sort=priority')).toEqual(
      await names('status[]=closed&status[]=open'),
    )
  })

  it('priority: is changed for many at once, and each is undone to what it was', async () => {
    const tickets = await Promise.all(['queila', 'rita'].map((name) => written(name)))
    const results = await agent.ok<TicketBulkResult[]>('POST', '/tickets/bulk', {
      changes: tickets.map(({ id }) => ({ id, priority: 'urgent' })),
    })
    expect(results.map(({ ticket }) => ticket?.priority)).toEqual(['urgent', 'urgent'])
  })

  it('priority: the order follows an index and sorts nothing', async () => {
    const [plan] = await world.database.owner.begin(async (sql) => {
      await sql`set local enable_seqscan = off`
      await sql`set local enable_bitmapscan = off`
      return sql<{ 'QUERY PLAN': string }[]>`
        explain (format json)
        select *
          from core.ticket t
         where t.tenant_id = ${world.a.id} and t.status <> 'closed' and t.status = any ('{open,pending}')
        order by priority, answered, coalesce(last_message_at, created_at), id limit 40`
    })
    const text = JSON.stringify(plan)
    expect(text).toContain('ticket_priority')
    expect(text).not.toContain('"Sort"')
  })
})

describe('snooze', () => {
  it('snooze: takes an open ticket out of the lists and counts into those of its own, and says so in the log', async () => {
    const { id } = await taken('sara')
    const before = await admin.ok<TicketCounts>('GET', '/messages/count-all')
    const until = inMinutes(60)
    expect(await agent.ok<Ticket>('PUT', `/tickets/${id}`, { snooze: { until } })).toMatchObject({
      status: 'open',
      snooze: { since: expect.any(String), until },
    })
    expect(await names()).not.toContain('sara')
    expect(await names('snoozed=true')).toEqual(['sara'])
    expect(await names('searchParam=sara'), 'what is searched is found').toEqual(['sara'])
    const counts = await admin.ok<TicketCounts>('GET', '/messages/count-all')
    expect([counts.open, counts.snoozed]).toEqual([before.open - 1, before.snoozed + 1])
    expect((await logs(id)).at(-1)).toMatchObject({ type: 'snooze', detail: until, user: { id: world.a.user.id } })
    expect(await names('snoozed=true', otherAdmin)).toEqual([])
  })

  it('snooze: is for open tickets, for the future and for a year at most', async () => {
    const { id } = await written('tais')
    expect(await agent.refused('PUT', `/tickets/${id}`, { snooze: { until: inMinutes(60) } })).toBe(
      '409 ERR_TICKET_TRANSITION',
    )
    await agent.ok('PUT', `/tickets/${id}`, { status: 'open' })
    expect(await agent.refused('PUT', `/tickets/${id}`, { snooze: { until: inMinutes(-60) } })).toBe(
      '422 ERR_SNOOZE_IN_PAST',
    )
    expect(await agent.refused('PUT', `/tickets/${id}`, { snooze: { until: inMinutes(366 * 24 * 60) } })).toBe(
      '422 ERR_SNOOZE_TOO_FAR',
    )
    expect(await otherAdmin.refused('PUT', `/tickets/${id}`, { snooze: { until: null } })).toBe(
      '404 ERR_NO_TICKET_FOUND',
    )
  })

  it('snooze: ends by itself at its time, not before, and once however many nodes look', async () => {
    const tickets = await Promise.all(Array.from({ length: 8 }, (_, index) => taken(`par-${index}`)))
    for (const { id } of tickets) await agent.ok('PUT', `/tickets/${id}`, { snooze: { until: inMinutes(30) } })
    await after(28)
    expect((await names('snoozed=true')).filter((name) => name.startsWith('par-'))).toHaveLength(8)
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
    ahead = 31
    await Promise.all([world.app.moveTickets(), second.moveTickets()])
    await second.close()
    await world.app.moveTickets()
    ahead = 0
    expect((await names()).filter((name) => name.startsWith('par-'))).toHaveLength(8)
    for (const { id } of tickets)
      expect((await logs(id)).filter(({ type, detail }) => type === 'wake' && detail === 'time')).toHaveLength(1)
  })

  it('snooze: ends when the contact writes, also where nothing else would have ended it', async () => {
    const { id } = await taken('ugo')
    await agent.ok('PUT', `/tickets/${id}`, { snooze: { until: null } })
    await after(60 * 24 * 30)
    expect(await names('snoozed=true')).toContain('ugo')
    await agent.ok('POST', `/messages/${id}`, { body: 'Fico no aguardo' })
    expect(await names('snoozed=true'), 'what we write ends no waiting').toContain('ugo')
    await world.channel.say('ugo', 'Chegou!')
    expect(await names()).toContain('ugo')
    expect(await admin.ok<Ticket>('GET', `/tickets/${id}`)).toMatchObject({
      snooze: null,
      wokenAt: expect.any(String),
      status: 'open',
      userId: world.a.user.id,
    })
    expect((await logs(id)).at(-1)).toMatchObject({ type: 'wake', detail: 'message', user: null })
  })

  it('snooze: ends by hand, and with another person, queue or status', async () => {
    for (const change of [
      { snooze: null },
      { userId: world.a.admin.id },
      { queueId: world.a.sales },
      { status: 'closed' },
      { status: 'pending' },
    ]) {
      const name = `vera-${Object.keys(change)[0]!}-${String(Object.values(change)[0])}`
      const { id } = await taken(name)
      await agent.ok('PUT', `/tickets/${id}`, { snooze: { until: inMinutes(60) } })
      expect(await admin.ok<Ticket>('PUT', `/tickets/${id}`, change), name).toMatchObject({ snooze: null })
    }
  })

  it('snooze: inactivity neither closes nor returns what is put off, and begins anew afterwards', async () => {
    const { id } = await taken('wilma')
    await agent.ok('PUT', `/tickets/${id}`, { snooze: { until: inMinutes(120) } })
    await admin.ok('PUT', '/settings/autoCloseMinutes', { value: 30 })
    await after(100)
    expect(await admin.ok<Ticket>('GET', `/tickets/${id}`)).toMatchObject({ status: 'open', snooze: expect.anything() })
    await agent.ok('PUT', `/tickets/${id}`, { snooze: null })
    await world.database.owner`
      update core.ticket
         set last_message_at = now() - interval '3 hours', started_at = now() - interval '3 hours', assigned_at = null
       where id = ${id}`
    await after(29)
    expect((await admin.ok<Ticket>('GET', `/tickets/${id}`)).status).toBe('open')
    await after(31)
    expect((await admin.ok<Ticket>('GET', `/tickets/${id}`)).status).toBe('closed')
    await admin.ok('PUT', '/settings/autoCloseMinutes', { value: 0 })
  })
})

it('a user’s tickets that are handed over count as given in that moment', async () => {
  const { id } = await taken('yara')
  await world.database.owner`update core.ticket set assigned_at = null where id = ${id}`
  await world.database.owner.begin(async (sql) => {
    await sql`select set_config('app.tenant', ${world.a.id}, true)`
    await sql`select * from core.hand_over(${world.a.id}, ${world.a.user.id}, ${world.a.admin.id}, ${world.a.admin.id})`
  })
  const [row] = await world.database
    .owner`select user_id, assigned_at is not null as assigned from core.ticket where id = ${id}`
  expect(row).toEqual({ user_id: world.a.admin.id, assigned: true })
})
