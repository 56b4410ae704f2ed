import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { newId } from '../base/ids.ts'
import { transition, type TicketState } from './transition.ts'

const most = 20

let database: TestDatabase
let a: TestTenant
let contacts: readonly string[]

beforeAll(async () => {
  database = await testDatabase()
  a = (await twoTenants(database.owner)).a
  contacts = Array.from({ length: most }, () => newId())
  await database.owner`insert into core.contact ${database.owner(
    contacts.map((id) => ({ id, tenant_id: a.id, name: 'Contato' })),
  )}`
})
afterAll(() => database.drop())

it('who writes again finds their ticket where it would be had it been given back to its queue', async () => {
  const row = fc.record({
    status: fc.constantFrom('closed' as const, 'closed' as const, 'open' as const),
    userId: fc.constantFrom(null, a.user.id, a.colleague.id),
    queueId: fc.constantFrom(null, a.sales, a.support),
    closedMinutes: fc.integer({ min: 0, max: 20 }),
    blockMinutes: fc.constantFrom(0, 0, 5, 10),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: most }), async (rows) => {
      const { owner } = database
      const tickets = rows.map((each) => ({ ...each, id: newId() }))
      await owner`delete from core.ticket`
      await owner`insert into core.ticket ${owner(
        tickets.map(({ id, status, userId, queueId, closedMinutes }, index) => ({
          id,
          status,
          user_id: userId,
          queue_id: queueId,
          started_at: new Date(),
          // Half a minute off, so that no test run is long enough to cross the bound.
          closed_at: status === 'closed' ? new Date(Date.now() - (closedMinutes + 0.5) * 60_000) : null,
          tenant_id: a.id,
          protocol: 'p',
          contact_id: contacts[index]!,
          connection_id: a.connection,
          channel: 'test-channel',
          chat: contacts[index]!,
        })),
      )}`
      const ids = tickets.map(({ id }) => id)
      const opened = await owner<{ id: string; outcome: string }[]>`
        select o.ticket_id as id, o.outcome
          from unnest(${contacts.slice(0, rows.length)}::uuid[], ${rows.map((each) => each.blockMinutes)}::integer[])
            with ordinality u (contact, block, ord)
          cross join lateral core.open_ticket(${a.id}, u.contact, u.contact, ${a.connection}, 'test-channel',
            u.contact::text, 'p', u.block, gen_random_uuid(), false) o
         order by u.ord`
      const now = await owner<{ state: TicketState; started: boolean; closed: boolean; logs: object[] | null }[]>`
        select jsonb_build_object('status', t.status, 'userId', t.user_id, 'queueId', t.queue_id) as state,
               t.started_at is not null as started, t.closed_at is not null as closed,
               (select jsonb_agg(jsonb_build_object('type', l.type, 'userId', l.user_id, 'queueId', l.queue_id))
                  from core.ticket_log l
                 where l.ticket_id = t.id) as logs
          from unnest(${ids}::uuid[]) with ordinality u (id, ord) join core.ticket t on t.id = u.id order by u.ord`
      expect(opened.map(({ id, outcome }, index) => ({ id, outcome, ...now[index]! }))).toEqual(
        tickets.map(({ id, closedMinutes, blockMinutes, ...state }) => {
          const isKept = blockMinutes > 0 && closedMinutes < blockMinutes
          if (state.status === 'open' || isKept) {
            const outcome = state.status === 'open' ? 'live' : 'kept'
            return { id, outcome, state, started: true, closed: state.status === 'closed', logs: null }
          }
          const back = transition({ ...state, status: 'open' }, { status: 'pending' }, null)!
          return { id, outcome: 'reopened', state: back.next, started: back.started, closed: false, logs: back.logs }
        }),
      )
    }),
    { numRuns: 40 },
  )
})
