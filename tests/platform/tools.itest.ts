import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { migrateJobs } from '../../core/src/jobs/migrate-jobs.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

let world: TestApp
let master: Person
let admin: Person
beforeAll(async () => {
  world = await testApp({ pluginFolders: [] })
  await migrateJobs(world.database.ownerUrl, world.database.roles)
  await world.database.owner`update core.user_account set is_master = true where id = ${world.a.admin.id}`
  ;[master, admin] = [await world.signIn(world.a.admin), await world.signIn(world.b.admin)]
})
afterAll(() => world.close())

interface Jobs {
  readonly counts: { queue: string; state: string; count: number; oldest: string | null }[]
  readonly failed: { id: string; task: string; tenantId: string; reason: string; attempts: number }[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}
const jobs = (query = '') => master.ok<Jobs>('GET', `/tools/jobs${query}`)

/** A job of a task that no node has, in the state that the columns say. */
async function job(
  tenantId: string,
  task: string,
  columns: {
    attempts?: number
    maxAttempts?: number
    lastError?: string
    createdMinutesAgo?: number
    runInMinutes?: number
    lockedBy?: string
  } = {},
): Promise<string> {
  const {
    attempts = 0,
    maxAttempts = 25,
    lastError = null,
    createdMinutesAgo = 0,
    runInMinutes = 0,
    lockedBy = null,
  } = columns
  const [row] = await world.database.owner<{ id: string }[]>`
    select id
      from graphile_worker.add_job(${task}, ${world.database.owner.json({ tenantId, data: null })}::json,
        max_attempts => ${maxAttempts})`
  await world.database.owner`
    update graphile_worker._private_jobs
       set attempts = ${attempts}, last_error = ${lastError},
           created_at = now() - make_interval(mins => ${createdMinutesAgo}),
           run_at = now() + make_interval(mins => ${runInMinutes}),
           locked_by = ${lockedBy},
           locked_at = case when ${lockedBy}::text is not null
                            then now() - make_interval(mins => ${createdMinutesAgo}) end
     where id = ${row!.id}`
  return row!.id
}
const runsIn = async (id: string) =>
  (
    await world.database.owner<{ due: boolean; locked: boolean; attempts: number }[]>`
      select run_at <= now() as due, locked_at is not null as locked, attempts
        from graphile_worker._private_jobs
       where id = ${id}`
  )[0]

/** A message of a company in its outbox. */
async function delivery(
  state: string,
  columns: { minutesAgo: number; certain?: boolean; leaseMinutesAgo?: number },
): Promise<string> {
  const { owner } = world.database
  const [contact, ticket, id] = [newId(), newId(), newId()]
  await owner`insert into core.contact (id, tenant_id, name) values (${contact}, ${world.b.id}, 'Contato')`
  await owner`
    insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat)
    values (${ticket}, ${world.b.id}, ${ticket}, 'open', ${contact}, ${world.b.connection}, 'test-channel', ${ticket})`
  await owner`
    select core.outbound(${world.b.id}, ${ticket}, ${newId()}, ${id}, null, 'Oi',
      ${owner.json([{ kind: 'text', text: 'Oi', format: 'plain' }])}, 'bot', null, null)`
  const [row] = await owner<{ id: string }[]>`
    update core.delivery d
       set state = ${state}, created_at = now() - make_interval(mins => ${columns.minutesAgo}),
           next_at = now() + interval '1 hour', attempt = 1,
           error = ${
             columns.certain === undefined
               ? null
               : owner.json({ kind: 'network', code: 'X', message: 'x', certain: columns.certain })
           },
           leased_by = ${columns.leaseMinutesAgo === undefined ? null : 'gone'},
           lease_until = ${
             columns.leaseMinutesAgo === undefined
               ? null
               : owner`now() - make_interval(mins => ${columns.leaseMinutesAgo})`
           }
      from core.message m where m.id = d.message_id and m.ticket_id = ${ticket} returning d.id`
  return row!.id
}
const isDue = async (id: string) =>
  (
    await world.database.owner<{ due: boolean }[]>`select next_at <= now() as due from core.delivery where id = ${id}`
  )[0]!.due

test('R20 the tools are for masters, and acts for who has shown lately who they are', async () => {
  for (const [method, path] of [
    ['GET', '/tools/jobs'],
    ['POST', '/tools/cache/clear'],
    ['POST', '/tools/jobs/1/retry'],
    ['POST', '/tools/jobs/1/discard'],
  ] as const) {
    expect(await admin.refused(method, path, method === 'POST' ? {} : undefined), path).toBe('403 ERR_NO_PERMISSION')
  }
  await world.database
    .owner`update core.session set confirmed_at = now() - interval '6 minutes' where user_id = ${world.a.admin.id}`
  await expect
    .poll(() => master.call('POST', '/tools/cache/clear', {}), { timeout: 5_000 })
    .toMatchObject({ status: 403, body: { error: 'ERR_CONFIRMATION_REQUIRED' } })
  await world.database.owner`update core.session set confirmed_at = now() where user_id = ${world.a.admin.id}`
  await expect
    .poll(async () => (await master.call('POST', '/tools/cache/clear', {})).status, { timeout: 5_000 })
    .toBe(200)
})

test('S7-098 clearing the caches makes what stands in the database count at once', async () => {
  expect(
    (await admin.ok<{ key: string; value: unknown }[]>('GET', '/settings')).find(
      ({ key }) => key === 'ticketListLimit',
    ),
  ).toMatchObject({ value: 40 })
  await world.database
    .owner`insert into core.setting (tenant_id, key, value) values (${world.b.id}, 'ticketListLimit', '25')`
  await master.ok('POST', '/tools/cache/clear', {})
  expect(
    (await admin.ok<{ key: string; value: unknown }[]>('GET', '/settings')).find(
      ({ key }) => key === 'ticketListLimit',
    ),
  ).toMatchObject({ value: 25 })
})

test('S9-076 clearing the cache sets going again what is stuck for five minutes, and nothing that may have been sent', async () => {
  const stuck = await job(world.b.id, 'nobody', { attempts: 3, createdMinutesAgo: 6, runInMinutes: 30 })
  const fresh = await job(world.b.id, 'nobody', { attempts: 1, createdMinutesAgo: 4, runInMinutes: 30 })
  const planned = await job(world.b.id, 'nobody', { createdMinutesAgo: 60, runInMinutes: 30 })
  const abandoned = await job(world.b.id, 'nobody', { attempts: 1, createdMinutesAgo: 6, lockedBy: 'gone' })
  const runner = await world.database.owner.reserve()
  await runner`select pg_advisory_lock(hashtextextended('recado:jobs:alive', 0))`
  const running = await job(world.b.id, 'nobody', { attempts: 1, createdMinutesAgo: 6, lockedBy: 'alive' })
  const [certain, recent] = [
    await delivery('retry', { minutesAgo: 6, certain: true }),
    await delivery('retry', { minutesAgo: 4, certain: true }),
  ]
  const doubtful = [
    await delivery('retry', { minutesAgo: 6, certain: false }),
    await delivery('unknown', { minutesAgo: 6, certain: false }),
    await delivery('leased', { minutesAgo: 6, leaseMinutesAgo: 6 }),
    await delivery('failed', { minutesAgo: 6, certain: true }),
  ]

  expect(await master.ok('POST', '/tools/cache/clear', {})).toMatchObject({ deliveries: 1 })

  expect(await runsIn(stuck)).toMatchObject({ due: true, locked: false })
  expect(await runsIn(abandoned)).toMatchObject({ due: true, locked: false })
  for (const id of [fresh, planned]) expect(await runsIn(id)).toMatchObject({ due: false })
  expect(await runsIn(running)).toMatchObject({ locked: true })
  expect([await isDue(certain), await isDue(recent), ...(await Promise.all(doubtful.map(isDue)))]).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
  const trace = await world.database.owner<
    { facts: { deliveries: number } }[]
  >`select tenant_id, user_id, facts from core.audit_log where action = 'platform.clearCache' order by at desc limit 1`
  expect(trace).toMatchObject([{ tenant_id: world.a.id, user_id: world.a.admin.id, facts: { deliveries: 1 } }])
  runner.release()
  await world.database.owner`delete from core.delivery`
  await world.database.owner`delete from graphile_worker._private_jobs`
})

test('S7-099 what waits and what failed is counted over all companies, the failed with their reasons page by page', async () => {
  for (const [tenant, index] of [
    [world.a, 0],
    [world.b, 1],
    [world.b, 2],
  ] as const)
    await job(tenant.id, 'report', {
      attempts: 2,
      maxAttempts: 2,
      lastError: `Error: reason ${index}\n    at secret/path.ts`,
      createdMinutesAgo: 10 - index,
    })
  await job(world.a.id, 'report', { runInMinutes: 5 })
  await delivery('retry', { minutesAgo: 1, certain: true })
  const { counts } = await jobs()
  expect(counts).toContainEqual({ queue: 'job:report', state: 'failed', count: 3, oldest: expect.any(String) })
  expect(counts).toContainEqual({ queue: 'job:report', state: 'scheduled', count: 1, oldest: expect.any(String) })
  expect(counts).toContainEqual({ queue: 'deliveries', state: 'retry', count: 1, oldest: expect.any(String) })
  const first = await jobs('?limit=2')
  expect(first.failed.map(({ tenantId, reason, attempts }) => [tenantId, reason, attempts])).toEqual([
    [world.b.id, 'Error: reason 2', 2],
    [world.b.id, 'Error: reason 1', 2],
  ])
  const second = await jobs(`?limit=2&cursor=${first.nextCursor!}`)
  expect([first.hasMore, second.hasMore, second.failed.map(({ reason }) => reason)]).toEqual([
    true,
    false,
    ['Error: reason 0'],
  ])
})

test('S7-099 a failed job is run once more or deleted, with a trace; one that runs is left alone', async () => {
  const [again, away] = [
    await job(world.b.id, 'mail', { attempts: 2, maxAttempts: 2, lastError: 'x' }),
    await job(world.b.id, 'mail', { attempts: 2, maxAttempts: 2, lastError: 'x' }),
  ]
  const running = await job(world.b.id, 'mail', { lockedBy: 'alive' })
  await master.ok('POST', `/tools/jobs/${again}/retry`, {})
  expect(await runsIn(again)).toMatchObject({ due: true, attempts: 0 })
  await master.ok('POST', `/tools/jobs/${away}/discard`, {})
  expect(await runsIn(away)).toBeUndefined()
  for (const [id, act] of [
    [running, 'retry'],
    [running, 'discard'],
    ['999999', 'retry'],
    [away, 'discard'],
  ] as const)
    expect(await master.refused('POST', `/tools/jobs/${id}/${act}`, {}), `${act} ${id}`).toBe('404 ERR_NOT_FOUND')
  expect(
    await world.database.owner`
      select action, subject, facts
        from core.audit_log
       where action in ('platform.retryJob', 'platform.discardJob')
       order by at`,
  ).toEqual([
    { action: 'platform.retryJob', subject: again, facts: { task: 'mail' } },
    { action: 'platform.discardJob', subject: away, facts: { task: 'mail' } },
  ])
})

test('S2-080 an administrator is told of the company, a master of the installation too', async () => {
  await world.database.db.tenant(world.b.id, (tx) =>
    tx.execute(sql`
      insert into core.media (id, tenant_id, name, mime, bytes)
      values (${randomUUID()}, ${world.b.id}, 'f', 'image/png', 1234)`),
  )
  const mine = await admin.ok<{ version: string; company: Record<string, number>; installation: unknown }>(
    'GET',
    '/system-info',
  )
  expect(mine).toMatchObject({
    version: '0.0.0',
    company: { users: 4, connections: 1, mediaBytes: 1234 },
    installation: null,
  })
  expect(await master.ok('GET', '/system-info')).toMatchObject({
    company: { users: 4, mediaBytes: 0 },
    installation: {
      node: process.version,
      bus: 'local',
      companies: 2,
      users: 8,
      connections: 2,
      database: expect.stringMatching(/^18/),
      plugins: [],
    },
  })
  const agent = await world.signIn(world.b.user)
  expect(await agent.refused('GET', '/system-info')).toBe('403 ERR_NO_PERMISSION')
})
