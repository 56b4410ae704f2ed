import {
  AttendanceFilter,
  canSeeTicket,
  ticketPriorities,
  type AttributeCondition,
  type Ticket,
  type Viewer,
  type VisibilitySettings,
} from '@recado/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { countTickets } from '../../core/src/tickets/ticket-counts.ts'
import { countedTickets, listTickets } from '../../core/src/tickets/ticket-list.ts'
import { ticketRows, toTicket } from '../../core/src/tickets/ticket-rows.ts'
import {
  belongs,
  defaultFilter,
  filterQuery,
  sortOf,
  ticketViews,
  type TicketFilter,
  type TicketView,
} from '../../shell/src/data/tickets/ticket-filter.ts'
import { ticketsOf } from '../../shell/src/data/tickets/ticket-merge.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { twoTenants, type TestTenant } from '../harness/tenants.ts'

/* A client places what is pushed to it by rules of its own: they are those of the server's list. */

const howMany = 90
const settings: VisibilitySettings = {
  hideAssignedToOthers: false,
  hideWithoutQueue: false,
  hideWithBot: false,
  hideContactData: false,
}
const media = { sign: () => '' }

let database: TestDatabase
let a: TestTenant
let tags: readonly string[]
let otherConnection: string
/** Every ticket of the company as each of the two viewers is told of it. */
let viewers: readonly { readonly viewer: Viewer; readonly tickets: readonly Ticket[] }[]

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 })
/** Few instants, so that many are the same; to the millisecond, which is what clients are told. */
const instant = fc.integer({ min: 0, max: 20 }).map((ms) => new Date(Date.UTC(2026, 0, 1, 12, 0, 0, ms)))

beforeAll(async () => {
  database = await testDatabase()
  const { owner } = database
  const tenants = await twoTenants(owner)
  a = tenants.a
  otherConnection = newId()
  const connection = { id: otherConnection, tenant_id: a.id, name: 'Outro canal', plugin: 'test', type: 'test-channel' }
  await owner`insert into core.connection ${owner({ ...connection, hook_secret: newId() })}`
  tags = [newId(), newId()]
  await owner`insert into core.tag ${owner(tags.map((id) => ({ id, tenant_id: a.id, name: id, color: '#15803d' })))}`
  const row = fc.record({
    status: fc.constantFrom('open', 'open', 'pending', 'pending', 'closed', 'group'),
    user_id: maybe(fc.constantFrom(a.admin.id, a.user.id, a.colleague.id)),
    queue_id: maybe(fc.constantFrom(a.sales, a.support)),
    bot: maybe(fc.constant('some-bot')),
    unread: fc.constantFrom(0, 0, 3),
    answered: fc.boolean(),
    priority: fc.integer({ min: 1, max: ticketPriorities.length }),
    snoozed_at: fc.option(instant, { freq: 3 }),
    attributes: fc.constantFrom({}, { plano: 'ouro' }, { plano: 'prata', vidas: 3 }),
    last_message_at: maybe(instant),
    created_at: instant,
    updated_at: instant,
    connection_id: fc.constantFrom(a.connection, a.connection, otherConnection),
  })
  const rows = fc.sample(row, { numRuns: howMany, seed: 17 }).map((each) => ({
    ...each,
    id: newId(),
    snoozed_at: each.status === 'open' ? each.snoozed_at : null,
  }))
  const contacts = rows.map(({ id }) => ({ id, tenant_id: a.id, name: 'Contato' }))
  await owner`insert into core.contact ${owner(contacts)}`
  await owner`insert into core.ticket ${owner(
    rows.map((each) => ({
      ...each,
      attributes: owner.json(each.attributes) as never,
      is_group: each.status === 'group',
      tenant_id: a.id,
      protocol: `P-${each.id}`,
      contact_id: each.id,
      channel: 'test-channel',
      chat: each.id,
    })),
  )}`
  const marks = rows.flatMap(({ id: ticket_id }, index) =>
    [a.admin.id, a.user.id]
      .filter((_, who) => (index + who) % 5 === 0)
      .map((user_id) => ({ tenant_id: a.id, user_id, ticket_id })),
  )
  await owner`insert into core.ticket_tag ${owner(
    rows.flatMap(({ id: ticket_id }, index) =>
      tags.filter((_, which) => (index + which) % 3 === 0).map((tag_id) => ({ tenant_id: a.id, tag_id, ticket_id })),
    ),
  )}`
  await owner`insert into core.ticket_pin ${owner(marks.filter((_, index) => index % 2 === 0))}`
  await owner`insert into core.ticket_watch ${owner(marks)}`
  const viewer = (user: TestTenant['user'], role: 'admin' | 'user', queueIds: Viewer['queueIds']): Viewer => ({
    tenantId: a.id,
    userId: user.id,
    name: user.name,
    role,
    queueIds,
    locale: 'pt-BR',
    can: () => role === 'admin',
  })
  viewers = await Promise.all(
    [viewer(a.admin, 'admin', []), viewer(a.user, 'user', [a.sales])].map(async (one) => {
      const [told] = await database.db.read(a.id, (sql) => [
        ticketRows(sql, sql`select t.* from core.ticket t where t.tenant_id = ${a.id}`, one.userId, {}),
      ])
      return { viewer: one, tickets: told.map((each) => toTicket(each, false, () => null)) }
    }),
  )
})
afterAll(() => database.drop())

const condition = fc.constantFrom<AttributeCondition>(
  { key: 'plano', test: 'is', value: 'ouro' },
  { key: 'plano', test: 'unset' },
  { key: 'vidas', test: 'from', value: 2 },
)
const anyFilter = (searches: readonly string[]): fc.Arbitrary<TicketFilter> => {
  const rarely = fc.constantFrom(false, false, false, true)
  const sometimes = (choices: readonly string[]) =>
    fc.oneof(fc.constant<string[]>([]), fc.subarray<string>([...choices]))
  return fc.record({
    view: fc.constantFrom('all' as const, ...ticketViews),
    searchParam: fc.constantFrom(...searches),
    status: fc.subarray(['open', 'pending', 'closed', 'group'], { minLength: 1 }),
    showAll: rarely,
    mine: rarely,
    queuesIds: fc.subarray([a.sales, a.support] as string[]),
    withUnreadMessages: rarely,
    unanswered: rarely,
    isNotAssignedUser: rarely,
    includeNotQueueDefined: fc.boolean(),
    priorities: fc.subarray([...ticketPriorities]),
    tagIds: sometimes(tags),
    connectionIds: sometimes([a.connection, otherConnection]),
    userIds: sometimes([a.admin.id, a.user.id]),
    snoozed: rarely,
    watched: rarely,
    sort: fc.constantFrom('recent', 'priority'),
    withBot: fc.constantFrom(null, null, true, false),
    attributes: fc.array(condition, { maxLength: 1 }),
    contactAttributes: fc.constant([]),
    // Only the server can tell: tests/tickets/days.itest.ts.
    days: fc.constant(null),
  })
}
const asked = (filter: TicketFilter): AttendanceFilter =>
  ({ ...AttendanceFilter.parse({}), ...filterQuery(filter) }) as AttendanceFilter

async function allPages(viewer: Viewer, filter: TicketFilter, limit: number): Promise<Ticket[]> {
  const tickets: Ticket[] = []
  for (let cursor: string | undefined; ;) {
    const query = { ...asked(filter), limit, cursor }
    const page = await listTickets({ db: database.db, media }, viewer, query, settings, {})
    tickets.push(...page.tickets)
    if (page.nextCursor === null) return tickets
    cursor = page.nextCursor
  }
}
const ids = (tickets: readonly Ticket[]): string[] => tickets.map(({ id }) => id)
/** The list as a client makes it of tickets that it is told of one by one. */
const inClient = (tickets: readonly Ticket[], filter: TicketFilter): Ticket[] =>
  ticketsOf(
    {
      pages: [{ tickets: [...tickets], count: 0, countCapped: false, hasMore: false, nextCursor: null }],
      pageParams: [null],
    },
    sortOf(filter),
  )

describe('the list of tickets', () => {
  it('S4-120 S5-035 holds the same in a client as on the server, in the same order and number', async () => {
    const nothingSought = ['', ' ', 'a', '😀', ' 1 ']
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 1),
        anyFilter(nothingSought),
        fc.constantFrom(7, 200),
        async (who, filter, limit) => {
          const { viewer, tickets } = viewers[who]!
          const expected = inClient(
            tickets.filter(
              (ticket) =>
                canSeeTicket(viewer, ticket, settings) && belongs(ticket, filter, viewer.userId as string) === 'yes',
            ),
            filter,
          )
          expect(ids(await allPages(viewer, filter, limit))).toEqual(ids(expected))
          expect(await countedTickets(database.db, viewer, [asked(filter)], settings)).toEqual([expected.length])
        },
      ),
      { numRuns: 150 },
    )
  })

  it('S4-005 S4-006 has as many tickets in each view as are counted beside it, whatever the company hides', async () => {
    const views = ticketViews.filter((view) => view !== 'all')
    for (const [who, ...hidden] of [
      [0, false, false, false],
      [1, false, false, false],
      [1, true, false, false],
      [1, false, true, false],
      [1, false, false, true],
    ] as const) {
      const { viewer, tickets } = viewers[who]!
      const [hideAssignedToOthers, hideWithoutQueue, hideWithBot] = hidden
      const chosen: VisibilitySettings = { ...settings, hideAssignedToOthers, hideWithoutQueue, hideWithBot }
      const counts = await countTickets(database.db, viewer, chosen)
      const counted: Record<Exclude<TicketView, 'all'>, number> = { ...counts, queue: counts.pending }
      expect(views.map((view) => [view, counted[view]])).toEqual(
        views.map((view) => [
          view,
          tickets.filter(
            (ticket) =>
              canSeeTicket(viewer, ticket, chosen) &&
              belongs(ticket, { ...defaultFilter, view }, viewer.userId as string) === 'yes',
          ).length,
        ]),
      )
    }
  })

  it('holds nothing that a client takes out where only the server can tell what is found', async () => {
    const [{ tickets: all }] = viewers as [(typeof viewers)[0]]
    const sought = ['Contato', ...all.slice(0, 4).map(({ protocol }) => protocol)]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 1), anyFilter(sought), async (who, filter) => {
        const { viewer, tickets } = viewers[who]!
        const open = tickets.filter(
          (ticket) =>
            canSeeTicket(viewer, ticket, settings) && belongs(ticket, filter, viewer.userId as string) !== 'no',
        )
        const expected =
          filter.searchParam === 'Contato' ? open : open.filter((one) => one.protocol === filter.searchParam)
        expect(ids(await allPages(viewer, filter, 200))).toEqual(ids(inClient(expected, filter)))
      }),
      { numRuns: 60 },
    )
  })
})
