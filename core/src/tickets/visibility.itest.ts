import { canSeeTicket, roles, type TicketFacts, type Viewer, type VisibilitySettings } from '@recado/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { newId } from '../base/ids.ts'
import { seeingUsers, visibleTickets } from './visibility-sql.ts'

let database: TestDatabase
let a: TestTenant
let facts: ({ id: string } & TicketFacts)[]

beforeAll(async () => {
  database = await testDatabase()
  const tenants = await twoTenants(database.owner)
  a = tenants.a
  facts = []
  for (const tenant of [tenants.a, tenants.b]) {
    for (const userId of [null, tenant.admin.id, tenant.user.id, tenant.colleague.id]) {
      for (const [queueId, bot] of [null, tenant.sales, tenant.support].flatMap(
        (queue) =>
          [
            [queue, null],
            [queue, 'some-bot'],
          ] as const,
      )) {
        const id = newId()
        const contact = newId()
        await database.owner`
          insert into core.contact (id, tenant_id, name) values (${contact}, ${tenant.id}, 'Contato')`
        await database.owner`
          insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, user_id,
            queue_id, bot)
          values (${id}, ${tenant.id}, 'p', 'open', ${contact}, ${tenant.connection}, 'test-channel', ${contact},
                  ${userId}, ${queueId}, ${bot})`
        if (tenant === tenants.a) facts.push({ id, userId, queueId, withBot: bot !== null && userId === null })
      }
    }
  }
})
afterAll(() => database.drop())

describe('the visibility policy', () => {
  it('S6-010 S6-011 S6-020 S6-022 is the same in SQL and in code, for every viewer and setting, and never shows another company', async () => {
    const viewers: fc.Arbitrary<Pick<Viewer, 'userId' | 'role' | 'queueIds'>> = fc.record({
      userId: fc.constantFrom(a.admin.id, a.user.id, a.colleague.id, a.supervisor.id),
      role: fc.constantFrom(...roles),
      queueIds: fc.subarray([a.sales, a.support]),
    })
    const settings: fc.Arbitrary<VisibilitySettings> = fc.record({
      hideAssignedToOthers: fc.boolean(),
      hideWithoutQueue: fc.boolean(),
      hideWithBot: fc.boolean(),
      hideContactData: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(viewers, settings, async (viewer, chosen) => {
        const [rows] = await database.db.read(a.id, (sql) => [
          sql<{ id: string }>`select t.id from core.ticket t where ${visibleTickets(sql, viewer, chosen)}`,
        ])
        const inCode = facts.filter((ticket) => canSeeTicket(viewer, ticket, chosen)).map((ticket) => ticket.id)
        expect(rows.map((row) => row.id).sort()).toEqual(inCode.sort())
      }),
      { numRuns: 200 },
    )
  })

  it('names the users who see a ticket as it decides for each of them', async () => {
    const [people] = await database.db.read(a.id, (sql) => [
      sql<Pick<Viewer, 'userId' | 'role' | 'queueIds'>>`
      select u.id as "userId", u.profile as role,
             array(select q.queue_id
                     from core.user_queue q
                    where q.tenant_id = u.tenant_id and q.user_id = u.id) as "queueIds"
        from core.user_account u
       where u.tenant_id = ${a.id}`,
    ])
    for (const hideAssignedToOthers of [true, false])
      for (const hideWithoutQueue of [true, false])
        for (const hideWithBot of [true, false]) {
          const chosen: VisibilitySettings = {
            hideAssignedToOthers,
            hideWithoutQueue,
            hideWithBot,
            hideContactData: false,
          }
          for (const ticket of facts) {
            const [rows] = await database.db.read(a.id, (sql) => [
              sql<{
                id: string
              }>`
                select u.id
                  from core.ticket t
                  join core.user_account u on u.tenant_id = t.tenant_id
                 where t.tenant_id = ${a.id} and t.id = ${ticket.id} and ${seeingUsers(sql, chosen)}`,
            ])
            expect(rows.map(({ id }) => id).toSorted()).toEqual(
              people
                .filter((viewer) => canSeeTicket(viewer, ticket, chosen))
                .map(({ userId }) => userId as string)
                .toSorted(),
            )
          }
        }
  })
})
