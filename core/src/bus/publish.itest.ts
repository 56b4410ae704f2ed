import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { busOfTest } from './bus.rig.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const a = randomUUID()
const b = randomUUID()
/** Roles belong to the whole cluster, so their names are unique to this run. */
const plugin = `shop-${randomUUID().slice(0, 8)}`
const role = `plg_${plugin.replaceAll('-', '_')}`
const insufficientPrivilege = { code: '42501' }

describe('publishing', () => {
  let world: TestDatabase
  let asPlugin: postgres.Sql
  const outbox = () =>
    world.owner<{ tenant_id: string; name: string }[]>`select tenant_id, name from bus.outbox order by id`

  beforeAll(async () => {
    world = await testDatabase()
    await world.owner.unsafe(`create role ${role} login password 'of a test'`)
    const url = new URL(world.appUrl)
    url.username = role
    url.password = 'of a test'
    asPlugin = postgres(url.href, { max: 1, onnotice: () => undefined })
  })
  afterAll(async () => {
    await asPlugin.end()
    await world.owner.unsafe(`drop role ${role}`)
    await world.drop()
  })

  it('refuses an event of another tenant inside a tenant transaction, on every way in', async () => {
    for (const statement of [
      sql`
        insert into bus.outbox (event_id, tenant_id, name, key, data)
        values (${randomUUID()}, ${b}, 'ticket.closed.v1', 'k', '{}')`,
      sql`select bus.publish(${b}, 'ticket.closed.v1', 'k', '{}')`,
    ])
      await expect(world.db.tenant(a, (tx) => tx.execute(statement))).rejects.toMatchObject({
        cause: insufficientPrivilege,
      })
    expect(await outbox()).toEqual([])
  })

  it('shows a tenant transaction its own events and platform work all of them', async () => {
    for (const tenantId of [a, b])
      await world.db.tenant(tenantId, (tx) =>
        tx.execute(sql`select bus.publish(${tenantId}, 'ticket.closed.v1', 'k', '{}')`),
      )
    expect(await world.db.tenant(a, (tx) => tx.execute(sql`select tenant_id from bus.outbox`))).toEqual([
      { tenant_id: a },
    ])
    expect(await world.db.platform((tx) => tx.execute(sql`select tenant_id from bus.outbox order by id`))).toEqual([
      { tenant_id: a },
      { tenant_id: b },
    ])
    await world.owner`delete from bus.outbox`
  })

  it('lets a plugin publish names of its own within its tenant, and nothing else', async () => {
    const publish = (tenant: string | null, name: string, of = a) =>
      asPlugin.begin(async (tx) => {
        if (tenant) await tx`select set_config('app.tenant', ${tenant}, true)`
        return tx`select bus.publish(${of}, ${name}, 'k', '{"n": 1}'::text::jsonb)`
      })
    await publish(a, `${plugin}.sold.v1`)
    for (const [tenant, name, of] of [
      [a, 'ticket.closed.v1', a],
      [a, 'survey.answered.v1', a],
      [a, `${plugin}x.sold.v1`, a],
      [a, `${plugin}.sold.v1`, b],
      [null, `${plugin}.sold.v1`, a],
    ] as const) {
      await expect(publish(tenant, name, of)).rejects.toMatchObject(insufficientPrivilege)
    }
    for (const table of ['outbox', 'log', 'cursor', 'parked', 'seen', 'head'])
      await expect(asPlugin.unsafe(`select * from bus.${table}`)).rejects.toMatchObject(insufficientPrivilege)
    await expect(asPlugin`select * from bus.relay(1)`).rejects.toMatchObject(insufficientPrivilege)
    expect(await outbox()).toEqual([{ tenant_id: a, name: `${plugin}.sold.v1` }])
    await world.owner`delete from bus.outbox`
  })

  it('knows a plugin also by the role it was put into', async () => {
    await expect(
      world.owner.begin(async (tx) => {
        await tx.unsafe(`set local role ${role}`)
        await tx`select set_config('app.tenant', ${a}, true)`
        await tx`select bus.publish(${a}, 'ticket.closed.v1', 'k', '{}'::text::jsonb)`
      }),
    ).rejects.toMatchObject(insufficientPrivilege)
  })

  it('refuses what is not the name of an event or not a key', async () => {
    const bus = await busOfTest({ db: world.db, log })
    try {
      for (const [name, key] of [
        ['ticket.closed', 'k'],
        ['Ticket.closed.v1', 'k'],
        ['ticket.closed.v0', 'k'],
        ['ticket.*.v1', 'k'],
        ['ticket.closed.v1', ''],
        ['ticket.closed.v1', 'k'.repeat(201)],
      ] as const) {
        await expect(
          world.db.tenant(a, (tx) => bus.publishChecked(tx, { tenantId: a, name, key, data: null })),
        ).rejects.toThrow(/not the name of an event|1 to 200 characters/)
        await expect(
          world.db.tenant(a, (tx) => tx.execute(sql`select bus.publish(${a}, ${name}, ${key}, null)`)),
        ).rejects.toMatchObject({ cause: { code: '23514' } })
      }
    } finally {
      await bus.close()
    }
  })

  it('has no notification in anything it does', async () => {
    const [found] = await world.owner<{ n: number }[]>`
      select count(*)::int as n
        from pg_proc p
        join pg_namespace s on s.oid = p.pronamespace
       where s.nspname = 'bus' and p.prosrc ~* '(pg_notify|\\mnotify\\M)'`
    expect(found!.n).toBe(0)
    const [triggers] = await world.owner<
      { n: number }[]
    >`select count(*)::int as n from pg_trigger where tgrelid = 'bus.outbox'::regclass`
    expect(triggers!.n).toBe(0)
  })
})
