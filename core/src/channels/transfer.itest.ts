import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { beginTask } from './connection-tasks.ts'
import { transferConversations } from './transfer.ts'

let database: TestDatabase
let a: TestTenant
let b: TestTenant
beforeAll(async () => {
  database = await testDatabase()
  ;({ a, b } = await twoTenants(database.owner))
})
afterAll(() => database.drop())

const stateOf = async () =>
  (
    await database.owner<
      { state: string; error: string | null }[]
    >`select state, error from core.connection_task where tenant_id = ${a.id}`
  )[0]
const woken: string[] = []
const run = (signal: AbortSignal) =>
  transferConversations({
    db: database.db,
    feed: { show: async () => undefined } as unknown as TicketFeed,
    progressed: async () => undefined,
    wake: (id) => void woken.push(id),
  })({ tenantId: a.id, data: { from: a.connection }, attempt: 1, signal })

test('a move that is interrupted is run again, one to a connection that is gone ends and says why', async () => {
  // A connection of another company is as much gone as one that was deleted.
  await database.db.tenant(a.id, (tx) =>
    beginTask(tx, { tenantId: a.id, connectionId: a.connection }, 'transfer', { to: b.connection }),
  )
  await expect(run(AbortSignal.abort())).rejects.toThrow()
  expect(await stateOf()).toEqual({ state: 'running', error: null })
  await run(new AbortController().signal)
  expect(await stateOf()).toEqual({ state: 'failed', error: 'the other channel was deleted' })
  expect(woken).toEqual([])
})
