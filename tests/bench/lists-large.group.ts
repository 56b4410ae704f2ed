import { benchId } from './cluster.ts'
import { atMost, type Figure, type Group } from './figure.ts'
import { makeLists, bigTenant } from './lists-data.ts'
import { Reader } from './lists-reader.ts'
import { makeVaried, makeVariedUsers, variedQueue, variedUsers } from './lists-varied.ts'
import { alternating, closedLoop } from './measure.ts'
import { credentials } from './companies.ts'
import { startNode } from './program.ts'
import type { TicketPage } from '@recado/contracts'

const limit = 20
const page = 50
const live = 'status=open&status=pending'
const inQueue = (n: number): string => `includeNotQueueDefined=false&queuesIds=${variedQueue(n)}`
const having = (key: string, value: string | number): string =>
  encodeURIComponent(JSON.stringify([{ key, test: 'is', value }]))

/** Lists as the desk asks for them: its tabs, its chips alone, and pairs of chips. */
const asked = (tickets: number): Readonly<Record<string, string>> => ({
  'tab of one’s own': 'status=open&mine=true',
  'tab of what waits': 'status=pending&withBot=false',
  'tab of bots': 'status=pending&withBot=true',
  'tab of groups': 'status=group',
  'tab of what is put off': 'status=open&snoozed=true',
  'tab of what is followed': 'status=open&status=pending&status=group&watched=true',
  'all live ones': live,
  'all of them': 'showAll=true',
  'closed ones': 'status=closed',
  'a queue of 30 %': `${live}&${inQueue(1)}`,
  'a queue of 0.1 %': `${live}&${inQueue(6)}`,
  'a queue with old ones alone': `${live}&${inQueue(7)}`,
  'closed, a queue of 30 %': `status=closed&${inQueue(1)}`,
  'closed, a queue with old ones alone': `status=closed&${inQueue(7)}`,
  'closed, one’s own': 'status=closed&mine=true',
  'closed, nobody’s': 'status=closed&isNotAssignedUser=true',
  'live, nobody’s': `${live}&isNotAssignedUser=true`,
  'live, unread': `${live}&withUnreadMessages=true`,
  'open, unread (one in 2,000)': 'status=open&withUnreadMessages=true',
  'closed, unread (none)': 'status=closed&withUnreadMessages=true',
  'live, urgent': `${live}&priorities=urgent`,
  'closed, urgent': 'status=closed&priorities=urgent',
  'one’s own, urgent': 'status=open&mine=true&priorities=urgent',
  'by urgency': `${live}&sort=priority`,
  'by urgency, low': `${live}&priorities=low&sort=priority`,
  'a queue of 1 %, urgent': `${live}&${inQueue(5)}&priorities=urgent`,
  'a value that one has': `showAll=true&attributes=${having('pedido', `p${tickets - 970}`)}`,
  'a value that one in 60 has': `showAll=true&attributes=${having('motivo', 'troca')}`,
})

export const listsLarge: Group = {
  name: 'lists-large',
  title: 'Reading: a company with a million tickets',
  onlyWhenNamed: true,
  notes: [
    'One company with a million tickets (`quick`: 50,000) beside 300 small ones; one in ten is open, one in ten ' +
      'waits, eight are closed. An administrator, an agent of two queues with a tenth of the tickets, and one with ' +
      'few of their own ask for every tab and chip of the desk, one request at a time.',
  ],
  async run({ cluster, quick, rounds, seconds, say }) {
    const tickets = quick ? 50_000 : 1_000_000
    const world = { tenants: 300, ticketsPerTenant: 300, bigTickets: 0, messages: 100_000, threadMessages: 20_000 }
    const database = await cluster.database('lists_large')
    const tenant = bigTenant(world)
    const began = performance.now()
    await makeLists(database, world, (sql) => makeVaried(sql, { tenant, tickets, messages: tickets }))
    await makeVariedUsers(database, tenant)
    say(`${tickets.toLocaleString('en-US')} tickets made in ${Math.round((performance.now() - began) / 1_000)} s`)
    const node = await startNode(cluster, database)
    const people = await Promise.all(
      (
        [
          ['administrator', 1],
          ['agent', 2],
          ['agent with few', variedUsers],
        ] as const
      ).map(async ([who, user]) => ({ who, reader: new Reader(node.ready.port, await credentials(tenant, user)) })),
    )
    const timed = (reader: Reader, path: string) => async () => ({
      ...(await closedLoop(1, seconds / 8, () => reader.get(path))),
    })
    try {
      const sides: Record<string, ReturnType<typeof timed>> = {}
      for (const { who, reader } of people) {
        for (const [what, filter] of Object.entries(asked(tickets)))
          sides[`${who}: ${what}`] = timed(reader, `/tickets?${filter}&limit=${limit}`)
        for (const [what, filter] of [
          ['all of them', 'showAll=true'],
          ['closed ones', 'status=closed'],
        ] as const) {
          let path = `/tickets?${filter}&limit=${limit}`
          for (let at = 1; at < page; at++) {
            const { nextCursor } = await reader.get<TicketPage>(path)
            if (nextCursor === null) break
            path = `/tickets?${filter}&limit=${limit}&cursor=${encodeURIComponent(nextCursor)}`
          }
          sides[`${who}: ${what}, page ${page} by cursor`] = timed(reader, path)
          sides[`${who}: ${what}, page ${page} by pageNumber`] = timed(
            reader,
            `/tickets?${filter}&limit=${limit}&pageNumber=${page}`,
          )
        }
        sides[`${who}: counts`] = timed(reader, '/messages/count-all')
        sides[`${who}: contacts`] = timed(reader, `/contacts?limit=${limit}`)
      }
      const { reader } = people[0]!
      sides['a thread'] = timed(reader, `/messages/${benchId('ticket', tenant, 12_340)}`)
      for (const side of Object.values(sides)) await side()
      const seen = await alternating(rounds, sides)
      return Object.entries(seen).flatMap(([what, load]): Figure[] => [
        { what: `${what}, p50`, value: load['p50']!, unit: 'ms' },
        { what: `${what}, p99`, value: load['p99']!, unit: 'ms', aims: [atMost(10, 'value')] },
      ])
    } finally {
      for (const { reader } of people) await reader.close()
      await node.stop()
      await database.drop()
    }
  },
}
