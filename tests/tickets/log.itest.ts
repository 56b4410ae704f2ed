import { randomUUID } from 'node:crypto'
import { type Message, type MessagePage, type Ticket, type TicketLogEntry, type TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'

let world: HookWorld
let ana: Person
let ugo: Person
let caio: Person
let stranger: Person
beforeAll(async () => {
  world = await hookWorld()
  ;[ana, ugo, caio, stranger] = (await Promise.all(
    [world.a.admin, world.a.user, world.a.colleague, world.b.admin].map((user) => world.signIn(user)),
  )) as [Person, Person, Person, Person]
})
afterAll(() => world.close())

const begun = async (text = 'Oi'): Promise<Ticket> => {
  const chat = randomUUID()
  await world.channel.say(chat, text)
  return (
    await eventually(
      () => ana.ok<TicketPage>('GET', `/tickets/?status[]=pending&searchParam=${chat}`),
      ({ tickets }) => tickets.length === 1,
    )
  ).tickets[0]!
}
const logs = (who: Person, id: string) => who.ok<TicketLogEntry[]>('GET', `/tickets/${id}/logs`)
const change = (who: Person, id: string, body: object) => who.ok<Ticket>('PUT', `/tickets/${id}`, body)

describe('the log of a ticket', () => {
  test('S7-048 S4-009 S4-023 S4-021 S4-025 S4-026 S4-022 says when it was created, opened by whom, started, returned and resolved, oldest first', async () => {
    const { id } = await begun()
    await ugo.ok('GET', `/tickets/${id}`)
    await change(ugo, id, { status: 'open' })
    await change(ugo, id, { status: 'pending' })
    await change(ugo, id, { status: 'open' })
    await change(ugo, id, { status: 'closed' })
    const entries = await logs(ana, id)
    expect(entries.map(({ type, user }) => [type, user?.id ?? null])).toEqual([
      ['create', null],
      ['access', world.a.user.id],
      ['open', world.a.user.id],
      ['pending', world.a.user.id],
      ['open', world.a.user.id],
      ['closed', world.a.user.id],
    ])
    expect(entries.map(({ createdAt }) => createdAt)).toEqual(entries.map(({ createdAt }) => createdAt).toSorted())
    expect(entries[1]!.user!.name).toBe(world.a.user.name)
  })

  test('S4-021 opening it again soon is one access, and watching is none', async () => {
    const { id } = await begun()
    for (let time = 0; time < 3; time++) await ugo.ok('GET', `/tickets/${id}`)
    await ana.ok('GET', `/tickets/${id}/watch`)
    await caio.ok('GET', `/tickets/${id}`)
    expect((await logs(ana, id)).filter(({ type }) => type === 'access').map(({ user }) => user!.id)).toEqual([
      world.a.user.id,
      world.a.colleague.id,
    ])
  })

  test('names the queue and the person that a transfer chose', async () => {
    const { id } = await begun()
    await change(ana, id, { queueId: world.a.sales })
    await ana.ok('POST', `/tickets/${id}/transfer`, { userId: world.a.user.id })
    const entries = await logs(ana, id)
    expect(entries.map(({ type }) => type)).toEqual([
      'create',
      'transfered',
      'receivedTransfer',
      'transfered',
      'receivedTransfer',
    ])
    expect(entries[2]!.queue).toEqual({ id: world.a.sales, queue: 'Vendas' })
    expect(entries[4]!.user).toEqual({ id: world.a.user.id, name: world.a.user.name })
  })

  test('S7-048 is read by whoever sees the ticket, and by nobody of another queue or company', async () => {
    const { id } = await begun()
    await change(ana, id, { queueId: world.a.sales })
    expect((await logs(ugo, id)).length).toBeGreaterThan(0)
    for (const who of [caio, stranger])
      expect(await who.refused('GET', `/tickets/${id}/logs`)).toBe('404 ERR_NO_TICKET_FOUND')
  })
})

describe('one ticket', () => {
  test('S7-046 S7-047 S8-036 is found by its id whatever its status, group included, within its company', async () => {
    const ticket = await begun()
    for (const status of ['pending', 'open', 'closed', 'group'] as const) {
      await world.database.owner`
        update core.ticket
           set status = ${status}, is_group = ${status === 'group'},
               closed_at = ${status === 'closed' ? new Date() : null}
         where id = ${ticket.id}`
      expect(await ugo.ok<Ticket>('GET', `/tickets/${ticket.id}`)).toMatchObject({
        id: ticket.id,
        protocol: ticket.protocol,
        status,
        contactId: ticket.contactId,
      })
      expect(await stranger.refused('GET', `/tickets/${ticket.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
    }
    expect(await ugo.refused('GET', `/tickets/${randomUUID()}`)).toBe('404 ERR_NO_TICKET_FOUND')
  })

  test('S3-079 S9-138 its protocol has prefix, date, number and suffix where the company wants them', async () => {
    const format = { format: 'yyyy', prefix: 'AT', suffix: 'BR', separator: '/', idPosition: 'start' }
    const settings = await ana.ok<{ key: string; value: unknown }[]>('GET', '/settings')
    const usual = settings.find(({ key }) => key === 'protocolFormat')!.value
    await ana.ok('PUT', '/settings/protocolFormat', { value: format })
    expect((await begun()).protocol).toMatch(/^AT\/\d+\/\d{4}\/BR$/)
    await ana.ok('PUT', '/settings/protocolFormat', {
      value: { ...format, idPosition: 'end', suffix: '', separator: '-' },
    })
    expect((await begun()).protocol).toMatch(/^AT-\d{4}-\d+$/)
    await ana.ok('PUT', '/settings/protocolFormat', { value: usual })
  })

  test('S7-050 takes a general change: queue, person, pin and reading, each alone and together, and nothing it does not know', async () => {
    const { id } = await begun()
    expect(await change(ana, id, { queueId: world.a.sales })).toMatchObject({
      queueId: world.a.sales,
      queue: 'Vendas',
      status: 'pending',
    })
    expect(await change(ana, id, { pinned: true, unreadMessages: 0 })).toMatchObject({
      pinned: true,
      unreadMessages: 0,
    })
    expect((await ugo.ok<Ticket>('GET', `/tickets/${id}`)).pinned).toBe(false)
    expect(await change(ana, id, { userId: world.a.user.id, status: 'open', pinned: false })).toMatchObject({
      userId: world.a.user.id,
      status: 'open',
      pinned: false,
    })
    expect(await ana.refused('PUT', `/tickets/${id}`, { protocol: 'x' })).toBe('422 ERR_VALIDATION')
    expect(await ana.refused('PUT', `/tickets/${id}`, { queueId: world.b.sales })).toBe('404 ERR_NO_QUEUE_FOUND')
    expect(await stranger.refused('PUT', `/tickets/${id}`, { pinned: true })).toBe('404 ERR_NO_TICKET_FOUND')
  })

  test('S7-055 its messages come in pages, oldest first within one, and the cursor leads back to the first', async () => {
    const chat = randomUUID()
    for (let number = 1; number <= 7; number++)
      await world.channel.say(chat, `Mensagem ${number}`, {
        at: new Date(Date.now() - 60_000 + number * 1_000).toISOString(),
      })
    const {
      tickets: [ticket],
    } = await ana.ok<TicketPage>('GET', `/tickets/?status[]=pending&searchParam=${chat}`)
    const page = (query: string) => ugo.ok<MessagePage>('GET', `/messages/${ticket!.id}?limit=3${query}`)
    const bodies = ({ messages }: { messages: Pick<Message, 'body'>[] }) => messages.map(({ body }) => body)
    const newest = await page('')
    expect([bodies(newest), newest.hasMore, newest.ticket.id, newest.contact.id]).toEqual([
      ['Mensagem 5', 'Mensagem 6', 'Mensagem 7'],
      true,
      ticket!.id,
      ticket!.contactId,
    ])
    const older = await page(`&cursor=${newest.nextCursor}`)
    expect(bodies(older)).toEqual(['Mensagem 2', 'Mensagem 3', 'Mensagem 4'])
    expect(await page('&pageNumber=2').then(bodies)).toEqual(bodies(older))
    const first = await page(`&cursor=${older.nextCursor}`)
    expect([bodies(first), first.hasMore, first.nextCursor]).toEqual([['Mensagem 1'], false, null])
    expect(await stranger.refused('GET', `/messages/${ticket!.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
  })
})
