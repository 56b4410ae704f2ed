import type { QueueRules, Ticket, TicketLogEntry, TicketPage } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../core/src/app.ts'
import { quiet, type Person } from '../harness/app.ts'
import { hookPlugin, pluginFolder } from '../harness/plugin-folder.ts'
import type { TestUser } from '../harness/tenants.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

let world: HookWorld
let admin: Person
/** Both work in sales: `user` always, `colleague` besides support. */
let [user, colleague]: TestUser[] = []
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  ;[user, colleague] = [world.a.user, world.a.colleague]
  await world.database.owner`
    insert into core.user_queue ${world.database.owner({
      tenant_id: world.a.id,
      user_id: colleague!.id,
      queue_id: world.a.sales,
    })}`
})
afterAll(() => world.close())
beforeEach(() => rules({ autoDistribution: 'none', agentCapacity: 0, walletRouting: false }))
afterEach(async () => {
  await online()
  await world.database
    .owner`update core.ticket set status = 'closed', closed_at = now(), user_id = null where tenant_id = ${world.a.id}`
  await world.database.owner`update core.user_account set availability = null where tenant_id = ${world.a.id}`
  await world.database.owner`delete from core.contact_wallet`
})

async function rules(values: Record<string, unknown>): Promise<void> {
  for (const [key, value] of Object.entries(values)) await admin.ok('PUT', `/settings/${key}`, { value })
}
/** These are there, and nobody else. */
const online = (...users: TestUser[]) => world.database.owner`
  update core.user_account set is_online = id = any (${users.map(({ id }) => id)}) where tenant_id = ${world.a.id}`
let count = 0
/** A customer who has written and waits in a queue. */
async function waits(queueId: string | null = world.a.sales, channel = world.channel): Promise<string> {
  const name = `cliente-${count++}`
  await channel.say(name, 'Oi')
  const [row] = await world.database.owner<
    { id: string }[]
  >`update core.ticket set queue_id = ${queueId} where chat = ${name} returning id`
  return row!.id
}
const holders = async (ids: string[]): Promise<(string | null)[]> => {
  const rows = await world.database.owner<
    { id: string; user_id: string | null }[]
  >`select id, user_id from core.ticket where id = any (${ids})`
  return ids.map((id) => rows.find((row) => row.id === id)!.user_id)
}
const give = (): Promise<void> => world.app.moveTickets()
const ticket = (id: string): Promise<Ticket> => admin.ok('GET', `/tickets/${id}`)

describe('auto distribution', () => {
  it('S9-133 none leaves what waits to the people', async () => {
    await online(user!)
    const id = await waits()
    await give()
    expect(await ticket(id)).toMatchObject({ status: 'pending', userId: null })
  })

  it('S9-134 balance gives what waits to who has the fewest open tickets, opens it and says so in the log', async () => {
    await rules({ autoDistribution: 'balance' })
    await online(user!, colleague!)
    const ids = [await waits(), await waits(), await waits(), await waits()]
    await give()
    const got = await holders(ids)
    expect(got.filter((id) => id === user!.id)).toHaveLength(2)
    expect(got.filter((id) => id === colleague!.id)).toHaveLength(2)
    expect(await ticket(ids[0]!)).toMatchObject({ status: 'open', startedAttendanceAt: expect.any(String) })
    expect(
      (await admin.ok<TicketLogEntry[]>('GET', `/tickets/${ids[0]}/logs`))
        .filter((entry) => entry.type !== 'access')
        .at(-1),
    ).toMatchObject({ type: 'userDefine', user: { id: got[0] } })
    const [told] = await world.database.owner<{ before: object }[]>`
      select e.data -> 'before' as before
        from (select name, key, data from bus.outbox union all select name, key, data from bus.log) e
       where e.key = ${ids[0]!} and e.name = 'ticket.updated.v1' and e.data ->> 'status' = 'open'`
    expect(told!.before).toEqual({ status: 'pending', userId: null, queueId: world.a.sales })
  })

  it('S9-135 random gives it to anybody of the queue who is there', async () => {
    await rules({ autoDistribution: 'random' })
    await online(user!, colleague!)
    const ids = await Promise.all(Array.from({ length: 30 }, () => waits()))
    await give()
    expect(new Set(await holders(ids))).toEqual(new Set([user!.id, colleague!.id]))
  })

  it('reading 68 looks only among those who are there, work at this hour and belong to the queue', async () => {
    await rules({ autoDistribution: 'balance' })
    await world.database.owner`update core.user_account set availability = '{}' where id = ${colleague!.id}`
    await online(user!, colleague!)
    const [ofSupport, ofNobody] = [await waits(world.a.support), await waits(null)]
    const ofSales = await waits()
    await give()
    expect(await holders([ofSales, ofSupport, ofNobody])).toEqual([user!.id, null, null])
    await world.database.owner`update core.user_account set availability = null where id = ${colleague!.id}`
    await give()
    expect(await holders([ofSupport, ofNobody])).toEqual([colleague!.id, null])
  })

  it('gives nothing to who may read and not answer', async () => {
    await rules({ autoDistribution: 'balance' })
    await online(user!, colleague!)
    await admin.ok('PUT', `/users/${user!.id}`, { denied: ['messages.write'] })
    const ids = [await waits(), await waits()]
    await give()
    expect(await holders(ids)).toEqual([colleague!.id, colleague!.id])
    await admin.ok('PUT', `/users/${user!.id}`, { denied: [] })
  })

  it('looks at no company of which only a bot has what waits', async () => {
    await rules({ autoDistribution: 'balance', walletRouting: true })
    await online(user!)
    const id = await waits()
    const named = async () =>
      (
        await world.database.db.platform((tx) =>
          tx.execute<{ tenant_id: string }>(sql`select tenant_id from core.companies_to_distribute(10)`),
        )
      ).map((row) => row.tenant_id)
    expect(await named()).toEqual([world.a.id])
    await world.database.owner`update core.ticket set bot = 'some-bot' where id = ${id}`
    expect(await named()).toEqual([])
  })

  it('waits for who comes, by what they do themselves', async () => {
    await rules({ autoDistribution: 'balance' })
    const id = await waits()
    await give()
    expect(await holders([id])).toEqual([null])
    await world.signIn(user!)
    await give()
    expect(await holders([id])).toEqual([user!.id])
  })

  it('gives nobody more than they can have, and the next one when they are done', async () => {
    await rules({ autoDistribution: 'balance', agentCapacity: 1 })
    await online(user!)
    const [first, second] = [await waits(), await waits()]
    await give()
    expect(await holders([first, second])).toEqual([user!.id, null])
    await admin.ok('PUT', `/tickets/${first}`, { status: 'closed' })
    await give()
    expect(await holders([second])).toEqual([user!.id])
  })

  it('who writes again while they wait keeps their place, and who comes back stands at the end', async () => {
    await rules({ autoDistribution: 'balance', agentCapacity: 1 })
    const [first, second, back] = [await waits(), await waits(), await waits()]
    await admin.ok('PUT', `/tickets/${back}`, { status: 'open' })
    await admin.ok('PUT', `/tickets/${back}`, { status: 'closed' })
    await world.channel.say(`cliente-${count - 1}`, 'Voltei')
    await world.channel.say(`cliente-${count - 3}`, 'Alguém aí?')
    await online(user!)
    for (const id of [first, second, back]) {
      await give()
      expect((await ticket(id)).userId, `customer ${[first, second, back].indexOf(id)}`).toBe(user!.id)
      await admin.ok('PUT', `/tickets/${id}`, { status: 'closed' })
    }
  })

  it('does not give a ticket back to who has just returned it', async () => {
    await rules({ autoDistribution: 'balance' })
    await online(user!)
    const id = await waits()
    await give()
    await (await world.signIn(user!)).ok('PUT', `/tickets/${id}`, { status: 'pending' })
    await give()
    expect(await holders([id])).toEqual([null])
    await online(user!, colleague!)
    await give()
    expect(await holders([id])).toEqual([colleague!.id])
  })

  it('a queue may be distributed otherwise than the company', async () => {
    expect(
      await admin.ok<QueueRules>('PUT', `/queue/${world.a.sales}`, { queue: 'Vendas', distribution: 'balance' }),
    ).toMatchObject({ distribution: 'balance' })
    await online(user!, colleague!)
    const [ofSales, ofSupport] = [await waits(), await waits(world.a.support)]
    await give()
    expect((await holders([ofSales, ofSupport])).map((id) => id !== null)).toEqual([true, false])
    await admin.ok('PUT', `/queue/${world.a.sales}`, { queue: 'Vendas', distribution: null })
  })

  it('two nodes at once give each ticket to one, and stay balanced', async () => {
    await rules({ autoDistribution: 'balance' })
    await online(user!, colleague!)
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
      pluginFolders: [pluginFolder(hookPlugin)],
    })
    const ids = await Promise.all(Array.from({ length: 20 }, () => waits()))
    await Promise.all([give(), second.moveTickets(), give(), second.moveTickets()])
    await second.close()
    const got = await holders(ids)
    expect(
      Math.abs(got.filter((id) => id === user!.id).length - got.filter((id) => id === colleague!.id).length),
    ).toBeLessThanOrEqual(1)
    const [row] = await world.database.owner<{ most: number }[]>`
      select max(n)::int as most
        from (select count(*) as n
                from core.ticket_log
               where type = 'userDefine' and ticket_id = any (${ids})
               group by ticket_id) g`
    expect(row).toEqual({ most: 1 })
  })

  it('leaves another company alone', async () => {
    await rules({ autoDistribution: 'balance' })
    await online(user!)
    await world.database.owner`update core.user_account set is_online = true where tenant_id = ${world.b.id}`
    const theirs = await waits(world.b.sales, world.otherChannel)
    await give()
    expect(await holders([theirs])).toEqual([null])
  })
})

describe('wallet-forced routing', () => {
  const owns = async (who: TestUser, id: string) => world.database.owner`
    insert into core.contact_wallet (tenant_id, contact_id, user_id)
    select tenant_id, contact_id, ${who.id}
      from core.ticket
     where id = ${id}`

  it('S6-026 gives a ticket to the owner of its contact alone, wherever it waits, and keeps it while they are away', async () => {
    await rules({ walletRouting: true, autoDistribution: 'balance' })
    const [owned, queueless, free] = [await waits(), await waits(null), await waits()]
    await owns(colleague!, owned)
    await owns(colleague!, queueless)
    await online(user!)
    await give()
    expect(await holders([owned, queueless, free])).toEqual([null, null, user!.id])
    await online(user!, colleague!)
    await give()
    expect(await holders([owned, queueless])).toEqual([colleague!.id, colleague!.id])
  })

  it('reading 59 falls back to the queue when no owner works here any more', async () => {
    await rules({ walletRouting: true, autoDistribution: 'balance' })
    const id = await waits()
    await owns(colleague!, id)
    await world.database.owner`update core.user_account set is_active = false where id = ${colleague!.id}`
    await online(user!)
    await give()
    expect(await holders([id])).toEqual([user!.id])
    await world.database.owner`update core.user_account set is_active = true where id = ${colleague!.id}`
  })

  it('without it, wallets do not count', async () => {
    await rules({ autoDistribution: 'balance' })
    const id = await waits()
    await owns(colleague!, id)
    await online(user!)
    await give()
    expect(await holders([id])).toEqual([user!.id])
  })
})

it('is shown at once to who was given it', async () => {
  await rules({ autoDistribution: 'balance' })
  const seat = await world.signIn(user!)
  const socket = await seat.listen()
  const id = await waits()
  await give()
  await socket.next(
    `${world.a.id}:ticketList`,
    (push: { type: string; payload: Ticket }) =>
      push.type === 'ticket:update' && push.payload.id === id && push.payload.userId === user!.id,
  )
  expect(
    (await seat.ok<TicketPage>('GET', '/tickets/?status[]=open&mine=true')).tickets.map((entry) => entry.id),
  ).toContain(id)
})
