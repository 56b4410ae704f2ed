import { slaOf, type Ticket, type Viewer, type VisibilitySettings } from '@recado/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { newId } from '../base/ids.ts'
import { TicketBoards } from './ticket-board.ts'
import { ticketRows, toTicket } from './ticket-rows.ts'
import { ticketsOnClock } from './tickets-on-clock.ts'

/* Waiting tickets, and since when: rows are marked by slaOf of the contracts, cards and clocks count in the
   database. */

const most = 25
const now = Date.UTC(2026, 5, 1, 12)
const thresholds = { green: 5, yellow: 15, red: 30 }
const visibility: VisibilitySettings = {
  hideAssignedToOthers: false,
  hideWithoutQueue: false,
  hideWithBot: false,
  hideContactData: false,
}

let database: TestDatabase
let a: TestTenant
let contacts: readonly string[]
let boards: TicketBoards
let viewer: Viewer

beforeAll(async () => {
  database = await testDatabase()
  const { owner, db } = database
  a = (await twoTenants(owner)).a
  contacts = Array.from({ length: most }, () => newId())
  await owner`insert into core.contact ${owner(contacts.map((id) => ({ id, tenant_id: a.id, name: 'Contato' })))}`
  boards = new TicketBoards({
    db,
    media: { sign: () => '' },
    settings: { visibility: () => Promise.resolve(visibility) },
    windows: () => ({}),
    picture: () => null,
  })
  viewer = {
    tenantId: a.id,
    userId: a.admin.id,
    name: a.admin.name,
    role: 'admin',
    queueIds: [],
    locale: 'pt-BR',
    can: () => true,
  }
})
afterAll(() => database.drop())

const ago = fc.integer({ min: -60_000, max: 3_600_000 }).map((ms) => new Date(now - ms))

it('S3-080 S4-128 S2-026 whoever waits on a row waits on the cards and on the clock, for as long', async () => {
  const row = fc.record({
    status: fc.constantFrom('open', 'open', 'pending', 'closed', 'group'),
    user_id: fc.constantFrom(null, a.user.id, a.colleague.id),
    queue_id: fc.constantFrom(null, a.sales, a.support),
    // A ticket that an agent has just opened has no message.
    said: fc.option(fc.record({ at: ago, byUs: fc.boolean() }), { freq: 4 }),
    snoozed_at: fc.option(ago, { freq: 3 }),
    woken_at: fc.option(ago, { freq: 2 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: most }), async (rows) => {
      const { owner, db } = database
      await owner`delete from core.ticket`
      await owner`insert into core.ticket ${owner(
        rows.map(({ said, snoozed_at, ...each }, index) => ({
          ...each,
          id: newId(),
          tenant_id: a.id,
          protocol: 'p',
          contact_id: contacts[index]!,
          connection_id: a.connection,
          channel: 'test-channel',
          chat: contacts[index]!,
          snoozed_at: each.status === 'open' ? snoozed_at : null,
          last_message_at: said?.at ?? null,
          last_message_from_me: said?.byUs ?? false,
          answered: said?.byUs ?? false,
        })),
      )}`
      const [told] = await db.read(a.id, (sql) => [
        ticketRows(sql, sql`select t.* from core.ticket t where t.tenant_id = ${a.id}`, null, {}),
      ])
      const waiting = told
        .map((each) => toTicket(each, false, () => null))
        .flatMap((ticket) => {
          const sla = slaOf(ticket, thresholds, now)
          return sla === null ? [] : [{ ticket, minutes: sla.waitedMinutes }]
        })
      const longest = (of: (ticket: Ticket) => boolean): number | null => {
        const minutes = waiting.filter(({ ticket }) => of(ticket)).map((one) => one.minutes)
        return minutes.length === 0 ? null : Math.max(...minutes)
      }
      const minutesSince = (since: string | null): number | null =>
        since === null ? null : Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))

      const board = await boards.board(viewer, undefined)
      expect(
        board.users.map(({ id, unanswered, waitingSince }) => [id, unanswered, minutesSince(waitingSince)]),
      ).toEqual(
        board.users.map(({ id }) => {
          const held = (ticket: Ticket) => ticket.userId === id && ticket.status === 'open'
          return [id, waiting.filter(({ ticket }) => held(ticket)).length, longest(held)]
        }),
      )
      expect(board.queues.map(({ id, waitingSince }) => [id, minutesSince(waitingSince)])).toEqual(
        board.queues.map(({ id }) => [id, longest(({ queueId }) => queueId === id)]),
      )
      const { tickets } = await ticketsOnClock(
        db,
        a.id,
        { clock: 'unanswered', after: null, until: new Date(now + 60_000).toISOString() },
        (sql) => sql`true`,
      )
      expect(tickets.map(({ ticket }) => ticket).toSorted()).toEqual(waiting.map(({ ticket }) => ticket.id).toSorted())
    }),
    { numRuns: 60 },
  )
})
