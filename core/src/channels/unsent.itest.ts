import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { newId } from '../base/ids.ts'
import type { FeedChange } from '../realtime/ticket-feed.ts'
import { ConnectionsService, type ConnectionsDeps } from './connections.service.ts'

let database: TestDatabase
let tenants: { a: TestTenant; b: TestTenant }
beforeAll(async () => {
  database = await testDatabase()
  tenants = await twoTenants(database.owner)
})
afterAll(() => database.drop())

/** A message of ours whose send is in some state. */
async function sending(tenant: TestTenant, state: string, leaseUntil: string | null = null): Promise<string> {
  const [contact, ticket, message] = [newId<never>(), newId<never>(), newId<never>()]
  const { owner } = database
  await owner`insert into core.contact (id, tenant_id, name) values (${contact}, ${tenant.id}, 'Contato')`
  await owner`
    insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat)
    values (${ticket}, ${tenant.id}, 'p', 'open', ${contact}, ${tenant.connection}, 'test-channel', ${contact})`
  await owner`
    insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, from_me, body, parts, status,
      sent_at)
    values (${message}, ${tenant.id}, ${ticket}, ${contact}, ${tenant.connection}, true, 'x', '[]', 'pending', now())`
  await owner`
    insert into core.delivery (id, tenant_id, message_id, connection_id, chat, state, lease_until)
    values (${newId()}, ${tenant.id}, ${message}, ${tenant.connection}, ${contact}, ${state},
            ${leaseUntil}::timestamptz)`
  return message
}

describe('what was under way when its connection was deleted', () => {
  it('promise 4: ends as failed once nobody can send it any more; other connections go on', async () => {
    const { a, b } = tenants
    const repeated = await sending(a, 'retry')
    const orphaned = await sending(a, 'leased', '2020-01-01')
    const underWay = await sending(a, 'leased', '2999-01-01')
    const elsewhere = await sending(b, 'retry')
    await database.owner`update core.connection set deleted_at = now() where id = ${a.connection}`
    const shown: [string, FeedChange][] = []
    const service = new ConnectionsService({
      db: database.db,
      bus: { poke: () => undefined },
      feed: {
        show: async (tenantId: string, change: FeedChange) => {
          shown.push([tenantId, change])
        },
      },
    } as unknown as ConnectionsDeps)

    await service.sweepUnsent()

    const statuses = new Map(
      (await database.owner<{ id: string; status: string }[]>`select id, status from core.message`).map((row) => [
        row.id,
        row.status,
      ]),
    )
    expect([repeated, orphaned, underWay, elsewhere].map((id) => statuses.get(id))).toEqual([
      'failed',
      'failed',
      'pending',
      'pending',
    ])
    expect(
      shown.map(([tenantId, change]) => [tenantId, change.messages?.map((message) => message.id).toSorted()]),
    ).toEqual([[a.id, [repeated, orphaned].toSorted()]])
  })
})
