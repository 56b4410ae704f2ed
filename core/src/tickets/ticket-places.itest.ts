import {
  AttendanceFilter,
  canSeeTicket,
  roles,
  type TicketPage,
  type Viewer,
  type VisibilitySettings,
} from '@recado/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { countTickets } from './ticket-counts.ts'
import { listTickets } from './ticket-list.ts'

interface Known {
  id: string
  status: string
  user_id: string | null
  queue_id: string | null
  bot: string | null
  unread: number
  priority: number
  snoozed_at: Date | null
  place: string
  waiting: string
  answered: boolean
}

let database: TestDatabase
let a: TestTenant
let known: Known[]

beforeAll(async () => {
  database = await testDatabase()
  const tenants = await twoTenants(database.owner)
  a = tenants.a
  const sql = database.owner
  for (const tenant of [tenants.a, tenants.b]) {
    await sql`
      with person as (
        insert into core.contact (id, tenant_id, name)
        select uuidv7(), ${tenant.id}, 'Contato ' || n
          from generate_series(1, 400) n
        returning id, split_part(name, ' ', 2)::integer as n)
      insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, user_id,
        queue_id, bot, unread, answered, priority, snoozed_at, updated_at, last_message_at)
      select uuidv7(), ${tenant.id}, 'p' || n, s.status, id, ${tenant.connection}, 'test-channel', 'c' || n,
             (array[null, ${tenant.admin.id}, ${tenant.user.id}, ${tenant.colleague.id}]::uuid[])[1 + n / 4 % 4],
             (array[null, ${tenant.sales}, ${tenant.support}]::uuid[])[1 + n / 16 % 3],
             case when s.status <> 'closed' and n % 5 = 0 then 'bot' end, n % 3, n % 2 = 0, 1 + n % 4,
             case when s.status = 'open' and n % 7 = 0 then now() end, now() - make_interval(mins => n * 7 % 90),
             now() - make_interval(mins => n * 11 % 90)
        from person cross join lateral (select (array['open', 'pending', 'closed', 'group'])[1 + n % 4] as status) s`
    await sql`
      insert into core.ticket_watch (tenant_id, user_id, ticket_id)
      select tenant_id, ${tenant.user.id}, id
        from core.ticket
       where tenant_id = ${tenant.id} and protocol like '%3'`
  }
  known = await sql<Known[]>`
    select id, status, user_id, queue_id, bot, unread, priority, snoozed_at, answered,
    to_char(updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.US') || id as place,
    to_char(coalesce(last_message_at, created_at), 'YYYY-MM-DD"T"HH24:MI:SS.US') || id as waiting
      from core.ticket
     where tenant_id = ${a.id}`
})
afterAll(() => database.drop())

const arbitraryViewer = (): fc.Arbitrary<Viewer> =>
  fc
    .record({
      userId: fc.constantFrom(a.admin.id, a.user.id, a.colleague.id, a.supervisor.id),
      role: fc.constantFrom(...roles),
      queueIds: fc.subarray([a.sales, a.support]),
    })
    .map((chosen) => ({ ...chosen, tenantId: a.id, name: 'Ana', locale: 'pt-BR', can: () => true }) as Viewer)
const arbitrarySettings = fc.record({
  hideAssignedToOthers: fc.boolean(),
  hideWithoutQueue: fc.boolean(),
  hideWithBot: fc.boolean(),
  hideContactData: fc.constant(false),
})
const seen = (viewer: Viewer, settings: VisibilitySettings): Known[] =>
  known.filter(({ user_id, queue_id, bot }) =>
    canSeeTicket(
      viewer,
      { userId: user_id, queueId: queue_id, withBot: bot !== null && user_id === null } as never,
      settings,
    ),
  )
const ranks = { urgent: 1, high: 2, normal: 3, low: 4 } as const

it('S4-120 a list has every ticket that the filter asks for and the viewer may see, once and in order, page after page', async () => {
  const filters = () =>
    fc.record({
      status: fc.subarray(['open', 'pending', 'closed', 'group'], { minLength: 1 }),
      queuesIds: fc.subarray([a.sales, a.support]),
      includeNotQueueDefined: fc.boolean().map(String),
      withUnreadMessages: fc.boolean().map(String),
      unanswered: fc.boolean().map(String),
      isNotAssignedUser: fc.boolean().map(String),
      mine: fc.boolean().map(String),
      snoozed: fc.boolean().map(String),
      withBot: fc.constantFrom(undefined, 'true', 'false'),
      priorities: fc.subarray(['urgent', 'high', 'normal', 'low']),
      sort: fc.constantFrom('recent', 'priority'),
      limit: fc.constantFrom(7, 60, 200),
    })
  await fc.assert(
    fc.asyncProperty(arbitraryViewer(), arbitrarySettings, filters(), async (viewer, settings, given) => {
      const filter = AttendanceFilter.parse(given)
      const list = (more: object): Promise<TicketPage> =>
        listTickets(
          { db: database.db, media: { sign: () => '' } },
          viewer,
          { ...filter, ...more } as never,
          settings,
          {},
        )
      const expected = seen(viewer, settings)
        .filter(
          (t) =>
            given.status.includes(t.status) &&
            (t.queue_id === null
              ? filter.includeNotQueueDefined
              : filter.queuesIds.length === 0 || filter.queuesIds.includes(t.queue_id as never)) &&
            (!filter.withUnreadMessages || t.unread > 0) &&
            (!filter.unanswered || !t.answered) &&
            (!filter.isNotAssignedUser || t.user_id === null) &&
            (!filter.mine || t.user_id === viewer.userId) &&
            (t.snoozed_at !== null) === filter.snoozed &&
            (filter.withBot === undefined || filter.withBot === (t.bot !== null && t.user_id === null)) &&
            (filter.priorities.length === 0 || filter.priorities.some((one) => ranks[one] === t.priority)),
        )
        .sort((one, other) =>
          filter.sort === 'priority' && !given.status.includes('closed')
            ? one.priority - other.priority ||
              Number(one.answered) - Number(other.answered) ||
              (one.waiting < other.waiting ? -1 : 1)
            : one.place < other.place
              ? 1
              : -1,
        )
        .map(({ id }) => id)
      const found: string[] = []
      let page = await list({})
      expect(page.count).toBe(Math.min(100, expected.length))
      expect(page.countCapped).toBe(expected.length > 100)
      found.push(...page.tickets.map(({ id }) => id))
      for (let number = 2; page.nextCursor !== null; number++) {
        const cursor = page.nextCursor
        page = await list({ cursor })
        expect((await list({ pageNumber: number })).tickets).toEqual(page.tickets)
        found.push(...page.tickets.map(({ id }) => id))
      }
      expect(found).toEqual(expected)
    }),
    { numRuns: 120 },
  )
})

it('the counts are those of what the viewer may see', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryViewer(), arbitrarySettings, async (viewer, settings) => {
      const rows = seen(viewer, settings)
      const live = rows.filter(({ status, snoozed_at }) => status !== 'closed' && snoozed_at === null)
      const number = (of: (row: Known) => boolean): number => live.filter(of).length
      const held = ({ bot, user_id }: Known): boolean => bot !== null && user_id === null
      expect(await countTickets(database.db, viewer, settings)).toMatchObject({
        open: number(({ status }) => status === 'open'),
        pending: number((row) => row.status === 'pending' && !held(row)),
        bot: number((row) => row.status === 'pending' && held(row)),
        group: number(({ status }) => status === 'group'),
        mine: number(({ status, user_id }) => status === 'open' && user_id === viewer.userId),
        unread: number(({ unread }) => unread > 0),
        withoutQueue: number(({ status, queue_id }) => status !== 'group' && queue_id === null),
        closed: rows.filter(({ status }) => status === 'closed').length,
        snoozed: rows.filter(({ snoozed_at }) => snoozed_at !== null).length,
      })
    }),
    { numRuns: 60 },
  )
})
