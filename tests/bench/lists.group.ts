import type { AttributeCondition, TicketPage } from '@recado/contracts'
import postgres, { type Sql } from 'postgres'
import { benchId } from './cluster.ts'
import { credentials } from './companies.ts'
import { atMost, type Figure, type Group } from './figure.ts'
import { bigTenant, longThread, makeLists, type ListWorld } from './lists-data.ts'
import { Reader } from './lists-reader.ts'
import { alternating, closedLoop } from './measure.ts'
import { startNode } from './program.ts'

const full: ListWorld = {
  tenants: 300,
  ticketsPerTenant: 1_000,
  bigTickets: 100_000,
  messages: 3_000_000,
  threadMessages: 20_000,
}
const small: ListWorld = {
  tenants: 30,
  ticketsPerTenant: 1_000,
  bigTickets: 20_000,
  messages: 200_000,
  threadMessages: 20_000,
}
/** 50 pages of 20 are what a company of 1,000 tickets has. */
const limit = 20
const page = 50
const letters = ['mar', 'ana l', 'silva', 'teix', '5511912', 'gomes 12', 'jo', 'vin']

/** The same rows without the product: no walls, no counts, one prepared statement. */
const bareList = (sql: Sql, tenant: number, after: { at: Date; id: string } | undefined) => sql`
  select t.*, c.name as contact_name, k.name as connection_name, u.name as username from (
    select *
      from core.ticket t
     where t.tenant_id = ${benchId('tenant', tenant)}
       and t.status = 'closed'
       and ${after ? sql`(t.updated_at, t.id) < (${after.at}, ${after.id})` : sql`true`}
     order by t.updated_at desc, t.id desc limit ${limit + 1}) t
    join core.contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
    join core.connection k on k.tenant_id = t.tenant_id and k.id = t.connection_id
    left join core.user_account u on u.tenant_id = t.tenant_id and u.id = t.user_id
   order by t.updated_at desc, t.id desc`

/** Contacts by the value of an attribute, which half of them have. */
const having = (condition: AttributeCondition): string =>
  `/contacts?limit=${limit}&attributes=${encodeURIComponent(JSON.stringify([condition]))}`
const everyStatus = 'showAll=true'
const closed = 'status=closed'

export const lists: Group = {
  name: 'lists',
  title: 'Reading: ticket lists, search, threads',
  notes: [
    'A signed-in administrator asks over HTTP for pages of 20, one request at a time: session, permission, list ' +
      'with names, tags, pins and a capped count, schema of the answer. 300 companies with 1,000 tickets each and ' +
      '3 million messages in all, and beside them a company with 100,000 tickets (`quick`: a tenth of that and ' +
      '20,000). Page 50 is reached by following cursors, and by `pageNumber`, which steps over the keys before it.',
    'The bare SQL is one prepared statement for the same rows as the database’s owner: no row-level security, no ' +
      'pins, no count.',
  ],
  async run({ cluster, quick, rounds, seconds, say }) {
    const world = quick ? small : full
    const database = await cluster.database('lists')
    const began = performance.now()
    await makeLists(database, world)
    say(
      `${world.messages.toLocaleString('en-US')} messages made in ${Math.round((performance.now() - began) / 1_000)} s`,
    )
    const node = await startNode(cluster, database)
    const big = bigTenant(world)
    const someSmall = (): number => 2 + Math.floor(Math.random() * (world.tenants - 1))
    const readers = new Map<number, Reader>()
    const reader = async (tenant: number): Promise<Reader> =>
      readers.get(tenant) ?? readers.set(tenant, new Reader(node.ready.port, await credentials(tenant, 1))).get(tenant)!
    const bare = postgres(database.ownerUrl, { max: 4, onnotice: () => undefined })

    const cursorOf = async (tenant: number, status: string, pages: number): Promise<string> => {
      let path = `/tickets?${status}&limit=${limit}`
      for (let at = 1; at < pages; at++) {
        const { nextCursor } = await (await reader(tenant)).get<TicketPage>(path)
        path = `/tickets?${status}&limit=${limit}&cursor=${nextCursor}`
      }
      return path
    }
    const deep = new Map<number, string>()
    const smallOnes = Array.from({ length: 10 }, someSmall)
    for (const tenant of smallOnes) deep.set(tenant, await cursorOf(tenant, everyStatus, page))
    const bigDeep = await cursorOf(big, closed, page)
    const anySmall = (): number => smallOnes[Math.floor(Math.random() * smallOnes.length)]!
    const [bigAfter] = await bare<{ at: Date; id: string }[]>`
      select updated_at as at, id
        from core.ticket
       where tenant_id = ${benchId('tenant', big)} and status = 'closed'
       order by updated_at desc, id desc offset ${limit * (page - 1) - 1} limit 1`

    const timed = (ask: () => Promise<unknown>) => async () => ({ ...(await closedLoop(1, seconds / 2, ask)) })
    const get = (tenant: () => number, path: (tenant: number) => string) =>
      timed(async () => {
        const number = tenant()
        return (await reader(number)).get(path(number))
      })
    const ofBig = (path: string) =>
      get(
        () => big,
        () => path,
      )
    try {
      const sides = {
        one: timed(() => bare`select 1`),
        small1: get(anySmall, () => `/tickets?status=open&status=pending&limit=${limit}`),
        smallDeep: get(anySmall, (tenant) => deep.get(tenant)!),
        smallNumber: get(anySmall, () => `/tickets?${everyStatus}&limit=${limit}&pageNumber=${page}`),
        big1: ofBig(`/tickets?${closed}&limit=${limit}`),
        bigDeep: ofBig(bigDeep),
        bigNumber: ofBig(`/tickets?${closed}&limit=${limit}&pageNumber=${page}`),
        bare1: timed(() => bareList(bare, big, undefined)),
        bareDeep: timed(() => bareList(bare, big, bigAfter)),
        search: get(
          () => big,
          () => {
            const letter = letters[Math.floor(Math.random() * letters.length)]!
            return `/tickets?${everyStatus}&limit=${limit}&searchParam=${encodeURIComponent(letter)}`
          },
        ),
        thread: get(
          () => 1,
          () => `/messages/${longThread}`,
        ),
        shortThread: get(anySmall, (tenant) => `/messages/${benchId('ticket', tenant, 2)}`),
        rareValue: ofBig(having({ key: 'contrato', test: 'is', value: 'c5000' })),
        frequentValue: ofBig(having({ key: 'plano', test: 'is', value: 'ouro' })),
        counts: ofBig('/messages/count-all'),
      }
      for (const side of Object.values(sides)) await side()
      const seen = await alternating(rounds, sides)
      const trip = { what: 'select 1, p50', value: seen.one.p50 }
      const bare1 = { what: 'bare SQL, p50', value: seen.bare1.p50 }
      const bareDeep = { what: 'bare SQL, p50', value: seen.bareDeep.p50 }
      const pair = (what: string, { p50, p99 }: { p50: number; p99: number }, against: Figure['limit']): Figure[] => [
        { what: `${what}, p50`, value: p50, unit: 'ms', ...(against && { limit: against }) },
        { what: `${what}, p99`, value: p99, unit: 'ms', aims: [atMost(10, 'value')] },
      ]
      return [
        ...pair('1,000 tickets: page 1, live ones', seen.small1, trip),
        ...pair('1,000 tickets: page 50 of all, by cursor', seen.smallDeep, trip),
        ...pair('1,000 tickets: page 50 of all, by pageNumber', seen.smallNumber, trip),
        ...pair(`${world.bigTickets.toLocaleString('en-US')} tickets: page 1, closed ones`, seen.big1, bare1),
        ...pair(`${world.bigTickets.toLocaleString('en-US')} tickets: page 50, by cursor`, seen.bigDeep, bareDeep),
        {
          what: 'page 50 by cursor, p50',
          value: seen.bigDeep.p50,
          unit: 'ms',
          limit: { what: 'page 1, p50', value: seen.big1.p50 },
          aims: [atMost(1.5)],
        },
        ...pair(
          `${world.bigTickets.toLocaleString('en-US')} tickets: page 50, by pageNumber`,
          seen.bigNumber,
          bareDeep,
        ),
        {
          what: 'contact search, 2 to 8 letters, p50',
          value: seen.search.p50,
          unit: 'ms',
          limit: trip,
          aims: [atMost(10, 'value')],
        },
        { what: 'contact search, 2 to 8 letters, p99', value: seen.search.p99, unit: 'ms' },
        {
          what: 'contacts by a value that one has, p50',
          value: seen.rareValue.p50,
          unit: 'ms',
          limit: trip,
          aims: [atMost(10, 'value')],
        },
        {
          what: 'contacts by a value that one in six has, p50',
          value: seen.frequentValue.p50,
          unit: 'ms',
          limit: trip,
        },
        {
          what: 'thread of 20,000 messages opened at its end, p50',
          value: seen.thread.p50,
          unit: 'ms',
          limit: { what: 'short thread, p50', value: seen.shortThread.p50 },
          aims: [atMost(2)],
        },
        { what: 'counts of the company with most tickets, p50', value: seen.counts.p50, unit: 'ms', limit: trip },
      ]
    } finally {
      for (const one of readers.values()) await one.close()
      await bare.end()
      await node.stop()
      await database.drop()
    }
  },
}
