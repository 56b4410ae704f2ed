import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { deadLetters } from './dead.ts'
import { retainBus } from './retention.ts'

const hour = 3_600_000
const now = new Date('2026-03-01T12:00:00Z')
const clock = { now: () => now }
const ago = (hours: number): string => new Date(now.getTime() - hours * hour).toISOString()

describe('retention of the bus', () => {
  let world: TestDatabase
  beforeAll(async () => {
    world = await testDatabase()
  })
  afterAll(() => world.drop())

  const seqs = async (): Promise<number[]> =>
    (await world.owner<{ seq: string }[]>`select seq from bus.log order by seq`).map((row) => Number(row.seq))

  it('drops events that are old and read by everybody, and marks that nothing can need again', async () => {
    const { owner } = world
    const events = Array.from({ length: 10 }, (_, n) => ({
      seq: n + 1,
      event_id: randomUUID(),
      tenant_id: randomUUID(),
      name: 'ticket.closed.v1',
      key: 'k',
      data: '{}',
      at: ago(100 - n * 10),
    }))
    await owner`insert into bus.log ${owner(events)}`
    await owner`update bus.head set seq = 10`
    await owner`
      insert into bus.cursor (name, seq, updated_at)
      values ('quick', 10, ${ago(1)}), ('slow', 2, ${ago(200)}), ('uninstalled', 0, ${ago(24 * 20)})`
    const [old, held, young] = [randomUUID(), randomUUID(), randomUUID()]
    await owner`
      insert into bus.seen (consumer, event_id, at)
      values ('quick', ${old}, ${ago(24 * 8)}), ('quick', ${held}, ${ago(24 * 8)}), ('quick', ${young}, ${ago(24 * 6)})`
    await owner`
      insert into bus.parked (consumer, seq, event_id, tenant_id, name, key, data, at, next_at, dead_at)
      values ('quick', 1, ${held}, ${randomUUID()}, 'ticket.closed.v1', 'k', '{}', ${ago(300)}, ${ago(300)},
              ${ago(300)})`

    expect(await retainBus(world.db.raw, clock, 3)).toEqual({ events: 2, marks: 1, discarded: 0 })
    expect(await seqs()).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
    expect(
      (await owner<{ event_id: string }[]>`select event_id from bus.seen`).map((row) => row.event_id).toSorted(),
    ).toEqual([held, young].toSorted())

    await owner`update bus.cursor set seq = 10 where name = 'slow'`
    expect(await retainBus(world.db.raw, clock, 3)).toEqual({ events: 1, marks: 0, discarded: 0 })
    expect(await seqs()).toEqual([4, 5, 6, 7, 8, 9, 10])
    expect(await retainBus(world.db.raw, clock, 1)).toMatchObject({ events: 5 })
    expect(await seqs()).toEqual([9, 10])
  })

  it('removes discarded dead letters when a day has passed, and can bring them back until then', async () => {
    const { owner } = world
    const consumer = 'discarding'
    await owner`
      insert into bus.parked (consumer, seq, event_id, tenant_id, name, key, data, at, next_at, dead_at, error)
      select ${consumer}, n, gen_random_uuid(), ${randomUUID()}, 'ticket.closed.v1', 'k', '{}', ${ago(40)}, ${ago(40)},
             ${ago(40)}, 'no'
        from generate_series(1, 3) n`
    const dead = deadLetters({ sql: world.db.raw, clock, onRevived: () => undefined })
    const listed = async () => (await dead.list({ consumer })).map(({ seq }) => seq)
    const [before, lately] = [new Date(ago(25)), new Date(ago(23))]
    expect(await dead.discard(consumer, '1', undefined, before)).toBe(true)
    expect(await dead.discardAll(consumer, lately)).toEqual({ count: 2, hasMore: false })
    expect(await listed()).toEqual([])
    expect(await retainBus(world.db.raw, clock, 3)).toMatchObject({ discarded: 1 })
    expect(await dead.restore(consumer, before)).toEqual({ count: 0, hasMore: false })
    expect(await dead.restore(consumer, lately, '3')).toEqual({ count: 1, hasMore: false })
    expect(await listed()).toEqual(['3'])
    expect(await dead.restore(consumer, lately)).toEqual({ count: 1, hasMore: false })
    expect(await listed()).toEqual(['3', '2'])
  })
})
