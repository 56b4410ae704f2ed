import type { Ticket, TicketBoard, TicketBoardPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'
import type { TestTenant } from '../harness/tenants.ts'

let node: TestApp
let admin: Person
let sofia: Person
let ugo: Person
let stranger: Person
beforeAll(async () => {
  node = await testApp({ channel: 'webchat' })
  admin = await node.signIn(node.a.admin)
  sofia = await node.signIn(node.a.supervisor)
  ugo = await node.signIn(node.a.user)
  stranger = await node.signIn(node.b.admin)
  await ticket(node.a, { status: 'open', user: node.a.user.id, queue: node.a.sales, minutesAgo: 50, fromMe: false })
  await ticket(node.a, { status: 'open', user: node.a.user.id, queue: node.a.sales, minutesAgo: 10, fromMe: true })
  await ticket(node.a, { status: 'pending', user: null, queue: node.a.support, minutesAgo: 30, fromMe: false })
  for (let n = 0; n < 25; n++)
    await ticket(node.a, { status: 'pending', user: null, queue: null, minutesAgo: n, fromMe: false })
  await ticket(node.b, { status: 'open', user: node.b.user.id, queue: node.b.sales, minutesAgo: 5, fromMe: false })
})
afterAll(() => node.close())

async function ticket(
  tenant: TestTenant,
  {
    status,
    user,
    queue,
    minutesAgo,
    fromMe,
  }: { status: string; user: string | null; queue: string | null; minutesAgo: number; fromMe: boolean },
): Promise<void> {
  const { owner } = node.database
  const [id, contact] = [newId() as string, newId() as string]
  await owner`
    insert into core.contact (id, tenant_id, name) values (${contact}, ${tenant.id}, ${`Cliente ${minutesAgo}`})`
  await owner`
    insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, queue_id,
      user_id, last_message_at, updated_at, last_message_from_me, answered)
    values (${id}, ${tenant.id}, ${id}, ${status}, ${contact}, ${tenant.connection}, 'webchat', ${contact}, ${queue},
            ${user}, now() - make_interval(mins => ${minutesAgo}), now() - make_interval(mins => ${minutesAgo}),
            ${fromMe}, ${fromMe})`
}
const minutesAgo = (at: string | null): number | null =>
  at === null ? null : Math.round((Date.now() - Date.parse(at)) / 60_000)

describe('the panel of attendances', () => {
  it('S2-026 shows by person and by queue what is open, what waits, and for how long', async () => {
    const board = await sofia.ok<TicketBoard>('GET', '/ticket-board')
    const card = board.users.find((user) => user.id === node.a.user.id)!
    expect(card).toMatchObject({ name: node.a.user.name, open: 2, unanswered: 1, isOnline: true })
    expect([minutesAgo(card.waitingSince), minutesAgo(card.lastReplyAt)]).toEqual([50, 10])
    expect(board.users.map(({ name }) => name)).toEqual(board.users.map(({ name }) => name).toSorted())
    expect(
      board.queues.map(({ queue, open, pending, waitingSince }) => [queue, open, pending, minutesAgo(waitingSince)]),
    ).toEqual([
      ['Vendas', 2, 0, 50],
      ['Suporte', 0, 1, 30],
      [null, 0, 25, 24],
    ])
    expect(board).toMatchObject({ hasMore: false, nextCursor: null })
  })

  it('S2-026 shows the tickets of a card, longest untouched first, page by page', async () => {
    const all: Ticket[] = []
    let cursor = ''
    for (let more = true; more;) {
      const page: TicketBoardPage = await sofia.ok('GET', `/ticket-board/tickets?queueId=none${cursor}`)
      all.push(...page.tickets)
      more = page.hasMore
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(all.map(({ name }) => name)).toEqual(Array.from({ length: 25 }, (_, n) => `Cliente ${24 - n}`))
    expect(
      (await sofia.ok<TicketBoardPage>('GET', `/ticket-board/tickets?userId=${node.a.user.id}`)).tickets.map(
        ({ name }) => name,
      ),
    ).toEqual(['Cliente 50', 'Cliente 10'])
    expect(await sofia.refused('GET', '/ticket-board/tickets')).toBe('422 ERR_VALIDATION')
  })

  it('S2-026 is for supervisors and administrators, of their own company and within what they may see', async () => {
    for (const path of ['/ticket-board', `/ticket-board/tickets?queueId=${node.a.sales}`])
      expect(await ugo.refused('GET', path)).toBe('403 ERR_NO_PERMISSION')
    expect(
      (await stranger.ok<TicketBoardPage>('GET', `/ticket-board/tickets?queueId=${node.a.sales}`)).tickets,
    ).toEqual([])
    expect((await stranger.ok<TicketBoard>('GET', '/ticket-board')).users.map(({ id }) => id)).not.toContain(
      node.a.user.id,
    )
    await admin.ok('PUT', '/settings/NotViewAssignedTickets', { key: 'NotViewAssignedTickets', value: 'enabled' })
    expect(
      (await sofia.ok<TicketBoard>('GET', '/ticket-board')).users.find(({ id }) => id === node.a.user.id),
    ).toMatchObject({ open: 0, waitingSince: null })
    expect((await sofia.ok<TicketBoardPage>('GET', `/ticket-board/tickets?userId=${node.a.user.id}`)).tickets).toEqual(
      [],
    )
    expect(
      (await admin.ok<TicketBoard>('GET', '/ticket-board')).users.find(({ id }) => id === node.a.user.id),
    ).toMatchObject({ open: 2 })
  })
})
