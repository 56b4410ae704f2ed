import { randomUUID } from 'node:crypto'
import type { Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'

/* A list that is asked for with nothing but its address, beside one in which each part of the filter is said. */

let world: HookWorld
let admin: Person
/** Of which each is what its name says, and nothing else that a filter asks for. */
let tickets: Readonly<Record<'unread' | 'queued' | 'taken' | 'closed', string>>

beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  const [unread, queued, taken, closed] = [await begun(), await begun(), await begun(), await begun()]
  await admin.ok('PUT', `/tickets/${queued}`, { queueId: world.a.sales, unreadMessages: 0 })
  await admin.ok('PUT', `/tickets/${taken}`, { status: 'open', unreadMessages: 0 })
  await admin.ok('PUT', `/tickets/${closed}`, { status: 'open' })
  await admin.ok('PUT', `/tickets/${closed}`, { status: 'closed' })
  tickets = { unread, queued, taken, closed }
})
afterAll(() => world.close())

async function begun(): Promise<string> {
  const chat = randomUUID()
  await world.channel.say(chat, 'Oi')
  const list = () => admin.ok<TicketPage>('GET', `/tickets/?searchParam=${chat}`)
  return (await eventually(list, ({ tickets: found }) => found.length === 1)).tickets[0]!.id
}
const asked = async (query: string): Promise<string[]> => {
  const page = await admin.ok<{ tickets: Pick<Ticket, 'id'>[] }>('GET', `/tickets/${query}`)
  const names = new Map(Object.entries(tickets).map(([name, id]) => [id, name]))
  return page.tickets.map(({ id }) => names.get(id)!).toSorted()
}

test('S3-004…007 S3-009…012 a list asked for without a filter is that of the defaults', async () => {
  const spelled = [
    'searchParam=',
    'pageNumber=1',
    'status[]=open',
    'status[]=pending',
    'showAll=false',
    'withUnreadMessages=false',
    'isNotAssignedUser=false',
    'includeNotQueueDefined=true',
  ].join('&')
  expect(await asked('')).toEqual(['queued', 'taken', 'unread'])
  expect(await asked(`?${spelled}`)).toEqual(['queued', 'taken', 'unread'])
})

test.each([
  ['searchParam=nobody', []],
  ['pageNumber=2', []],
  ['status[]=closed', ['closed']],
  ['showAll=true', ['closed', 'queued', 'taken', 'unread']],
  ['withUnreadMessages=true', ['unread']],
  ['isNotAssignedUser=true', ['queued', 'unread']],
  ['includeNotQueueDefined=false', ['queued']],
])('another value is another list: %s', async (query, found) => {
  expect(await asked(`?${query}`)).toEqual(found)
})

test('a queue that is chosen narrows it', async () => {
  expect(await asked(`?queuesIds[]=${world.a.sales}&includeNotQueueDefined=false`)).toEqual(['queued'])
  expect(await asked(`?queuesIds[]=${world.a.support}&includeNotQueueDefined=false`)).toEqual([])
})
