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

interface Told {
  readonly before: TicketState
  readonly status: string
  readonly userId: string | null
  readonly queueId: string | null
}

it('the tickets of somebody who leaves are handed over as if each were given to the receiver', async () => {
  const row = fc.record({
    status: fc.constantFrom('open' as const, 'open' as const, 'group' as const, 'closed' as const),
    userId: fc.constantFrom(a.user.id, a.user.id, a.colleague.id),
    queueId: fc.constantFrom(null, a.sales, a.support),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: most }), async (rows) => {
      const { owner } = database
      const tickets = rows.map((state) => ({ id: newId(), state }))
      await owner`delete from core.ticket`
      await owner`insert into core.ticket ${owner(
        tickets.map(({ id, state }, index) => ({
          id,
          status: state.status,
          user_id: state.userId,
          queue_id: state.queueId,
          tenant_id: a.id,
          protocol: 'p',
          contact_id: contacts[index]!,
          connection_id: a.connection,
          channel: 'test-channel',
          chat: contacts[index]!,
        })),
      )}`
      await owner`select * from core.hand_over(${a.id}, ${a.user.id}, ${a.admin.id}, ${a.supervisor.id})`
      const ids = tickets.map(({ id }) => id)
      const now = await owner<{ id: string; state: TicketState; logs: object[] | null; told: Told | null }[]>`
        select t.id, jsonb_build_object('status', t.status, 'userId', t.user_id, 'queueId', t.queue_id) as state,
               (select jsonb_agg(jsonb_build_object('type', l.type, 'userId', l.user_id,
                 'queueId', l.queue_id) order by l.created_at,
                 l.id)
                  from core.ticket_log l where l.ticket_id = t.id) as logs,
               (select o.data from bus.outbox o where o.key = t.id::text and o.name = 'ticket.updated.v1') as told
          from unnest(${ids}::uuid[]) with ordinality u (id, ord) join core.ticket t on t.id = u.id order by u.ord`
      expect(now.map(({ id, state, logs, told }) => ({ id, state, logs, told }))).toEqual(
        tickets.map(({ id, state }, index) => {
          const step =
            state.userId === a.user.id && state.status !== 'closed'
              ? transition(state, { userId: a.admin.id }, a.supervisor.id)
              : undefined
          const ref = { ticketId: id, contactId: contacts[index], connectionId: a.connection }
          return step
            ? { id, state: step.next, logs: step.logs, told: { ...ref, ...step.next, before: state } }
            : { id, state, logs: null, told: null }
        }),
      )
    }),
    { numRuns: 40 },
  )
})
