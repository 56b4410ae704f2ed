import { AttendanceFilter, type TicketPage, type Viewer } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { listTickets } from './ticket-list.ts'

const marias = 1_100
const visibility = { hideAssignedToOthers: false, hideWithoutQueue: false, hideWithBot: false, hideContactData: false }
let database: TestDatabase
let a: TestTenant

beforeAll(async () => {
  database = await testDatabase()
  const tenants = await twoTenants(database.owner)
  a = tenants.a
  for (const [tenant, label] of [
    [a, 'Aurora'],
    [tenants.b, 'Boreal'],
  ] as const) {
    // Number 1 is the oldest; every third ticket is closed, and one Quitéria is among the Marias.
    await database.owner`
      with person as (
        insert into core.contact (id, tenant_id, name)
        select uuidv7(), ${tenant.id}, case when n = 500 then 'Quitéria ' else 'Maria ' end || ${label} || ' ' || n
          from generate_series(1, ${marias}::integer) n
        returning id, name, split_part(name, ' ', 3)::integer as n)
      insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, updated_at)
      select uuidv7(), ${tenant.id}, 'p' || n, case when n % 3 = 0 then 'closed' else 'pending' end, id,
             ${tenant.connection}, 'test-channel', name, now() - make_interval(mins => 2000 - n)
        from person`
  }
})
afterAll(() => database.drop())

const viewer = (): Viewer => ({
  tenantId: a.id,
  userId: a.admin.id,
  name: 'Ana',
  role: 'admin',
  queueIds: [],
  locale: 'pt-BR',
  can: () => true,
})
const deps = () => ({ db: database.db, media: { sign: () => '' } })
const search = (filter: object): Promise<TicketPage> =>
  listTickets(
    deps(),
    viewer(),
    AttendanceFilter.parse({ showAll: 'true', limit: 10, ...filter }) as never,
    visibility,
    {},
  )
const names = (page: TicketPage): string[] => page.tickets.map((ticket) => ticket.name)

it('S4-120 what is pinned stands first, and more pins than are shown there lose no row', async () => {
  const live = Array.from({ length: 100 }, (_, index) => marias - index)
    .filter((n) => n % 3 !== 0)
    .slice(0, 60)
    .map((n) => `Maria Aurora ${n}`)
  const pinned = live.filter((_, index) => index >= 2 && index < 57)
  await database.owner`
    insert into core.ticket_pin (tenant_id, user_id, ticket_id)
    select t.tenant_id, ${a.admin.id}, t.id
      from core.ticket t
     where t.tenant_id = ${a.id} and t.chat = any (${pinned})`
  const page = (cursor: object): Promise<TicketPage> => search({ showAll: 'false', status: ['pending'], ...cursor })
  const first = await page({})
  expect(names(first)).toEqual([...pinned.slice(0, 50), ...live.filter((name) => !pinned.slice(0, 50).includes(name))])
  expect(first.tickets.map((ticket) => ticket.pinned)).toEqual([
    ...Array<boolean>(50).fill(true),
    false,
    false,
    ...Array<boolean>(5).fill(true),
    false,
    false,
    false,
  ])
  const second = await page({ cursor: first.nextCursor })
  expect(new Set([...names(first), ...names(second)]).size).toBe(70)
  expect(second.count).toBe(first.count)
  await database.owner`delete from core.ticket_pin where tenant_id = ${a.id}`
})

describe('searching tickets', () => {
  it('shows the newest of very many, page after page, with a capped count', async () => {
    const first = await search({ searchParam: 'maria' })
    expect(names(first)).toEqual(Array.from({ length: 10 }, (_, index) => `Maria Aurora ${marias - index}`))
    expect(first).toMatchObject({ count: 100, countCapped: true, hasMore: true })
    expect(names(await search({ searchParam: 'maria', cursor: first.nextCursor }))).toEqual(
      Array.from({ length: 10 }, (_, index) => `Maria Aurora ${marias - 10 - index}`),
    )
  })

  it('finds all of more than it gathers, newest first, and no part of what is masked', async () => {
    const frequent = 5_200
    await database.owner`
      with person as (
        insert into core.contact (id, tenant_id, name, number)
        select uuidv7(), ${a.id}, 'Zulmira ' || n, '5511' || (900000000 + n)
          from generate_series(1, ${frequent}::integer) n
        returning id, name, split_part(name, ' ', 2)::integer as n)
      insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, updated_at)
      select uuidv7(), ${a.id}, 'z' || n, case when n % 3 = 0 then 'closed' else 'pending' end, id, ${a.connection},
             'test-channel', name, now() - make_interval(mins => 9000 - n)
        from person`
    const newest = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `Zulmira ${from - index}`)
    const first = await search({ searchParam: 'zulmira' })
    expect(names(first)).toEqual(newest(frequent, 10))
    expect(first).toMatchObject({ count: 100, countCapped: true, hasMore: true })
    expect(names(await search({ searchParam: 'zulmira', cursor: first.nextCursor }))).toEqual(newest(frequent - 10, 10))
    expect(names(await search({ searchParam: '55119000', showAll: 'false', status: ['closed'], limit: 2 }))).toEqual([
      'Zulmira 5199',
      'Zulmira 5196',
    ])
    const masked = (searchParam: string) =>
      listTickets(
        deps(),
        { ...viewer(), can: (permission) => permission !== 'contacts.unmasked' },
        AttendanceFilter.parse({ showAll: 'true', limit: 10, searchParam }) as never,
        { ...visibility, hideContactData: true },
        {},
      )
    expect((await masked('55119000')).tickets).toEqual([])
    expect((await masked('zulmira')).tickets).toHaveLength(10)
  })

  it('finds the few in the same order, by part of a name, pages included', async () => {
    const first = await search({ searchParam: 'aurora 10', limit: 5 })
    const expected = [
      ...Array.from({ length: 100 }, (_, index) => 1_099 - index),
      ...Array.from({ length: 10 }, (_, index) => 109 - index),
      10,
    ].map((n) => `Maria Aurora ${n}`)
    expect(names(first)).toEqual(expected.slice(0, 5))
    expect(names(await search({ searchParam: 'aurora 10', limit: 5, cursor: first.nextCursor }))).toEqual(
      expected.slice(5, 10),
    )
    expect(names(await search({ searchParam: 'aurora 10', limit: 20, pageNumber: 6 }))).toEqual(expected.slice(100))
  })

  it('holds to the filter and finds a protocol, in this company alone', async () => {
    expect(names(await search({ searchParam: 'quit' }))).toEqual(['Quitéria Aurora 500'])
    expect((await search({ searchParam: 'quit', showAll: 'false', status: ['closed'] })).tickets).toEqual([])
    expect(names(await search({ searchParam: 'p77' }))).toEqual(['Maria Aurora 77'])
    expect(await search({ searchParam: 'boreal' })).toMatchObject({ tickets: [], count: 0 })
  })

  it('leaves no row out that is microseconds away from the last one of a page', async () => {
    await database.owner`
      update core.ticket t set updated_at = timestamptz '2026-01-01 12:00:00.123Z' + make_interval(secs => n * 0.000001)
        from (select id, row_number() over (order by id) as n
                from core.ticket
               where tenant_id = ${a.id} and chat like 'Maria Aurora 10%') counted
       where t.id = counted.id`
    const expected = (
      await database.owner<{ chat: string }[]>`
        select chat
          from core.ticket
         where tenant_id = ${a.id} and chat like 'Maria Aurora 10%'
         order by updated_at desc, id desc`
    ).map((row) => row.chat)
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page: TicketPage = await search({ searchParam: 'aurora 10', limit: 7, ...(cursor && { cursor }) })
      seen.push(...names(page))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen.length).toBeGreaterThan(100)
    expect(seen).toEqual(expected)
  })
})
