import { randomUUID } from 'node:crypto'
import type { ExternalChatId, ExternalMessageId, ExternalUserId } from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settleIn, sourceAt } from '../../../tests/harness/arrivals.ts'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { storeArrivals, type Arrival, type Settle } from '../channels/inbound-store.ts'

let database: TestDatabase
let tenants: readonly [TestTenant, TestTenant]
beforeAll(async () => {
  database = await testDatabase()
  const { a, b } = await twoTenants(database.owner)
  tenants = [a, b]
})
afterAll(() => database.drop())

const settle: Settle = (...asked) => settleIn(database.db.raw)(...asked)
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

function arrival(tenant: TestTenant, id: string, aliases: readonly string[]): Arrival {
  return {
    source: sourceAt({ tenantId: tenant.id, connectionId: tenant.connection }, 'test-channel', 'test'),
    message: {
      type: 'message',
      id: randomUUID() as ExternalMessageId,
      chat: id as ExternalChatId,
      at: new Date(),
      isGroup: false,
      origin: 'live',
      sender: { id: id as ExternalUserId, isSelf: false, aliases: aliases as readonly ExternalUserId[] },
      parts: [{ kind: 'text', text: id, format: 'plain' }],
    },
    protocol: '{id}',
    blockMinutes: 0,
  }
}

async function deadlocks(): Promise<number> {
  const [row] = await database.owner<
    { deadlocks: string }[]
  >`select deadlocks from pg_stat_database where datname = current_database()`
  return Number(row!.deadlocks)
}

it('several nodes, merges by hand and their undoing work on the same people at once: no deadlock, nothing lost, nobody left on a contact that is gone', async () => {
  const before = await deadlocks()
  const people = Array.from({ length: 12 }, (_, index) => `p${index}`)
  let sent = 0
  const node = async (): Promise<void> => {
    for (let round = 0; round < 25; round++) {
      // Both companies in one batch, as on a busy node; the same ids mean other people there.
      const batch = Array.from({ length: 6 }, () =>
        arrival(pick(tenants), pick(people), Math.random() < 0.4 ? [pick(people)] : []),
      )
      const stored = await storeArrivals(database.db.raw, batch, settle)
      expect(stored.every(({ messageId, ticketId }) => messageId !== null && ticketId !== null)).toBe(true)
      sent += batch.length
    }
  }
  const byHand = async ({ id, admin }: TestTenant): Promise<void> => {
    for (let round = 0; round < 25; round++) {
      const contacts = await database.owner<
        { id: string }[]
      >`select id from core.contact where tenant_id = ${id} order by random() limit 2`
      if (contacts.length === 2)
        await database.db.tenant(id, (tx) =>
          tx.execute(`select core.merge_contacts('${id}', '${contacts[0]!.id}', '${contacts[1]!.id}', '${admin.id}')`),
        )
      const [merge] = await database.owner<
        { id: string }[]
      >`select id from core.contact_merge where tenant_id = ${id} and undone_at is null order by random() limit 1`
      if (merge)
        await database.db.tenant(id, (tx) =>
          tx.execute(`select core.undo_merge('${id}', '${merge.id}', '${admin.id}')`),
        )
    }
  }
  const closing = async (): Promise<void> => {
    for (let round = 0; round < 40; round++)
      await database.owner`
        update core.ticket set status = 'closed', closed_at = now()
         where id = (select id from core.ticket where status <> 'closed' order by random() limit 1)`
  }
  await Promise.all([node(), node(), node(), byHand(tenants[0]), byHand(tenants[1]), closing()])

  expect(
    (await database.owner<{ count: number }[]>`select count(*)::integer as count from core.message`)[0]!.count,
  ).toBe(sent)
  expect(
    await database.owner`
      select i.value
        from core.contact_identity i
        join core.contact c on c.id = i.contact_id
       where c.merged_into is not null or c.tenant_id <> i.tenant_id`,
  ).toHaveLength(0)
  expect(
    await database.owner`
      select t.id
        from core.ticket t
        join core.contact c on c.id = t.contact_id
       where c.merged_into is not null or c.tenant_id <> t.tenant_id`,
  ).toHaveLength(0)
  expect(
    (await database.owner<{ count: number }[]>`select count(*)::integer as count from core.contact_merge`)[0]!.count,
  ).toBeGreaterThan(0)
  expect(await deadlocks()).toBe(before)
}, 60_000)
