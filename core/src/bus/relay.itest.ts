import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../tests/harness/database.ts'

const backlog = 20_000

it('a backlog is moved by its index, also with a plan from when there was none', async () => {
  await using stack = new AsyncDisposableStack()
  const world = stack.adopt(await testDatabase(), (database) => database.drop())
  await world.owner`alter table bus.outbox set (autovacuum_enabled = off)`
  const session = await world.owner.reserve()
  stack.defer(() => session.release())
  const move = async (): Promise<number> => (await session`select seq from bus.relay(500)`).length
  const readInOrder = async (): Promise<number> => {
    await session`select pg_stat_force_next_flush()`
    const [read] = await world.owner<
      { rows: number }[]
    >`select seq_tup_read::integer as rows from pg_stat_user_tables where relid = 'bus.outbox'::regclass`
    return read!.rows
  }
  // Kept plans are made within the first calls.
  for (let call = 0; call < 8; call++) expect(await move()).toBe(0)
  await session`
    insert into bus.outbox (tenant_id, name, key)
    select ${randomUUID()}, 'ticket.closed.v1', n::text
      from generate_series(1, ${backlog}) n`
  const before = await readInOrder()
  let moved = 0
  for (let count = await move(); count > 0; count = await move()) moved += count
  expect(moved).toBe(backlog)
  expect((await readInOrder()) - before).toBe(0)
  const [order] = await world.owner<{ sorted: boolean }[]>`
    select bool_and(key = place::text) as sorted
      from (select key, row_number() over (order by seq) as place from bus.log) l`
  expect(order!.sorted).toBe(true)
})
