import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { sweep, type Sweep } from './sweep.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
interface Row extends Record<string, unknown> {
  id: number
}

describe('sweep', () => {
  let world: TestDatabase
  let now = new Date('2026-01-01T00:00:00Z')
  const clock = { now: () => now }

  beforeAll(async () => {
    world = await testDatabase()
    await world.owner.unsafe(
      'create schema alarms; create table alarms.alarm (id int primary key, due_at timestamptz, rung int not ' +
        `null default 0); grant usage on schema alarms to ${world.roles.app}; grant all on alarms.alarm to ` +
        `${world.roles.app}`,
    )
  })
  beforeEach(async () => {
    await world.owner`truncate alarms.alarm`
    await world.owner`
      insert into alarms.alarm (id, due_at)
      select n, '2026-01-01T01:00:00Z'::timestamptz + n * interval '1 second'
        from generate_series(1, 25) n`
    now = new Date('2026-01-01T00:00:00Z')
  })
  afterAll(() => world.drop())

  const alarms = (handle: Sweep<Row>['handle'] = ring): Sweep<Row> => ({
    name: 'alarms',
    everyMs: 3_600_000,
    batch: 10,
    claim: (tx, at, limit) =>
      tx.execute<Row>(sql`
        select id
          from alarms.alarm
         where due_at <= ${at.toISOString()}::timestamptz
         order by due_at limit ${limit} for update skip locked`),
    handle,
  })
  const ring: Sweep<Row>['handle'] = async (tx, rows) => {
    await tx.execute(
      sql`update alarms.alarm set due_at = null, rung = rung + 1 where id in ${rows.map((row) => row.id)}`,
    )
  }
  const rung = async (): Promise<number[]> =>
    (await world.owner<{ id: number }[]>`select id from alarms.alarm where rung = 1 order by id`).map((row) => row.id)

  it('handles what is due by the given clock, batch after batch, and nothing else', async () => {
    const sweeping = sweep(alarms(), { db: world.db, log, clock })
    await sweeping.run()
    expect(await rung()).toEqual([])
    now = new Date('2026-01-01T01:00:23Z')
    await sweeping.run()
    expect(await rung()).toEqual(Array.from({ length: 23 }, (_, n) => n + 1))
    await sweeping.close()
  })

  it('gives each row to one of two nodes', async () => {
    now = new Date('2026-01-02T00:00:00Z')
    const nodes = [sweep(alarms(), { db: world.db, log, clock }), sweep(alarms(), { db: world.db, log, clock })]
    await Promise.all(nodes.map((node) => node.run()))
    await Promise.all(nodes.map((node) => node.run()))
    const [row] = await world.owner<
      { n: number; most: number }[]
    >`select count(*)::int as n, max(rung) as most from alarms.alarm where rung > 0`
    expect(row).toEqual({ n: 25, most: 1 })
    await Promise.all(nodes.map((node) => node.close()))
  })

  it('keeps a row that cannot be handled due, without holding up its batch', async () => {
    now = new Date('2026-01-01T01:00:05Z')
    const sweeping = sweep(
      alarms(async (tx, rows, at) => {
        await ring(tx, rows, at)
        if (rows.some((row) => row.id === 3)) throw new Error('poison')
      }),
      { db: world.db, log, clock },
    )
    await sweeping.run()
    expect(await rung()).toEqual([1, 2, 4, 5])
    await sweeping.close()
  })
})
