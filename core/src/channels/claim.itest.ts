import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { newId } from '../base/ids.ts'

/*
 * What a claim reads must depend on what it takes, not on what waits: a campaign stores tens of thousands of messages,
 * and a provider that is away leaves as many chats with a first message whose next try is still to come.
 */

const node = 'claims'
const taken = 32

let database: TestDatabase
let a: TestTenant
let b: TestTenant
/** A message of each company. The intents are what is looked at: all of them are to send the same one. */
const message = new Map<string, string>()
beforeAll(async () => {
  database = await testDatabase()
  ;({ a, b } = await twoTenants(database.owner))
  const { owner } = database
  for (const company of [a, b]) {
    const [contact, ticket, said] = [newId(), newId(), newId()]
    await owner`insert into core.contact (id, tenant_id, name) values (${contact}, ${company.id}, 'Contato')`
    await owner`insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat)
      values (${ticket}, ${company.id}, ${ticket}, 'open', ${contact}, ${company.connection}, 'test-channel', 'c1')`
    await owner`
      insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, from_me, body, parts, status,
        sent_at)
      values (${said}, ${company.id}, ${ticket}, ${contact}, ${company.connection}, true, 'Oi', '[]', 'pending', now())`
    await owner`
      update core.connection set leased_by = ${node} where tenant_id = ${company.id} and id = ${company.connection}`
    message.set(company.id, said)
  }
})
afterAll(() => database.drop())
beforeEach(async () => void (await database.owner`delete from core.delivery`))

/** So many intents of a company, dealt out to so many chats. */
async function store(
  { id, connection }: TestTenant,
  intents: number,
  { chats, prefix = 'c' }: { chats: number; prefix?: string },
): Promise<void> {
  await database.owner`
    insert into core.delivery (id, tenant_id, message_id, connection_id, chat, lane)
    select uuidv7(), ${id}, ${message.get(id)!}, ${connection}, ${prefix}::text || n % ${chats}::integer, n
      from generate_series(1, ${intents}::integer) n`
}

/** The first of each chat of {@link store} has failed, and is tried again in an hour. */
async function block({ id }: TestTenant, chats: number): Promise<void> {
  await database.owner`
    update core.delivery set state = 'retry', attempt = 1, next_at = now() + interval '1 hour'
     where tenant_id = ${id} and lane <= ${chats}`
}

interface Claimed {
  readonly id: string
  readonly tenant_id: string
  readonly chat: string
  readonly lane: string
}
/** Claims as the server's role does. */
async function claim(companies: readonly TestTenant[], limit = taken, lease = '30 seconds'): Promise<Claimed[]> {
  const rows = await database.db.raw<{ id: string }[]>`
    select id
      from core.claim_deliveries(${companies.map(({ connection }) => connection)}::uuid[], ${node}, ${lease}::interval,
        ${limit})`
  return [
    ...(await database.owner<Claimed[]>`
      select d.id, d.tenant_id, d.chat, d.lane
        from core.delivery d
       where d.id = any (${rows.map(({ id }) => id)}::uuid[])`),
  ]
}

/** Pages that a claim reads, and how many it takes; it is undone. */
async function cost({ connection }: TestTenant, openings = taken): Promise<{ pages: number; rows: number }> {
  const undone = new Error('undone')
  let seen = { pages: Number.NaN, rows: Number.NaN }
  const look = async (): Promise<void> => {
    await database.owner
      .begin(async (sql) => {
        const [answer] = await sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>`
          explain (analyze, buffers, format json)
          select * from core.claim_deliveries(${[connection]}::uuid[], ${node}, interval '30 seconds', ${taken},
            ${[taken]}::integer[], ${[openings]}::integer[])`
        const plan = answer!['QUERY PLAN'][0]!.Plan
        seen = { pages: plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!, rows: plan['Actual Rows']! }
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
  }
  // The first call of a session reads what the database says about its tables.
  await look()
  await look()
  return seen
}

describe('a claim reads no more', () => {
  let few: { pages: number; rows: number }
  beforeEach(async () => {
    await store(b, 10_000, { chats: 100 })
    await store(a, taken, { chats: taken })
    few = await cost(a)
    expect(few.rows).toBe(taken)
    await database.owner`delete from core.delivery where tenant_id = ${a.id}`
  })
  /** Deeper indexes, and rows that lie apart. */
  const growth = 2

  it('with 50,000 intents in one chat', async () => {
    await store(a, 50_000, { chats: 1 })
    const { pages, rows } = await cost(a)
    expect(rows).toBe(1)
    expect(pages).toBeLessThan(few.pages)
  })

  it('with 50,000 intents in 5,000 chats', async () => {
    await store(a, 50_000, { chats: 5_000 })
    const { pages, rows } = await cost(a)
    expect(rows).toBe(taken)
    expect(pages).toBeLessThan(few.pages * growth)
  })

  it('with 5,000 chats whose first intent is not due, with others behind', async () => {
    await store(a, 50_000, { chats: 5_000 })
    await block(a, 5_000)
    expect((await cost(a)).rows).toBe(0)
    expect((await cost(a)).pages).toBeLessThan(few.pages / 4)
    await store(a, taken, { chats: taken, prefix: 'z' })
    const { pages, rows } = await cost(a)
    expect(rows).toBe(taken)
    expect(pages).toBeLessThan(few.pages * growth)
  })
})

describe('on a connection with a pace, chats that nobody has begun', () => {
  beforeEach(async () => {
    await database.owner`
      insert into core.connection_pace (tenant_id, connection_id) values (${a.id}, ${a.connection})
      on conflict do nothing`
  })
  afterEach(async () => void (await database.owner`delete from core.connection_pace where tenant_id = ${a.id}`))

  it('are taken up to their number, behind answers, and cost nothing while none may be', async () => {
    // c1 is the chat of a ticket in which somebody has written.
    const said = newId()
    await database.owner`
      insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, from_me, body, parts, status,
        sent_at)
      select ${said}, tenant_id, ticket_id, contact_id, connection_id, false, 'Oi', '[]', 'received', now()
        from core.message where id = ${message.get(a.id)!}`
    await store(a, 20_000, { chats: 20_000, prefix: 'z' })
    const none = await cost(a, 0)
    expect(none).toEqual({ pages: expect.any(Number), rows: 0 })
    await store(a, 1, { chats: 2 })
    expect((await claim([a], 1)).map(({ chat }) => chat)).toEqual(['c1'])
    const some = await cost(a, 3)
    expect(some.rows).toBe(3)
    expect(some.pages).toBeLessThan((await cost(a)).pages)
    await database.owner`delete from core.delivery where tenant_id = ${a.id}`
    expect(none.pages).toBeLessThan((await cost(a, 0)).pages * 3)
  })
})

describe('a claim takes', () => {
  it('the first intent of each chat alone, of those that have been due longest', async () => {
    await store(a, 100, { chats: 50 })
    await database.owner`
      update core.delivery set next_at = now() - interval '1 minute' where tenant_id = ${a.id} and chat = 'c42'`
    expect((await claim([a], 1)).map(({ chat, lane }) => [chat, lane])).toEqual([['c42', '42']])
    const rest = await claim([a], 100)
    expect(rest.map(({ lane }) => Number(lane)).toSorted((x, y) => x - y)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1).filter((lane) => lane !== 42),
    )
    expect(await claim([a], 100)).toEqual([])
  })

  it('intents of several connections in turn, and none of one that another node has', async () => {
    await store(a, 100, { chats: 100 })
    await store(b, 100, { chats: 100 })
    const both = await claim([a, b], 10)
    expect(both.filter(({ tenant_id }) => tenant_id === a.id)).toHaveLength(5)
    expect(both.filter(({ tenant_id }) => tenant_id === b.id)).toHaveLength(5)
    await database.owner`update core.connection set leased_by = 'other' where id = ${b.connection}`
    expect((await claim([a, b], 100)).every(({ tenant_id }) => tenant_id === a.id)).toBe(true)
    await database.owner`update core.connection set leased_by = ${node} where id = ${b.connection}`
  })

  it('one whose lease has run out, and says so', async () => {
    await store(a, 2, { chats: 1 })
    await claim([a], 1, '-1 seconds')
    expect(
      await database.db.raw<{ attempt: number; expired: boolean }[]>`
        select attempt, expired
          from core.claim_deliveries(${[a.connection]}::uuid[], ${node}, interval '30 seconds', 1)`,
    ).toEqual([{ attempt: 2, expired: true }])
  })
})

/** Where the lane of a chat is not what its intents say. */
const wrongLanes = () => database.owner`
  select coalesce(l.chat, h.chat) as chat, l.due_at, h.due_at as head from core.delivery_lane l
    full join (
      select distinct on (d.tenant_id, d.connection_id, d.chat) d.tenant_id, d.connection_id, d.chat,
             core.delivery_due(d.state, d.next_at, d.lease_until) as due_at
        from core.delivery d where d.state in ('queued', 'leased', 'retry')
       order by d.tenant_id, d.connection_id, d.chat, d.lane) h using (tenant_id, connection_id, chat)
   where l.due_at is distinct from h.due_at`

describe('lanes', () => {
  it('are what their intents say, whatever is done to these at once', async () => {
    const { owner } = database
    const chats = 6
    const rounds = 60
    const claimed: Claimed[] = []
    const some = (limit: number): number => Math.floor(Math.random() * limit)
    const insert = async () => {
      const chat = `c${some(chats)}`
      // Stored as core.outbound does: who stores holds the ticket.
      await owner.begin(async (sql) => {
        await sql`select pg_advisory_xact_lock(hashtext(${chat}))`
        await sql`
          insert into core.delivery (id, tenant_id, message_id, connection_id, chat, lane)
          values (${newId()}, ${a.id}, ${message.get(a.id)!}, ${a.connection}, ${chat},
                  core.next_lane(${a.id}, ${a.connection}, ${chat}))`
      })
    }
    const settle = async (state: string, nextAt: string) => {
      for (const row of await claim([a], 2)) {
        claimed.push(row)
        await owner`
          update core.delivery
             set state = ${state}, lease_until = null, leased_by = null, next_at = now() + ${nextAt}::interval
           where tenant_id = ${a.id} and id = ${row.id}`
      }
    }
    const works = [
      insert,
      insert,
      () => settle('sent', '0'),
      () => settle('sent', '0'),
      () => settle('retry', '1 hour'),
      () => owner`update core.delivery set next_at = now() where tenant_id = ${a.id} and state = 'retry'`,
      () => owner`delete from core.delivery where id in (
        select id from core.delivery where tenant_id = ${a.id} and state = 'queued' order by random() limit 1)`,
    ]
    await Promise.all(
      works.map(async (work) => {
        for (let round = 0; round < rounds; round++) await work()
      }),
    )
    expect(await wrongLanes()).toEqual([])
    await owner`update core.delivery set next_at = now() where tenant_id = ${a.id} and state = 'retry'`
    for (let before = -1; before < claimed.length;) {
      before = claimed.length
      await settle('sent', '0')
    }
    expect(await owner`select id from core.delivery where state <> 'sent'`, 'what waits is found').toEqual([])
    expect(await owner`select chat from core.delivery_lane`).toEqual([])
    expect(claimed.length).toBeGreaterThan(rounds / 2)
    // Within a chat, an intent is claimed after all that came before it.
    for (const chat of new Set(claimed.map((row) => row.chat))) {
      const lanes = claimed.filter((row) => row.chat === chat).map(({ lane }) => BigInt(lane))
      expect(lanes, chat).toEqual(lanes.toSorted((x, y) => (x < y ? -1 : x > y ? 1 : 0)))
    }
  })

  it('follow intents to another chat and to another connection, and end with them', async () => {
    const { owner } = database
    await store(a, 6, { chats: 2 })
    await claim([a], 1)
    await owner`update core.delivery set chat = 'merged' where tenant_id = ${a.id} and state = 'queued'`
    expect(await wrongLanes()).toEqual([])
    const [other] = await owner<{ id: string }[]>`
      insert into core.connection (id, tenant_id, name, plugin, type, config, hook_secret)
      select ${newId()}, tenant_id, 'Outra', plugin, type, config, 'outro'
        from core.connection
       where id = ${a.connection}
      returning id`
    await owner`update core.delivery set connection_id = ${other!.id} where tenant_id = ${a.id} and chat = 'merged'`
    expect(await wrongLanes()).toEqual([])
    expect(await owner`select chat from core.delivery_lane where connection_id = ${other!.id}`).toEqual([
      { chat: 'merged' },
    ])
    await owner`update core.delivery set state = 'failed' where tenant_id = ${a.id}`
    expect(await owner`select chat from core.delivery_lane`).toEqual([])
  })
})
